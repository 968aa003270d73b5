"""From versions and facts to the forward and the reverse sweep."""
