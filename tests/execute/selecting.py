"""The function that tells whether generated code is for the arguments of a call."""

from cladpy.execute.selector import checks_of


def make_selector(arguments, reads, **what):
    """Return it for the arguments that the code was generated for; the rest as `checks_of` takes it."""
    return checks_of(arguments, reads, **what).function(len(arguments))
