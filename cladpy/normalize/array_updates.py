"""Calls that update an array in place, written as the stores that they are.

before: ``np.multiply(a, b, out=c)``           after: ``v@1 = np.multiply(a, b)``, ``c[...] = v@1``
before: ``np.multiply(a, b, out=c, where=m)``  after: ``v@1 = a[m] * b[m]``, ``c[m] = v@1``, broadcast to ``c.shape``
before: ``a.fill(x)``, ``np.copyto(a, b)``     after: ``a[...] = x``, ``a[...] = b``
before: ``np.add.at(a, i, x)``                 after: an update at ``a[i]`` that adds as often as ``i`` names an element

NumPy computes as if operands and result did not overlap, which is what the rewritten form does. A place such as
``rows[i]`` may be an array in a list, and ``a[index]`` a copy: it gets a name, and what it names is stored into. Slices
of a name are views.
"""

from collections.abc import Callable
from dataclasses import dataclass

import gast
import numpy as np

from cladpy.ir.expressions import LOAD, attribute, call, constant, dotted, same
from cladpy.ir.statements import Assign, Effect, Update
from cladpy.normalize.recorder import Recorder

WHOLE = constant(Ellipsis)
AT = {"add.at": gast.Add, "subtract.at": gast.Sub}
ADDING = (np.sum, np.prod, np.mean, np.cumsum, np.cumprod)
ADDING_METHODS = frozenset(function.__name__ for function in ADDING)
JOINING = (np.concatenate, np.stack)
METHODS_WITH_OUT = frozenset(
    {"all", "any", "argmax", "argmin", "clip", "cumprod", "cumsum", "dot", "max", "mean", "min", "prod", "ptp", "round",
     "std", "sum", "take", "trace", "var"}
)  # fmt: skip


