"""Pieces of programs that update arrays in place, and how a program is put together from one of each kind.

A program is a module's text that defines ``f(x, p)``: ``a`` is made of ``x``, a view or another name ``v`` of it is
taken, and one of the two is updated, in a loop or not, between reads of both.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One piece of each kind.

    Parameters
    ----------
    store, view, loop, read, make : str
        Keys of the tables below.
    through : str
        The name that is stored through: "a" or "v".
    """

    store: str
    view: str
    loop: str = "once"
    read: str = "behind"
    make: str = "copy"
    through: str = "v"

    @property
    def id(self) -> str:
        """The row in a few words."""
        return f"{self.store}-{self.view}-{self.loop}-{self.read}-{self.make}-{self.through}"


STORES = {
    "item": "T[1] = p",
    "item_of_itself": "T[1] = np.cos(T[0]) * p",
    "last_item": "T[-1] = T[0] * T[1]",
    "item_added": "T[0] += p * T[2]",
    "item_multiplied": "T[2] *= p",
    "item_twice": "T[1][...] = p * T[0]",
    "first_column": "T[..., 0] = p * T[..., 1]",
    "column_added": "T[..., -1] += np.sin(T[..., 0])",
    "column_divided": "T[..., 1] /= 1.0 + T[..., 0] ** 2",
    "slice": "T[1:3] = p * T[0:2]",
    "slice_copied": "T[1:] = T[:-1]",
    "slice_subtracted": "T[:-1] -= p * T[1:]",
    "slice_added_overlapping": "T[1:] += T[:-1]",
    "slice_multiplied_overlapping": "T[:-1] *= T[1:]",
    "step": "T[::2] *= p",
    "negative_step": "T[::-1] = T * p",
    "reversed_times_itself": "T[:] = T[::-1] * T",
    "ellipsis": "T[...] = np.sin(T) * p",
    "new_axis": "T[None, 1] = p * T[2]",
    "scalar_into_all": "T[:] = p",
    "scalar_from_itself": "T[:] = np.sum(T) * 0.1",
    "gather_unique": "T[np.array([0, 2])] = p * T[:2]",
    "gather_repeated": "T[np.array([0, 1, 0])] = np.sin(T[:3])",
    "gather_repeated_added": "T[np.array([0, 2, 0])] += p * T[:3]",
    "gather_list": "T[[2, 0]] = T[[1, 2]]",
    "gather_multiplied": "T[np.array([0, 2])] = T[np.array([0, 2])] * p",
    "mask": "T[T > 0.9] = p",
    "mask_of_itself": "T[T > 0.9] = T[T > 0.9] ** 2",
    "mask_multiplied": "T[T > 0.9] *= p",
    "mask_added": "T[T > 0.9] += p",
    "add": "T += p * np.cos(T)",
    "add_itself": "T += T",
    "add_its_row": "T += T[0]",
    "subtract": "T -= p",
    "multiply": "T *= np.cos(T)",
    "multiply_by_itself": "T *= T",
    "multiply_by_scalar": "T *= p",
    "divide": "T /= 1.0 + T * T",
    "divide_by_scalar": "T /= p",
    "divide_by_its_row": "T /= T[1]",
    "power": "T **= 2",
    "power_by_active": "T **= p",
    "out": "np.multiply(T, p, out=T)",
    "out_unary": "np.sin(T, out=T)",
    "out_overlapping": "np.add(T[1:], p, out=T[:-1])",
    "out_by_rule_of_result": "np.exp(-T, out=T)",
    "add_at": "np.add.at(T, np.array([0, 1, 0]), p * T[:3])",
    "subtract_at": "np.subtract.at(T, np.array([2, 2]), p)",
    "fill": "T.fill(p)",
    "copyto": "np.copyto(T, p * np.cos(T))",
    "swap_slices": "T[:1], T[1:2] = T[1:2].copy(), T[:1].copy()",
    "swap_views": "T[0], T[1] = T[1], T[0]",
    "swap_by_list": "T[[0, 1]] = T[[1, 0]]",
    "rolled": "T[1:], T[0] = T[:-1].copy(), T[-1].copy()",
    "two_stores": "T[0] = T[1] * p\nT[1] = T[0] * T[2]",
    "update_then_square": "T[0] += T[1]\nT *= T",
    "temporary_view": "w = T[1:]\nw *= p",
    "temporary_copy": "w = T[1:] * 1.0\nT[1:] = 0.5\nT[:-1] += w * w",
    "saved_then_overwritten": "w = np.sin(T)\nT[0] = w[1]\nT[1:] *= w[1:]",
    "out_of_sum": "np.sum(T[1:], axis=0, out=T[0])",
    "out_where": "np.multiply(T, p, out=T, where=T > 0.9)",
    "maximum_out": "np.maximum(T, p, out=T)",
    "clip_out": "np.clip(T, 0.55, 1.05, out=T)",
    "floor_divide": "T //= p",
    "remainder": "T %= p",
    "gather_power": "T[[0, 2]] **= 2",
    "gather_divided": "T[np.array([0, 2])] /= p",
    "mask_divided": "T[T > 0.9] /= T[0].ravel()[0]",
    "ix": "T[np.array([0, 2]), ...] = p",
    "under_condition": "if p > 0.5:\n    T[0] *= p\nelse:\n    T[1] = p",
}
"""Statements that update ``T``, an array of one to three dimensions whose first is at least 3."""

