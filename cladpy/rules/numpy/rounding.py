"""Functions that are constant between jumps."""
