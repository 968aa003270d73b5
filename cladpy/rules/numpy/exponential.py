"""Exponentials and logarithms."""
