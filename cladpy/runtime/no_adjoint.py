"""The marker of a slot that holds no adjoint."""

from typing import ClassVar, Final, NoReturn, Self


class NoAdjoint:
    """Mark a slot of a pullback's result that holds no adjoint.

    There is one instance, :data:`no_adjoint`; it pickles and copies as itself.
    It is neither a zero nor ``None``: it has no truth value and no arithmetic,
    so that a slot which was not computed cannot pass for an adjoint.

    Examples
    --------
    >>> import copy
    >>> copy.deepcopy(no_adjoint) is no_adjoint
    True
    """

    __slots__ = ()
    _instance: ClassVar[Self | None] = None

    def __new__(cls) -> Self:
        """Return the one instance."""
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __repr__(self) -> str:
        return "no_adjoint"

    def __reduce__(self) -> str:
        return "no_adjoint"

    def __bool__(self) -> NoReturn:
        raise TypeError("[C404] no_adjoint has no truth value; compare with 'is no_adjoint'")


no_adjoint: Final = NoAdjoint()
"""The one instance of :class:`NoAdjoint`."""
