"""Optimisation: passes from Function to Function that keep every value."""
