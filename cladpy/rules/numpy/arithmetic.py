"""Sums, products, quotients and powers."""
