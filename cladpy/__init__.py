"""Source-to-source automatic differentiation of plain Python and NumPy code."""
