"""The derivative of a method, bound to its object."""

import inspect
import types
from typing import Any


class BoundDerivative:
    """A derivative whose first argument is an object, as a bound method is a function with one.

    Everything but the call (``source``, ``request``, ``plan``, ...) is the derivative's.

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
        self.__name__, self.__qualname__ = derivative.__name__, derivative.__qualname__
        self.__module__, self.__doc__ = derivative.__module__, derivative.__doc__
        signature = derivative.__signature__
        self.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])

    @property
    def primal(self) -> types.MethodType:
        """Give the method that is differentiated."""
        function = self.__func__.primal
        return types.MethodType(getattr(function, "__func__", function), self.__self__)

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
        if name.startswith("__"):  # how it is copied and called is its own
            raise AttributeError(name)
        return getattr(self.__func__, name)

    def __repr__(self) -> str:
        return f"<{self.__func__.request} of {self.__self__!r}>"

    def __str__(self) -> str:
        return str(self.__func__)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BoundDerivative) and self.__func__ is other.__func__ and self.__self__ is other.__self__
        )

    def __hash__(self) -> int:
        return hash((id(self.__func__), id(self.__self__)))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the derivative and the object."""
        return _bound, (self.__func__, self.__self__)


def _bound(derivative: Any, instance: object) -> BoundDerivative:
    bound: BoundDerivative = derivative.bound_to(instance)
    return bound


class Bindable:
    """What is bound to an object when it is an attribute of its class, as functions are."""

    primal: Any

    def for_methods(self) -> Any:
        """Return the derivative that takes the object first."""
        raise NotImplementedError

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        """Bind the derivative of a method to its object, and that of a class method to its class."""
        if isinstance(self.primal, staticmethod):
            return self
        if isinstance(self.primal, classmethod):
            return self.bound_to(type(instance) if owner is None else owner)
        return self if instance is None else self.bound_to(instance)

    def bound_to(self, instance: object) -> BoundDerivative:
        """Return the derivative of the method of an object."""
        return BoundDerivative(self.for_methods(), instance)


def without_annotation(function: types.FunctionType) -> inspect.Signature:
    """Return the signature of a function without that of its result, which is not a derivative's."""
    signature = inspect.signature(function, follow_wrapped=False)
    return signature.replace(return_annotation=inspect.Signature.empty)
