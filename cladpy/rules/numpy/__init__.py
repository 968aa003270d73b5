"""Rules of NumPy, a topic a file."""
