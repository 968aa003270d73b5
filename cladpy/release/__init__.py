"""Release of storage after its last use, and the integrity check of generated functions."""
