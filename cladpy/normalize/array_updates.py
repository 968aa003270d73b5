"""Calls that update an array in place, written as the stores that they are.

before: ``np.multiply(a, b, out=c)``   after: ``v@1 = np.multiply(a, b)``, ``c[...] = v@1``
before: ``a.fill(x)``                  after: ``a[...] = x``
before: ``np.copyto(a, b)``            after: ``a[...] = b``
before: ``a.sort()``                   after: ``v@1 = np.sort(a)``, ``a[...] = v@1``
before: ``np.add.at(a, i, x)``         after: an update at ``a[i]`` that adds as often as the index names an element

NumPy computes as if operands and result did not overlap, which is what the rewritten form does.
"""

from collections.abc import Callable
from dataclasses import dataclass

import gast

from cladpy.ir.expressions import constant, dotted
from cladpy.ir.statements import Assign, Update
from cladpy.normalize.recorder import Recorder

WHOLE = constant(Ellipsis)
AT = {"add.at": gast.Add, "subtract.at": gast.Sub}


@dataclass(slots=True)
class ArrayUpdates:
    """Recognises and writes updates of arrays that are spelt as calls."""

    recorder: Recorder
    atom: Callable[[gast.expr], gast.expr]
    index: Callable[[gast.expr], gast.expr]
    is_library: Callable[[gast.expr], bool]
    is_local: Callable[[str], bool]

    def written(self, node: gast.Call) -> gast.expr | None:
        """Write the stores that a call stands for and return its value; None if it is not such a call."""
        if any(keyword.arg == "out" for keyword in node.keywords) and self.is_library(node.func):
            return self.with_out(node)
        path = dotted(node.func) or ""
        library = self.is_library(node.func)
        short = ".".join(path.split(".")[1:])
        if library and short == "copyto" and len(node.args) == 2 and not node.keywords:
            self.store(node.args[0], node.args[1])
            return constant(None)
        if short in AT and len(node.args) == 3 and not self.is_local(path.split(".")[0]):
            target = self.place(node.args[0], self.index(node.args[1]))
            value = self.atom(node.args[2])
            self.recorder.emit(Update(target, AT[short](), value, self.recorder.current, at=True))
            return constant(None)
        return self.method(node)

    def method(self, node: gast.Call) -> gast.expr | None:
        """Write ``.fill`` and ``.sort`` of a local array."""
        function = node.func
        if not isinstance(function, gast.Attribute) or not isinstance(function.value, gast.Name | gast.Subscript):
            return None
        root = function.value
        while isinstance(root, gast.Subscript | gast.Attribute):
            root = root.value
        if not isinstance(root, gast.Name) or not self.is_local(root.id) or node.keywords:
            return None
        if function.attr == "fill" and len(node.args) == 1:
            self.store(function.value, node.args[0])
            return constant(None)
        return None

    def with_out(self, node: gast.Call) -> gast.expr | None:
        """Write a call with ``out=``: its value, and the store of it."""
        outs = [keyword.value for keyword in node.keywords if keyword.arg == "out"]
        out = outs[0].elts[0] if isinstance(outs[0], gast.Tuple) and len(outs[0].elts) == 1 else outs[0]
        if isinstance(out, gast.Constant) and out.value is None:
            return None
        if not isinstance(out, gast.Name | gast.Subscript):
            raise self.recorder.refuse(node, "C122", "this out= is not supported", hint="pass a name or a slice of one")
        rest = [keyword for keyword in node.keywords if keyword.arg != "out"]
        plain = gast.copy_location(gast.Call(node.func, node.args, rest), node)
        self.store(out, plain)
        return self.atom(out)

    def store(self, target: gast.expr, value: gast.expr) -> None:
        """Write ``target[...] = value``."""
        atom = self.atom(value)
        self.recorder.emit(Assign(self.place(target, None), atom, self.recorder.current))

    def place(self, target: gast.expr, index: gast.expr | None) -> gast.expr:
        """Return the store's target: the whole of a name, a slice, or an index of either."""
        if index is None and isinstance(target, gast.Subscript):
            return gast.Subscript(self.atom(target.value), self.index(target.slice), gast.Store())
        base = self.atom(target)
        if not isinstance(base, gast.Name):
            raise self.recorder.refuse(target, "C101", "a store into a global")
        return gast.Subscript(base, WHOLE if index is None else index, gast.Store())