VIEWS = {
    "none": "",
    "alias": "v = a",
    "slice": "v = a[1:]",
    "step": "v = a[::2]",
    "reversed": "v = a[::-1]",
    "rows_and_columns": "v = a[1:5, 1:]",
    "transposed": "v = a.T",
    "transposed_by_function": "v = np.transpose(a)",
    "swapaxes": "v = np.swapaxes(a, 0, 1)",
    "reshaped_flat": "v = a.reshape(-1)",
    "reshaped": "v = np.reshape(a, (9, 2))",
    "raveled": "v = a.ravel()",
    "raveled_copy": "v = a.T.ravel()",
    "new_axis": "v = a[:, None]",
    "column": "v = a[:, 1]",
    "row": "v = a[2]",
    "expanded": "v = np.expand_dims(a, 1)",
    "squeezed": "v = np.squeeze(a[:, None])",
    "flipped": "v = np.flip(a)",
    "view_of_view": "w1 = a[1:]\nv = w1[:, ::-1]",
    "view_of_view_unnamed": "v = a[1:].T[::-1]",
    "either_view": "v = a[1:] if p > 0.5 else a[:3]",
    "either_array": "b = np.cos(x)\nv = b if p > 2.0 else a",
    "either_by_if": "if p > 0.5:\n    v = a[:4]\nelse:\n    v = a[1:]",
    "narrowed": "v = a\nfor _ in range(2):\n    v = v[1:]",
    "narrowed_in_while": "v = a\nwhile v.shape[0] > 4:\n    v = v[1:]",
    "swapped_in_loop": "v = np.cos(a)\nfor _ in range(3):\n    a, v = v, a",
    "swapped_views": "v = a[::-1]\nfor _ in range(3):\n    a, v = v, a",
    "from_helper": "v = tail(a)",
    "from_helper_whole": "v = same(a)",
    "asarray": "v = np.asarray(a)",
    "split": "w1, v = np.split(a, 2)",
    "split_first": "v = np.split(a, [3])[0]",
    "diagonal": "v = np.diagonal(a)",
    "moved": "v = np.moveaxis(a, 0, -1)",
    "atleast": "v = np.atleast_2d(a)",
    "unpacked": "w1, v, *w2 = a[0:4], a[1:5], p",
    "tuple": "pair = (a, a[1:])\nv = pair[1]",
    "list": "rows = [a[1:], a[:3]]\nv = rows[0]",
    "dict": "named = {'whole': a, 'part': a[2:]}\nv = named['part']",
    "real": "v = a.real",
    "integer_then_slice": "v = a[1, :, None]",
    "ellipsis": "v = a[..., 1:]",
    "gathered": "v = a[[0, 2, 4]]",
    "masked": "v = a[np.array([True, False, True, True, False, True])]",
    "broadcast": "v = a + np.zeros((1, 3))",
}
"""How ``v`` is made of ``a``, an array of shape (6, 3)."""

LOOPS = {
    "once": "STORE",
    "for": "for k in range(3):\n    STORE",
    "while": "k = 0\nwhile k < 3:\n    STORE\n    k += 1",
    "while_true": "k = 0\nwhile True:\n    STORE\n    k += 1\n    if k > 1:\n        break",
    "nested": "for i in range(2):\n    for j in range(2):\n        STORE",
    "early_exit": "for k in range(5):\n    if k == 2:\n        break\n    STORE",
    "skipped": "for k in range(4):\n    if k % 2:\n        continue\n    STORE",
    "never": "for k in range(0):\n    STORE",
    "if": "if p > 0.5:\n    STORE",
    "helper": "update(T, p)",
    "helper_in_loop": "for k in range(2):\n    update(T, p)",
    "helper_that_returns": "T = updated(T, p)",
    "between_reads": "for k in range(2):\n    s = s + np.sum(np.sin(T)) * p\n    STORE\n    s = s + np.sum(T * T)",
    "view_in_loop": "for k in range(2):\n    T_2 = T[k:]\n    STORE_2",
    "rows": "for T_2 in T:\n    STORE_2",
    "rows_enumerated": "for k, T_2 in enumerate(T):\n    STORE_2",
    "rows_zipped": "for T_2, other in zip(T, x):\n    STORE_2",
    "rows_by_index": "for k in range(T.shape[0]):\n    T_2 = T[k]\n    STORE_2",
    "rows_reversed": "for T_2 in T[::-1]:\n    STORE_2",
    "window": "for k in range(2):\n    T_2 = T[k : k + 3]\n    STORE_2",
}

