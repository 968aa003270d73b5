"""Numbers that are read from texts of active values are refused where the result depends on them."""

import pytest

from cladpy import CladpyError, check_gradient, differentiate, gradient
from tests.stages import module

PROGRAM = """
import numpy as np

def shown(x):
    return str(x)

def read(text):
    return float(text)

def f(x):
    {body}
"""

READ_BACK = {
    "by_numpy": "return float(np.array2string(np.float64(x))) * x",
    "by_numpy_again": "return float(np.format_float_positional(x)) + x",
    "str": "return float(str(x)) * x",
    "formatted": "return float(f'{x * x:.3f}') + x",
    "by_percent": "s = '%f' % x\n    return complex(s).real * x",
    "in_a_list": "parts = []\n    for k in range(2):\n        parts.append(repr(x))\n    return sum(map(float, parts))",
    "in_a_dict": "d = {'a': str(x)}\n    return np.float64(d['a']) * x",
    "joined_and_split": "return float(','.join([str(x), '1']).split(',')[0]) * x",
    "on_one_path": "s = '2.5'\n    if x > 1.0:\n        s = str(x)[:3]\n    return float(s) * x",
    "array": "return np.sum(np.array([str(x), '1']).astype(float)) * x",
    "made_in_a_helper": "return float(shown(x)) * x",
    "read_in_a_helper": "return read(str(x)) * x",
}


def program(body):
    """Return a function with this body."""
    return module(PROGRAM.format(body=body)).f


@pytest.mark.parametrize("body", READ_BACK.values(), ids=READ_BACK)
def test_numbers_out_of_texts_of_active_values_are_refused(body):
    """Their derivative would be zero, whatever the text."""
    with pytest.raises(CladpyError, match="a number is read from a text that was made of an active value") as caught:
        gradient(program(body))(2.0)
    assert caught.value.code == "C205"


def test_tangents_are_refused_too():
    """They stop at a text as adjoints do."""
    with pytest.raises(CladpyError) as caught:
        differentiate(program(READ_BACK["str"]), "x")(2.0)
    assert caught.value.code == "C205"


HARMLESS = {
    "shown": "v = float(f'{x:.2f}')\n    print(v)\n    return x * x",
    "looked_up": "w = {'2': x, '3': x * x}\n    return w[f'{x:.0f}'] * {'2': 1.5}.get(f'{x:.0f}', 0.0)",
    "beside_active_values": "t = 0.0\n    for s, v in [('1', x), ('2', x)]:\n        t += float(s) * v\n    return t",
    "in_an_error": "if x < 0:\n        raise ValueError(f'negative: {x}')\n    return x * float('2.5')",
    "its_length": "return x * float(len(f'{x:.3f}'))",
    "of_a_whole_number": "return x * float(str(int(x)))",
}


@pytest.mark.parametrize("body", HARMLESS.values(), ids=HARMLESS)
def test_texts_from_which_nothing_active_is_read_are_not(body, capsys):
    """Output, keys and what is known without them."""
    check_gradient(program(body), (2.3,), variants=())
    capsys.readouterr()
