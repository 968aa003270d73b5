"""The requests that one derivative needs, and which of them calls which.

A value: each step of planning gives a new graph. A request met twice is one node; recursion is a cycle.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from cladpy.request import DiffRequest

PLANNED = "planned"
DONE = "done"


@dataclass(frozen=True, slots=True)
class RequestNode:
    """One request of a graph.

    Parameters
    ----------
    request : DiffRequest
    is_root : bool
        The user asked for it; the others are dependents.
    status : str
        `PLANNED`, or `DONE` once it is transformed.
    rules : tuple of str
        The rules chosen for its calls, as a reader would name them.
    """

    request: DiffRequest
    is_root: bool = False
    status: str = PLANNED
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        request = self.request
        wrt = "every parameter" if request.wrt is None else ", ".join(request.wrt)
        order = f", order {request.order}" if request.order != 1 else ""
        return f"{request.function}, {request.mode}{order}, wrt: {wrt} ({self.status})"


@dataclass(frozen=True, slots=True)
class RequestGraph:
    """Hold requests in the order in which they were met, and their dependents.

    Parameters
    ----------
    nodes : mapping
    edges : mapping
        The callees of each caller.

    Examples
    --------
    >>> from cladpy.request import FunctionReference
    >>> layer = DiffRequest(FunctionReference("model", "layer", "model.py", 1), "pullback", ("x", "w"), bare=False)
    >>> loss = DiffRequest(FunctionReference("model", "loss", "model.py", 5), "gradient", ("w",), bare=True)
    >>> graph = RequestGraph().with_root(loss).with_dependent(loss, layer).with_done(layer)
    >>> print(graph.to_text())
    layer, pullback, wrt: x, w (done)
    loss, gradient, wrt: w (planned)
        calls layer
    """

    nodes: Mapping[DiffRequest, RequestNode] = field(default_factory=dict)
    edges: Mapping[DiffRequest, tuple[DiffRequest, ...]] = field(default_factory=dict)

    def __contains__(self, request: object) -> bool:
        return request in self.nodes

    def __str__(self) -> str:
        return self.to_text()

    @property
    def roots(self) -> tuple[DiffRequest, ...]:
        """Give the requests that the user made."""
        return tuple(node.request for node in self.nodes.values() if node.is_root)

    def with_root(self, request: DiffRequest) -> "RequestGraph":
        """Return the graph with a request of the user's."""
        return self._with_node(replace(self._node(request), is_root=True))

    def with_dependent(self, caller: DiffRequest, callee: DiffRequest) -> "RequestGraph":
        """Return the graph with a request that another one needs; both are added where they are new."""
        nodes = {**self.nodes, caller: self._node(caller)}
        nodes.setdefault(callee, RequestNode(callee))
        callees = dict.fromkeys((*self.callees(caller), callee))
        return RequestGraph(nodes, {**self.edges, caller: tuple(callees)})

    def with_rule(self, request: DiffRequest, rule: str) -> "RequestGraph":
        """Return the graph with a rule that was chosen for a call in a request's function."""
        node = self._node(request)
        return self._with_node(node if rule in node.rules else replace(node, rules=(*node.rules, rule)))

    def with_done(self, request: DiffRequest) -> "RequestGraph":
        """Return the graph with a request that is transformed."""
        return self._with_node(replace(self._node(request), status=DONE))

    def merged(self, other: "RequestGraph") -> "RequestGraph":
        """Return the graph with all of another one; a request in both is done if it is in either."""
        graph = self
        for node in other.nodes.values():
            known = self._node(node.request)
            rules = tuple(dict.fromkeys((*known.rules, *node.rules)))
            status = DONE if DONE in (known.status, node.status) else PLANNED
            graph = graph._with_node(RequestNode(node.request, known.is_root or node.is_root, status, rules))
        for caller, callees in other.edges.items():
            for callee in callees:
                graph = graph.with_dependent(caller, callee)
        return graph

    def callees(self, request: DiffRequest) -> tuple[DiffRequest, ...]:
        """Return the requests that one needs, in the order in which they were met."""
        return self.edges.get(request, ())

    def callers(self, request: DiffRequest) -> tuple[DiffRequest, ...]:
        """Return the requests that need one, in the order in which they were met."""
        return tuple(caller for caller in self.nodes if request in self.callees(caller))

    def callees_first(self) -> tuple[DiffRequest, ...]:
        """Return all requests, each after those that it needs; within a cycle, in the order of a depth-first walk."""
        found: dict[DiffRequest, None] = {}
        for request in self.nodes:
            found.update(dict.fromkeys(self._finished(request, found)))
        return tuple(found)

    def is_recursive(self, request: DiffRequest) -> bool:
        """Tell whether a request needs itself, directly or through others."""
        reached: set[DiffRequest] = set()
        waiting = list(self.callees(request))
        while waiting:
            callee = waiting.pop()
            if callee not in reached:
                reached.add(callee)
                waiting += self.callees(callee)
        return request in reached

    def to_text(self) -> str:
        """Return the graph for a reader: a line a request, callees first; below it what it calls, and the rules."""
        return "\n".join(line for request in self.callees_first() for line in self._lines(request))

    def _lines(self, request: DiffRequest) -> Iterator[str]:
        node = self.nodes[request]
        recursive = ", recursive" if self.is_recursive(request) else ""
        yield f"{node}{recursive}"
        for callee in self.callees(request):
            yield f"    calls {self._short(callee)}"
        for rule in node.rules:
            yield f"    rule {rule}"

    def _short(self, request: DiffRequest) -> str:
        """Name a callee; with what is asked of it, where several requests are for one function."""
        alike = [other for other in self.nodes if other.function == request.function]
        if len(alike) == 1 or request.wrt is None:
            return str(request.function)
        return f"{request.function} ({request.mode} wrt {', '.join(request.wrt)})"

    def _node(self, request: DiffRequest) -> RequestNode:
        return self.nodes.get(request) or RequestNode(request)

    def _with_node(self, node: RequestNode) -> "RequestGraph":
        return replace(self, nodes={**self.nodes, node.request: node})

    def _finished(self, start: DiffRequest, known: Mapping[DiffRequest, None]) -> Iterator[DiffRequest]:
        """Yield what a depth-first walk finishes, without recursion: programs may call deeply."""
        entered = set(known)
        waiting: list[tuple[DiffRequest, bool]] = [(start, False)]
        while waiting:
            request, is_finished = waiting.pop()
            if is_finished:
                yield request
            elif request not in entered:
                entered.add(request)
                waiting.append((request, True))
                waiting += [(callee, False) for callee in reversed(self.callees(request))]
