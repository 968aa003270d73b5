"""From the tree of a function to its normal form: one rewrite a file."""
