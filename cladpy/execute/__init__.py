"""From generated text to functions."""
