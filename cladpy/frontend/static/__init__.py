"""A user's file read without running it: the parts of cladpy.frontend.static_module."""
