"""Write a function of the user's so that a backend compiles it to what it means, knowing nothing of its values.

before: ``u[1:] += u[:-1]``          ``total += x``             ``n**k``
after:  ``u[1:] = u[1:] + u[:-1]``   ``total += detached(x)``   ``integer_power(n, k)``
"""

import gast

from cladpy.emit.backend_form import NEW, loaded
from cladpy.emit.capabilities import Capabilities
from cladpy.emit.printer import print_tree
from cladpy.ir.expressions import binary, call, name, parse, rebuild


def backend_text(tree: gast.FunctionDef, own_name: str, capabilities: Capabilities) -> str:
    r"""Return the text of a module with one function, in the form of a backend.

    Defaults are read from the names that `default_name` gives.

    Parameters
    ----------
    tree : FunctionDef
        As the user wrote it; it is not edited.
    own_name : str
        Of the function in the text.
    capabilities : Capabilities

    Examples
    --------
    >>> from cladpy.emit.capabilities import NUMBA
    >>> tree = gast.parse("def f(u, v: float = 0.0):\n    u += v\n    return u").body[0]
    >>> print(backend_text(tree, "f", NUMBA))
    import numba
    from cladpy.runtime.numba import detached, integer_power
    <BLANKLINE>
    <BLANKLINE>
    @numba.njit(error_model="numpy", boundscheck=True)
    def f(u, v=default_0):
        u += detached(v)
        return u
    <BLANKLINE>
    """
    body = [rebuild(statement, _changed) for statement in tree.body]
    given = [gast.Name(each.id, gast.Param(), None, None) for each in tree.args.args]
    defaults = [name(default_name(place)) for place in range(len(tree.args.defaults))]
    arguments = gast.arguments(given, [], None, [], [], None, defaults)
    decorator = capabilities.decorator or ""
    definition = gast.FunctionDef(own_name, arguments, body, [parse(decorator)], None, None, [])
    names = [gast.alias(each, None) for each in ("detached", "integer_power")]
    imports = [gast.Import([gast.alias("numba", None)]), gast.ImportFrom(capabilities.runtime, names, 0)]
    return print_tree(gast.Module([*imports, definition], []))


def default_name(place: int) -> str:
    """Return the name by which a text reads the value of a default."""
    return f"default_{place}"


def _changed(node: gast.AST) -> gast.AST | None:
    if isinstance(node, gast.AugAssign) and not isinstance(node.value, NEW):
        value = rebuild(node.value, _changed)
        if isinstance(node.target, gast.Name):
            return gast.AugAssign(node.target, node.op, call("detached", value))
        return gast.Assign([node.target], binary(loaded(node.target), node.op, value), None)
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Pow):
        exponent = node.right
        if isinstance(exponent, gast.Constant) and (not isinstance(exponent.value, int) or exponent.value >= 0):
            return None
        return gast.Call(name("integer_power"), [rebuild(node.left, _changed), rebuild(exponent, _changed)], [])
    return None
