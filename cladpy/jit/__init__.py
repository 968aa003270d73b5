"""What is done to the text of compiled functions alone: loops over elements in place of array statements."""
