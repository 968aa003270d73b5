"""What the spelling of a variable says: its base, and whether cladpy made it.

A variable is written ``base`` or ``base@k``; ``@`` occurs in no name of the user's. The base of a tangent begins with
``t:``, so that it is never taken for a variable of the user's, and is printed with ``t_``.
"""

TANGENT = "t:"
TEMPORARY = frozenset({"v", "d", TANGENT})
NUMBERED = frozenset({"v", "d", TANGENT, "tape", "branch", "trip"})
FOLDED = frozenset({"v", "d", TANGENT, "state", "branch", "trip"})


def base_of(variable: str) -> str:
    """Return the name of which a variable is a version.

    Examples
    --------
    >>> base_of("d_x@2"), base_of("residual")
    ('d_x', 'residual')
    """
    return variable.partition("@")[0]


def printed_base(variable: str) -> str:
    """Return the name that a variable is printed with, where nothing clashes.

    Examples
    --------
    >>> printed_base("d_x@2"), printed_base("t:x@2"), printed_base("t:@3")
    ('d_x', 't_x', 't')
    """
    return base_of(variable).removesuffix(":").replace(":", "_")


def is_temporary(variable: str) -> bool:
    """Tell whether a variable holds a part of an expression, or the adjoint of one.

    Examples
    --------
    >>> [is_temporary(variable) for variable in ("v@3", "d@3", "v", "d_x@1", "x@2")]
    [True, True, False, False, False]
    """
    base, mark, _ = variable.partition("@")
    return bool(mark) and base in TEMPORARY


def is_folded(variable: str) -> bool:
    """Tell whether a variable goes where its one reader can take its value.

    Examples
    --------
    >>> is_folded("v@1"), is_folded("state@2"), is_folded("state")
    (True, True, False)
    """
    base, mark, _ = variable.partition("@")
    return bool(mark) and base in FOLDED


def is_numbered(variable: str) -> bool:
    """Tell whether a variable is printed with a number: ``v_1``, ``tape_1``."""
    base, mark, _ = variable.partition("@")
    return bool(mark) and base in NUMBERED


def is_count(variable: str) -> bool:
    """Tell whether a variable holds a small integer of cladpy's: how often a loop ran, which branch was taken.

    Examples
    --------
    >>> is_count("trip@1"), is_count("trip")
    (True, False)
    """
    base, mark, _ = variable.partition("@")
    return bool(mark) and base in ("trip", "branch")


def is_adjoint(variable: str) -> bool:
    """Tell whether a variable is named as an adjoint: ``d@4``, ``d_x``."""
    base, mark, _ = variable.partition("@")
    return base.startswith("d_") or (base == "d" and bool(mark))


def is_tangent(variable: str) -> bool:
    """Tell whether a variable is a tangent: ``t:x``, ``t:@2``."""
    return variable.startswith(TANGENT)


def is_derivative(variable: str) -> bool:
    """Tell whether a variable is an adjoint or a tangent."""
    return is_adjoint(variable) or is_tangent(variable)


def is_made_here(variable: str) -> bool:
    """Tell whether a variable is a temporary, an adjoint or a tangent, rather than one of the user's."""
    return is_temporary(variable) or is_derivative(variable)
