"""The command ``cladpy``: generated source, plans and rules, without running the user's file."""

from cladpy.cli.command_line import main

__all__ = ["main"]
