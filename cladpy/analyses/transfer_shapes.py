"""Facts of functions that make or join shapes, where a call on made-up sizes would fail or say too little."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from cladpy.ir.fact import INT, NONE, ONE, UNKNOWN, Dim, Fact, array, element_of

Transfer = Callable[[Sequence[Fact], Mapping[str, Fact], str], Fact | None]


def _shape_dims(shape: Fact, label: str) -> tuple[Dim, ...] | None:
    """Return the dimensions that a shape argument stands for: those of an array, if it is the shape of one."""
    if shape.kind == "tuple" and shape.dims is not None:
        return shape.dims
    if shape.kind in ("tuple", "list") and shape.items is not None:
        return tuple(_size_dim(item, f"{label}:{axis}") for axis, item in enumerate(shape.items))
    if shape.is_scalar:
        return (_size_dim(shape, f"{label}:0"),)
    return None


def _size_dim(size: Fact, label: str) -> Dim:
    if size.known and isinstance(size.value, int) and size.value >= 0:
        return ONE if size.value == 1 else Dim(f"={size.value}", one=False, constant=True)
    return Dim(label)


def _broadcast_to(arguments: Sequence[Fact], _keywords: Mapping[str, Fact], label: str) -> Fact | None:
    if len(arguments) != 2 or not arguments[0].is_number:
        return None
    return array(arguments[0].dtype, _shape_dims(arguments[1], label))


def _reshape(arguments: Sequence[Fact], _keywords: Mapping[str, Fact], label: str) -> Fact | None:
    if len(arguments) < 2 or not arguments[0].is_number:
        return None
    shape = arguments[1] if len(arguments) == 2 else Fact("tuple", items=tuple(arguments[1:]))
    return array(arguments[0].dtype, _shape_dims(shape, label))


def _made(arguments: Sequence[Fact], keywords: Mapping[str, Fact], label: str) -> Fact | None:
    """Return the facts of zeros, ones and empty."""
    dtype = arguments[1] if len(arguments) > 1 else keywords.get("dtype")
    if not arguments or set(keywords) - {"dtype"}:
        return None
    if dtype is not None and not dtype.known:
        return array(None, _shape_dims(arguments[0], label)) if dtype.kind == "unknown" else None
    chosen = np.dtype(float if dtype is None or dtype.value is None else dtype.value)  # type: ignore[call-overload]
    return array(chosen, _shape_dims(arguments[0], label))


def _joined(extra: int) -> Transfer:
    """Return the transfer of concatenate (0) or stack (1 further dimension)."""

    def transfer(arguments: Sequence[Fact], keywords: Mapping[str, Fact], label: str) -> Fact | None:
        if not arguments or arguments[0].kind not in ("list", "tuple") or set(keywords) - {"axis"}:
            return None
        axis = arguments[1] if len(arguments) > 1 else keywords.get("axis", INT)
        if not axis.is_number:
            return None
        items = arguments[0].items if arguments[0].items is not None else (element_of(arguments[0]),)
        dtypes = {item.dtype for item in items if item.is_number}
        ranks = {item.ndim for item in items if item.is_number}
        if len(ranks) != 1 or None in ranks or not all(item.is_number for item in items):
            return None
        rank = ranks.pop() + extra  # type: ignore[operator]
        dtype = None
        if all(dtype is not None for dtype in dtypes):
            dtype = np.result_type(*dtypes) if not all(item.is_python for item in items) else np.dtype(float)
        return array(dtype, tuple(Dim(f"{label}:{axis}") for axis in range(rank)))

    return transfer


def _parts(arguments: Sequence[Fact], _keywords: Mapping[str, Fact], label: str) -> Fact | None:
    """Return the facts of the list of parts that split and its like give; their number may be written in the source."""
    first = arguments[0] if arguments else None
    if first is None or not first.is_array:
        return None
    sections = arguments[1] if len(arguments) > 1 else UNKNOWN
    rank = None if first.dims is None else len(first.dims)
    count = None
    if sections.known and isinstance(sections.value, int):
        count = sections.value
    elif sections.kind in ("list", "tuple") and sections.items is not None:
        count = len(sections.items) + 1

    def part(name: str) -> Fact:
        return array(first.dtype, None if rank is None else tuple(Dim(f"{name}:{axis}") for axis in range(rank)))

    if count is None or count < 1:
        return Fact("list", element=part(label))
    return Fact("list", items=tuple(part(f"{label}.{k}") for k in range(count)))


def _repeat(arguments: Sequence[Fact], keywords: Mapping[str, Fact], label: str) -> Fact | None:
    """Return the facts of repeat: without an axis the result has one dimension."""
    axis = arguments[2] if len(arguments) > 2 else keywords.get("axis", NONE)
    if not arguments or not arguments[0].is_array:
        return None
    if axis.kind == "none":
        return array(arguments[0].dtype, (Dim(f"{label}:0"),))
    return _like_first(arguments, {}, label) if axis.is_number else None


def _like_first(arguments: Sequence[Fact], _keywords: Mapping[str, Fact], label: str) -> Fact | None:
    first = arguments[0] if arguments else None
    if first is None or not first.is_array or first.dims is None:
        return None
    return array(first.dtype, tuple(Dim(f"{label}:{axis}") for axis in range(len(first.dims))))


def _transformed(arguments: Sequence[Fact], keywords: Mapping[str, Fact], label: str) -> Fact | None:
    """Return the facts of a Fourier transform that keeps the shape: no length is given."""
    first = arguments[0] if arguments else None
    lengths = arguments[1] if len(arguments) > 1 else keywords.get("n", keywords.get("s", NONE))
    if first is None or not first.is_array or first.dtype is None or lengths.kind != "none":
        return None
    return array(np.result_type(first.dtype, np.complex64), first.dims) if first.dtype.kind in "fc" else None


def _same(arguments: Sequence[Fact], _keywords: Mapping[str, Fact], _label: str) -> Fact | None:
    return arguments[0] if arguments and arguments[0].is_array else None


def _solve(arguments: Sequence[Fact], _keywords: Mapping[str, Fact], label: str) -> Fact | None:
    if len(arguments) != 2 or any(argument.dims is None for argument in arguments):
        return None
    left, right = arguments[0].dims or (), arguments[1].dims or ()
    rank = len(left) - 1 if len(right) == 1 else max(len(left), len(right))
    dtypes = [argument.dtype for argument in arguments]
    dtype = None if any(dtype is None for dtype in dtypes) else np.result_type(*dtypes)
    return array(dtype, tuple(Dim(f"{label}:{axis}") for axis in range(rank)))


SHAPE_TRANSFERS: Mapping[object, Transfer] = {
    np.broadcast_to: _broadcast_to,
    np.reshape: _reshape,
    np.ndarray.reshape: _reshape,
    np.zeros: _made,
    np.ones: _made,
    np.empty: _made,
    np.concatenate: _joined(0),
    np.stack: _joined(1),
    np.repeat: _repeat,
    np.split: _parts,
    np.array_split: _parts,
    np.vsplit: _parts,
    np.hsplit: _parts,
    np.dsplit: _parts,
    np.linalg.solve: _solve,
    np.linalg.inv: _like_first,
    np.linalg.cholesky: _like_first,
    **dict.fromkeys((np.fft.fft, np.fft.ifft, np.fft.fft2, np.fft.ifft2, np.fft.fftn, np.fft.ifftn), _transformed),
    **dict.fromkeys((np.fft.fftshift, np.fft.ifftshift), _same),
}
"""By function; None from a transfer means that it does not know."""
