"""Analyses of functions in the intermediate representation."""
