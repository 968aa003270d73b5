"""The error of a check that failed, with a report that a person can act on."""

from collections.abc import Sequence


class GradientMismatch(AssertionError):  # noqa: N818 - it is a finding of a check, not a fault of a program
    """Say that a derivative is not what was expected of it.

    Parameters
    ----------
    aspect : str
        What failed, one of `ASPECTS`.
    message : str
        One sentence: where, what was found and what was expected.
    details : sequence of str
        Further lines of the report.

    Examples
    --------
    >>> print(GradientMismatch("value", "loss returns 1.0", ["value_and_gradient gives 2.0"]))
    loss returns 1.0 [value]
      value_and_gradient gives 2.0
    """

    def __init__(self, aspect: str, message: str, details: Sequence[str] = ()) -> None:
        super().__init__(aspect, message, tuple(details))
        self.aspect = aspect
        self.message = message
        self.details = tuple(details)

    def __str__(self) -> str:
        first = f"{self.message} [{self.aspect}]"
        return "\n".join([first, *(f"  {line}" for line in self.details)])


ASPECTS = {
    "value": "the value differs from the primal's",
    "gradient": "an adjoint differs from the numerical derivative",
    "unsettled": "the numerical derivative does not settle, so that nothing can be said",
    "form": "an adjoint has another type, structure, shape or dtype than its argument",
    "ownership": "an adjoint is read-only or shares memory",
    "inputs": "an argument or the cotangent was changed",
    "repeat": "a second call gives another result",
    "variant": "the numbers change with an analysis that is switched off, or with the kind of request",
    "modes": "pushforward and pullback disagree",
    "warning": "the derivative warns where the primal does not",
}
"""What a check can find, with a line on each."""
