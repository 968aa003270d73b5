"""Random indices and views of an array of known shape, as text."""

SLICES = ("1:", ":-1", "1:-1", "::2", "1::2", "::-1", "1:3", ":2", "-2:", ":", "3:0:-1", "::-2")
REPEATED = ("[0, 1, 0]", "np.array([2, 0, 2])", "np.array([1, 1])", "[0, 0, 0]")
PAIRS = (
    "[0, 1], [1, 0]",
    "[0, 0], [1, 1]",
    "np.ix_([0, 1], [1, 0])",
    ":, [True, False, True]",
    "np.arange(3), np.arange(3)",
)
UNIQUE = ("[0, 2]", "np.array([2, 0])", "np.array([0, 1, 2])", "[1, 0]", "np.arange(2)", "np.array([-1, 0])")


def index(choose, array, name, scope):
    """Return the text of an index of an array, of any kind."""
    ndim = array.ndim
    kind = choose.random()
    if kind < 0.26:
        return integer(choose, array.shape[0], scope)
    if kind < 0.58:
        return sliced(choose, scope)
    if kind < 0.66:
        return choose.choice(UNIQUE)
    if kind < 0.72:
        return choose.choice(REPEATED)
    if kind < 0.78:
        return f"{name} > {choose.choice(('0.6', '0.45', 'p'))}"
    if kind < 0.80:
        return choose.choice(("...", "None", ":, None", "..., None", "None, 1:", "..., 0", "0, ...", "()"))
    if kind < 0.83 and scope.named_indices:
        return choose.choice(scope.named_indices)
    if ndim == 1:
        return sliced(choose, scope)
    if kind < 0.86:
        return choose.choice(PAIRS)
    return ", ".join(_part(choose, size, scope, first=axis == 0) for axis, size in enumerate(array.shape[:2]))


def integer(choose, size, scope):
    """Return an integer within a dimension: a number, or one made of a loop's counter."""
    if scope.counters and choose.random() < 0.6:
        counter = choose.choice(scope.counters)
        return choose.choice((counter, counter, f"{counter} + 1", f"-{counter} - 1", f"{counter} - 1"))
    return str(choose.randrange(-size, size)) if size else "0"


def sliced(choose, scope):
    """Return a slice: of numbers, or with the counter of a loop as a bound."""
    if scope.counters and choose.random() < 0.4:
        counter = choose.choice(scope.counters)
        return choose.choice((f"{counter}:", f":{counter} + 1", f"{counter} : {counter} + 2", f"{counter} + 1:"))
    return choose.choice(SLICES)


def _part(choose, size, scope, *, first):
    kind = choose.random()
    if kind < 0.3:
        return integer(choose, size, scope)
    if kind < 0.75:
        return sliced(choose, scope)
    if kind < 0.85:
        return choose.choice(UNIQUE if size > 2 or not first else ("[1, 0]",))
    if kind < 0.9:
        return choose.choice(REPEATED)
    return "..." if first else ":"


def view(choose, array, name, scope):
    """Return the text of a view, or sometimes a copy, of an array."""
    flat = array.size
    kinds = [
        f"{name}[{sliced(choose, scope)}]",
        f"{name}[{sliced(choose, scope)}]",
        f"{name}[{index(choose, array, name, scope)}]",
        f"{name}.T",
        f"{name}.reshape(-1)",
        f"{name}.ravel()",
        f"{name}[:, None]",
        f"{name}[None]",
        f"np.asarray({name})",
        f"{name}[...]",
        f"np.flip({name})",
        f"{name}.reshape({flat}, 1)",
        f"np.atleast_2d({name})",
        f"np.squeeze({name}[None])",
        f"np.expand_dims({name}, 0)",
        f"np.reshape({name}, -1)",
        f"np.ravel({name})",
        f"np.broadcast_to({name}, (2, *{name}.shape))",
        f"np.split({name}, [2])[{choose.choice((0, 1))}]",
        f"np.array_split({name}, 2)[{choose.choice((0, 1))}]",
        f"{name}.view()",
        f"{name}.squeeze()",
        f"{name}.real",
        f"np.moveaxis({name}[None], 0, -1)",
        f"np.ascontiguousarray({name})",
        f"np.lib.stride_tricks.sliding_window_view({name}, 2, axis=0)",
        f"{name}.flatten()",
        f"np.einsum('i...->...i', {name})",
    ]
    if array.ndim == 2:
        rows, columns = array.shape
        kinds += [
            f"{name}[:, {choose.randrange(columns or 1)}]",
            f"{name}[{choose.randrange(rows or 1)}]",
            f"np.diagonal({name})",
            f"{name}.reshape({columns}, {rows})",
            f"np.swapaxes({name}, 0, 1)",
            f"{name}[1:, ::-1]",
            f"{name}[..., 1:]",
            f"{name}.T.ravel()",
            f"{name}.T[1:]",
            f"np.transpose({name})[::-1]",
            f"{name}.diagonal()",
            f"np.hsplit({name}, [1])[{choose.choice((0, 1))}]",
            f"np.einsum('ii->i', {name}[:3])",
            f"np.rot90({name})",
            f"{name}.swapaxes(0, 1)[1:]",
            f"{name}.transpose(1, 0)",
            f"{name}.T.reshape(-1)",
            f"np.fliplr({name})[1:]",
        ]
    return choose.choice(kinds)
