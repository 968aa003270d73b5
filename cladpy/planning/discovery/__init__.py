"""What a file's text says of the requests in it: the parts of cladpy.planning.invocation_visitor."""
