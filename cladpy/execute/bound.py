"""The derivative of a method, bound to its object."""

import operator
from typing import Any


class BoundDerivative:
    """A derivative whose first argument is an object, as a bound method is a function with one.

    Everything but the call (``source``, ``request``, ``plan``, ``source_for``, ...) is the derivative's.

    Parameters
    ----------
    derivative : Derivative
        Of the function behind the method.
    instance : object
        The object, or the class of a class method.

    Attributes
    ----------
    primal : method
        The method that is differentiated.
    """

    def __init__(self, derivative: Any, instance: object) -> None:
        self.__func__ = derivative
        self.__self__ = instance
        self.__doc__ = derivative.__doc__
        self.__signature__ = derivative.bound_signature

    @property
    def primal(self) -> Any:
        """Give the method that is differentiated."""
        return self.__func__.method_of(self.__self__)

    def __call__(self, /, *args: object, **kwargs: object) -> Any:
        """Return the derivative at the arguments of the method."""
        return self.__func__(self.__self__, *args, **kwargs)

    def forward(self, /, *args: object, **kwargs: object) -> Any:
        """Run the primal of a pullback; return its value and the state for ``reverse``."""
        return self.__func__.forward(self.__self__, *args, **kwargs)

    def source_for(self, /, *args: object, **kwargs: object) -> str:
        """Return the text of the module for these arguments."""
        return str(self.__func__.source_for(self.__self__, *args, **kwargs))

    def __getattr__(self, name: str) -> Any:
        if name in ("__func__", "__self__"):  # not there yet: while it is unpickled
            raise AttributeError(name)
        return getattr(self.__func__, name)

    def __repr__(self) -> str:
        return f"<{self.__func__.request} of {self.__self__!r}>"

    def __str__(self) -> str:
        return str(self.__func__)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BoundDerivative)
            and self.__func__ is other.__func__
            and self.__self__ is other.__self__
        )

    def __hash__(self) -> int:
        return hash((id(self.__func__), id(self.__self__)))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the derivative and the object."""
        return operator.methodcaller("bound_to", self.__self__), (self.__func__,)
