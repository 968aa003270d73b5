"""Extrema and selections of elements."""
