"""What stands for a value that only running the user's file could give."""

from typing import Any, NoReturn

from cladpy.errors import CladpyError


class Unresolved:
    """Stand for a value that is not known without running the file; raises when it is used.

    Its attributes are unresolved in turn, so that a call of one can be named in a message.

    Parameters
    ----------
    name : str
        As the user writes it.
    reason : str
        Why it is not known.

    Raises
    ------
    CladpyError
        C304 on a call, arithmetic, iteration, indexing or conversion.

    Examples
    --------
    >>> pyplot = Unresolved("pyplot", "matplotlib is not read statically")
    >>> pyplot.show
    <unresolved pyplot.show: matplotlib is not read statically>
    """

    __slots__ = ("_name", "_reason")

    def __init__(self, name: str, reason: str) -> None:
        self._name = name
        self._reason = reason

    def __repr__(self) -> str:
        return f"<unresolved {self._name}: {self._reason}>"

    def __getattr__(self, name: str) -> "Unresolved":
        if name.startswith("__"):  # protocols are looked for by name: there are none here
            raise AttributeError(name)
        return Unresolved(f"{self._name}.{name}", self._reason)

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise CladpyError(
            "C304",
            f"{self._name} is not known without running the file: {self._reason}",
            hint="request the derivative from a running program, where every value is known",
        )

    __call__ = __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = __setitem__ = __delitem__ = _refuse
    __array__ = __float__ = __int__ = __complex__ = __index__ = __round__ = __enter__ = __exit__ = _refuse
    __neg__ = __pos__ = __invert__ = __abs__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __sub__ = __mul__ = __matmul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = _refuse
    __radd__ = __rsub__ = __rmul__ = __rmatmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = _refuse
