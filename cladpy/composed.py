"""What is put together from other derivatives: it has no generated function of its own, but theirs."""

from typing import Any

from cladpy.derivative import Derivative, rebuilt
from cladpy.execute.pickling import reduced
from cladpy.planning.request_graph import RequestGraph


class Composed(Derivative):
    """A derivative that calls others; what it shows is what was called last."""

    _used: Derivative | None = None

    def _keywords(self) -> dict[str, Any]:
        """Return what was asked for beside the parameters."""
        return {}

    def _shown(self) -> Derivative:
        """Return the derivative that is shown before any call."""
        raise NotImplementedError

    @property
    def source(self) -> str:
        """Text of the module that was used last; before any call, the form for what the annotations say."""
        return (self._used or self._shown()).source

    def source_for(self, /, *args: object, **kwargs: object) -> str:
        """Return the text of the module for these arguments, without running it."""
        return (self._used or self._shown()).source_for(*args, **kwargs)

    @property
    def plan(self) -> RequestGraph:
        """The request, and those that it depends on as far as they are known."""
        graph = RequestGraph().with_root(self.request)
        return graph if self._used is None else graph.merged(self._used.plan)

    def for_methods(self) -> Derivative:
        """Return the derivative that takes the object first."""
        wrt, _, options, is_method = self._asked
        if wrt is not None or is_method:
            return self
        if self._as_method is None:
            made = type(self)(
                self.primal, options=options, is_method=True, requested=self._requested, **self._keywords()
            )
            self._as_method = made
        return self._as_method

    def __reduce_ex__(self, _protocol: object) -> str | tuple[object, ...]:
        """Pickle as other derivatives do, with what was asked for beside the parameters."""
        wrt, _, options, is_method = self._asked
        keywords = {"options": options, "is_method": is_method, **self._keywords()}
        return reduced(self, rebuilt, type(self), wrt, keywords)