READS = {
    "behind": ("", "np.sum(A * A) + np.sum(np.cos(V))"),
    "before": ("t = np.sin(V)", "np.sum(t * 0.5) + np.sum(A ** 2)"),
    "both": ("t = np.sum(A ** 3)", "t + np.sum(V * V) * p"),
    "copy_before": ("t = V.copy()", "np.sum(t * V) + np.sum(A)"),
    "view_before": ("t = V[1:]", "np.sum(t * t) + np.sum(np.sin(A))"),
    "item_before": ("t = V[0]", "np.sum(t * t) + np.sum(np.sin(A))"),
    "other_only": ("", "np.sum(np.sin(OTHER) * OTHER)"),
    "same_only": ("", "np.sum(np.sin(T) * T)"),
    "product_with_old": ("t = A * 1.0\nt2 = np.exp(-V)", "np.sum(t * A) + np.sum(t2 * V)"),
}
"""What is done before the update, and what is returned behind it, of both names."""

MAKES = {
    "copy": "a = x.copy()",
    "new": "a = x * 1.0",
    "buffer": "a = np.zeros(x.shape)\na[...] = x",
    "filled_in_loop": "a = np.empty((6, 3))\nfor i in range(6):\n    a[i] = np.sin(x[i]) + 1.0",
    "parameter": "a = x",
    "zeros_like": "a = np.zeros_like(x)\na += x",
    "array": "a = np.array(x)",
}


def program(row: Row) -> str:
    """Return the text of a row's module."""
    other = {"a": "v", "v": "a"}[row.through]
    names = {"A": "a", "V": "v", "T": row.through, "OTHER": other}
    if row.view == "none":
        names = dict.fromkeys(names, "a")
    store = STORES[row.store]
    before, result = READS[row.read]
    loop = LOOPS[row.loop]
    if "STORE_2" in loop:
        loop = put(loop, "STORE_2", replaced(store, {"T": "T_2"}).replace("w =", "w2 =").replace("w *=", "w2 *="))
    loop = put(loop, "STORE", store)
    lines = [MAKES[row.make], VIEWS[row.view], "s = 0.0", before, loop, f"return s + {result}"]
    body = "\n".join(replaced(part, names).replace("T_2", "part") for part in lines if part)
    helpers = ""
    if "update(" in body:
        helpers += f"def update(z, p):\n{indented(replaced(store, {'T': 'z'}))}\n\n\n"
    if "updated(" in body:
        helpers += f"def updated(z, p):\n{indented(replaced(store, {'T': 'z'}))}\n    return z\n\n\n"
    if "tail(" in body:
        helpers += "def tail(z):\n    return z[1:]\n\n\n"
    if "same(" in body:
        helpers += "def same(z):\n    return z\n\n\n"
    return f"import numpy as np\n\n\n{helpers}def f(x, p):\n{indented(body)}\n"


def replaced(text: str, names: dict[str, str]) -> str:
    """Return a text with the words in capitals replaced."""
    return re.sub(r"(?<![\w.])[A-Z][A-Z_]*(?!\w)", lambda word: names.get(word.group(), word.group()), text)


def put(text: str, word: str, piece: str) -> str:
    """Return a text with a word that stands alone on its line replaced by lines of the same indentation."""
    out = []
    for line in text.splitlines():
        if line.strip() == word:
            out.append(textwrap.indent(piece, line[: len(line) - len(line.lstrip())]))
        else:
            out.append(line)
    return "\n".join(out)


def indented(text: str) -> str:
    """Return a text one level deeper."""
    return textwrap.indent(text, "    ")


def rows() -> Iterator[Row]:
    """Yield rows without end: in each stretch of them, all pieces of each kind occur, in other company every time."""
    number = 0
    while True:
        kinds = (STORES, VIEWS, LOOPS, READS, MAKES)
        strides = (1, 7, 3, 2, 5)  # prime to the numbers of pieces, so that none is left out
        lap = number // len(STORES)
        chosen = [list(kind)[(number * stride + lap) % len(kind)] for kind, stride in zip(kinds, strides, strict=True)]
        yield Row(*chosen, through="va"[(number + lap) % 2])
        number += 1
