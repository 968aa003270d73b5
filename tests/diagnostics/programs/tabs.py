"""Tabs."""


def tabbed(x):
	if x:
		y =	eval(x)  # error[C107]: eval() reads or binds names by text, so the source does not show what it does
		return y
	return x
