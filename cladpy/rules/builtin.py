"""Builtin functions of Python."""
