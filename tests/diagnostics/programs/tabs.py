"""Tabs."""


def tabbed(x):
	if x:
		y =	{x}  # error[C113]: a set has no order in which a reverse sweep could visit its values
		return y
	return x
