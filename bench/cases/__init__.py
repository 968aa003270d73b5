"""Programs with reverse sweeps that were written by hand, in the same form, for comparison."""