@dataclass(slots=True)
class ArrayUpdates:
    """Recognises and writes updates of arrays that are spelt as calls.

    Parameters
    ----------
    recorder : Recorder
    atom, value, index : callable
        Take an expression or an index apart.
    library : callable
        Returns the library's function without effects that a callee is, else None.
    is_local : callable
        Tells whether the function binds a name.
    """

    recorder: Recorder
    atom: Callable[[gast.expr], gast.expr]
    value: Callable[[gast.expr], gast.expr]
    index: Callable[[gast.expr], gast.expr]
    library: Callable[[gast.expr], object]
    is_local: Callable[[str], bool]

    def written(self, node: gast.Call) -> gast.expr | None:
        """Write the stores that a call stands for and return its value; None if it is not such a call."""
        node = self.with_named_out(node)
        if any(keyword.arg == "out" for keyword in node.keywords) and self.takes_out(node.func):
            return self.with_out(node)
        path = dotted(node.func) or ""
        short = ".".join(path.split(".")[1:])
        if self.library(node.func) is np.copyto:
            return self.copied(node)
        if self.library(node.func) is np.nan_to_num:
            return self.replaced(node)
        if short in AT and len(node.args) == 3 and not self.is_local(path.split(".")[0]):
            target = gast.Subscript(self.array(node.args[0]), self.index(node.args[1]), gast.Store())
            value = self.atom(node.args[2])
            self.recorder.emit(Update(target, AT[short](), value, self.recorder.current, at=True))
            return constant(None)
        return self.filled(node)

    def takes_out(self, function: gast.expr) -> bool:
        """Tell whether a callee is NumPy's, or a method of arrays, that writes its result into ``out``."""
        if self.library(function) is not None:
            return True
        path = dotted(function)
        is_value = path is None or self.is_local(path.split(".")[0])
        return is_value and isinstance(function, gast.Attribute) and function.attr in METHODS_WITH_OUT

    def with_named_out(self, node: gast.Call) -> gast.Call:
        """Return a call of a ufunc with its result's place, given by position, as a keyword."""
        function = self.library(node.func)
        if not isinstance(function, np.ufunc) or function.nout != 1 or len(node.args) != function.nin + 1:
            return node
        if any(isinstance(argument, gast.Starred) for argument in node.args):
            return node
        keywords = [*node.keywords, gast.keyword("out", node.args[-1])]
        return gast.copy_location(gast.Call(node.func, node.args[:-1], keywords), node)

    # ---- out= ----

    def with_out(self, node: gast.Call) -> gast.expr:
        """Write a call with ``out=``: its value, and the store of it."""
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        out, where = keywords.pop("out"), keywords.get("where")
        if isinstance(out, gast.Tuple) and len(out.elts) == 1:
            out = out.elts[0]
        if isinstance(out, gast.Tuple) or None in keywords:
            raise self.recorder.refuse(node, "C122", "this out= is not supported", hint="pass one array")
        if where is not None and _is_true(where):
            where = None
            del keywords["where"]
        if isinstance(out, gast.Constant) and out.value is None:
            return self.value(_called(node, keywords))
        if where is not None and isinstance(self.library(node.func), np.ufunc):
            del keywords["where"]
            return self.with_mask(_called(node, keywords), out, where)
        if self.library(node.func) in JOINING and node.args:
            return self.joined(node, keywords, out)
        if "dtype" not in keywords and self.adds_up(node.func):
            out = self.array(out)
            keywords["dtype"] = attribute(out, "dtype")
        return self.store(out, _called(node, keywords))

    def adds_up(self, function: gast.expr) -> bool:
        """Tell whether a callee computes in the dtype of its result's place: sums, products and means."""
        library = self.library(function)
        return library in ADDING if library is not None else getattr(function, "attr", "") in ADDING_METHODS

    def joined(self, node: gast.Call, keywords: dict[str, gast.expr], out: gast.expr) -> gast.expr:
        """Write arrays that are joined into another; alone of all, it reads what it has already written."""
        array, parts = self.array(out), self.atom(node.args[0])
        self.recorder.emit(Effect(call("check_apart", array, parts), self.recorder.current))
        plain = gast.copy_location(gast.Call(node.func, [parts, *node.args[1:]], node.keywords), node)
        return self.store(array, _called(plain, keywords))

    def with_mask(self, plain: gast.Call, out: gast.expr, where: gast.expr) -> gast.expr:
        """Write a ufunc with ``where=``: computed for the chosen elements only, the others of ``out`` stay."""
        module = self.module_of(plain)
        operands = [self.atom(argument) for argument in plain.args]
        array = self.array(out)
        mask = self.spread(module, self.atom(where), array)
        chosen = [gast.Subscript(self.spread(module, operand, array), mask, LOAD) for operand in operands]
        chosen_call = gast.Call(plain.func, [self.atom(part) for part in chosen], plain.keywords)
        self.emit(array, mask, self.atom(chosen_call))
        return array

    def copied(self, node: gast.Call) -> gast.expr | None:
        """Write ``np.copyto(a, b)``, with ``where=`` or without; ``casting`` if it is as lenient as a store."""
        names = ["dst", "src", "casting", "where"]
        given = dict(zip(names, node.args, strict=False)) | {str(each.arg): each.value for each in node.keywords}
        casting = given.pop("casting", constant("same_kind"))
        lenient = isinstance(casting, gast.Constant) and casting.value in ("same_kind", "unsafe")
        if not lenient or not {"dst", "src"} <= given.keys() <= set(names):
            return None
        if "where" not in given or _is_true(given["where"]):
            self.store(given["dst"], given["src"])
            return constant(None)
        module = self.module_of(node)
        array, value = self.array(given["dst"]), self.atom(given["src"])
        mask = self.spread(module, self.atom(given["where"]), array)
        chosen = self.atom(gast.Subscript(self.spread(module, value, array), mask, LOAD))
        self.emit(array, mask, chosen)
        return constant(None)

    def replaced(self, node: gast.Call) -> gast.expr | None:
        """Write ``np.nan_to_num(a, copy=False)``, which replaces elements of its argument."""
        names = ["x", "copy", "nan", "posinf", "neginf"]
        given = dict(zip(names, node.args, strict=False)) | {str(each.arg): each.value for each in node.keywords}
        copy = given.pop("copy", constant(True))
        if _is_true(copy) or "x" not in given or not given.keys() <= set(names):
            return None
        if not isinstance(copy, gast.Constant):
            raise self.recorder.refuse(
                node, "C122", "whether this updates its argument is not known", hint="write copy=True or copy=False"
            )
        array = self.array(given.pop("x"))
        return self.store(array, gast.copy_location(gast.Call(node.func, [array], _called(node, given).keywords), node))

    def spread(self, module: gast.expr, operand: gast.expr, array: gast.expr) -> gast.expr:
        """Return an operand broadcast to the shape of an array, which itself has it."""
        if same(operand, array):
            return operand
        shape = gast.Attribute(array, "shape", LOAD)
        return self.atom(gast.Call(attribute(module, "broadcast_to"), [operand, shape], []))

    def module_of(self, node: gast.Call) -> gast.expr:
        """Return NumPy as the callee's text names it."""
        if not isinstance(node.func, gast.Attribute):
            raise self.recorder.refuse(node, "C122", "this where= is not supported", hint="call the function as np.f")
        return node.func.value

    # ---- fill ----

    def filled(self, node: gast.Call) -> gast.expr | None:
        """Write ``.fill`` of a local array."""
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

    # ---- places ----

    def store(self, target: gast.expr, value: gast.expr) -> gast.expr:
        """Write ``target[...] = value`` and return the target as it is read."""
        atom = self.atom(value)
        if isinstance(target, gast.Subscript) and _is_slice(target.slice):
            base, index = self.atom(target.value), self.index(target.slice)
            self.emit(base, index, atom)
            return gast.Subscript(base, index, LOAD)
        array = self.array(target)
        self.emit(array, WHOLE, atom)
        return array

    def emit(self, array: gast.expr, index: gast.expr, value: gast.expr) -> None:
        """Write ``array[index] = value``."""
        self.recorder.emit(Assign(gast.Subscript(array, index, gast.Store()), value, self.recorder.current))

    def array(self, target: gast.expr) -> gast.expr:
        """Return the name of an array that is stored into: an item or a view gets one."""
        base = self.atom(target)
        if not isinstance(base, gast.Name):
            raise self.recorder.refuse(target, "C101", "a store into a global")
        return base


def _called(node: gast.Call, keywords: dict[str, gast.expr]) -> gast.Call:
    """Return a call with other keywords."""
    return gast.copy_location(gast.Call(node.func, node.args, [gast.keyword(k, v) for k, v in keywords.items()]), node)


def _is_slice(index: gast.expr) -> bool:
    """Tell whether an index is certainly one of an array, and gives a view: slices, beside literal numbers."""
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    literal = all(isinstance(part, gast.Slice | gast.Constant) or _is_negative(part) for part in parts)
    return literal and any(isinstance(part, gast.Slice) for part in parts)


def _is_negative(part: gast.expr) -> bool:
    return isinstance(part, gast.UnaryOp) and isinstance(part.operand, gast.Constant)


def _is_true(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value is True
