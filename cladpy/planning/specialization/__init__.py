"""From a normal form to that of one signature: one rewrite a file, made until nothing is left to do."""
