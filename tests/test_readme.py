"""What the README shows is what cladpy does; --update-golden writes its generated parts anew."""

import ast
import doctest
import importlib
import inspect
import re
from pathlib import Path

import numpy as np
import pytest

import cladpy
from cladpy.frontend.supported_syntax import readme_table
from train import initial_parameters, loss

README = Path(__file__).parent.parent / "README.md"


def generated_gradient():
    """Return the part of the README with the gradient of the example's loss."""
    parameters = initial_parameters(784, 64, np.random.default_rng(0))
    loss(*parameters, np.zeros((128, 784), np.float32), np.zeros((128, 10), np.float32))
    function = loss.source[loss.source.index("def loss_grad_") :]
    return f"```python\n{function.strip()}\n```\n"


REFUSED = """\
import numpy as np
import scipy.special
from cladpy import gradient


def loss(w, x):
    u = x @ w
    s = scipy.special.kolmogorov(u)
    return np.sum(s)


d_loss = gradient(loss, "w")
"""


def refused_program(tmp_path, monkeypatch):
    """Return the part of the README with an error, as the program above gives it."""
    pytest.importorskip("scipy")
    (tmp_path / "model.py").write_text(REFUSED)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(cladpy.CladpyError) as caught:
        importlib.import_module("model")
    return f"```\n{str(caught.value).replace(f'{tmp_path}/', '')}\n```\n"


def compare_or_update(name, generated, *, update):
    """Compare what stands between the marks of that name with what the code generates, or write it there."""
    begin, end = f"<!-- {name}:begin -->\n", f"<!-- {name}:end -->"
    before, rest = README.read_text().split(begin)
    shown, after = rest.split(end)
    if update:
        README.write_text(before + begin + generated + end + after)
    else:
        assert generated == shown


def test_gradient_is_up_to_date(update_golden):
    """The README's generated gradient is the one that trains the example."""
    compare_or_update("gradient", generated_gradient(), update=update_golden)


def test_table_is_up_to_date(update_golden):
    """The README's table of syntax is the table that the fence reads."""
    compare_or_update("supported", readme_table(), update=update_golden)


def test_error_is_up_to_date(update_golden, tmp_path, monkeypatch):
    """The README's error is what its program ends in."""
    compare_or_update("error", refused_program(tmp_path, monkeypatch), update=update_golden)


def test_names_exist():
    """Each public name that the README mentions is there."""
    names = set(re.findall(r"\bcladpy\.([a-z_]+)\b(?!\.)", README.read_text()))
    assert [name for name in sorted(names) if not hasattr(cladpy, name)] == []


def test_shown_loss_is_that_of_the_example():
    """The loss in the README has the statements of the example's loss."""
    shown = re.search(r'```python\n@gradient\("w1,b1,w2,b2"\)\n(.*?)```', README.read_text(), re.DOTALL)[1]
    example = ast.parse(inspect.getsource(loss.primal)).body[0]
    assert [ast.dump(statement) for statement in example.body[1:]] == [
        ast.dump(statement) for statement in ast.parse(shown).body[0].body
    ]
    assert [parameter.arg for parameter in example.args.args] == re.findall(r"\w+", shown.split("(")[1].split(")")[0])


def test_examples_give_what_they_show():
    """The interactive examples run as printed."""
    text = README.read_text()
    examples = doctest.DocTestParser().get_doctest(
        re.sub(r"^```.*$", "", text, flags=re.MULTILINE), {}, "README", None, 0
    )
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (0, len(examples.examples)) == tuple(runner.run(examples))[:2]
    assert len(examples.examples) > 10


def test_commands_are_in_the_makefile():
    """Each make command of the README has its target."""
    targets = (README.parent / "Makefile").read_text()
    commands = set(re.findall(r"\bmake (\w+)\b", README.read_text()))
    assert {"mnist", "test"} <= commands
    assert [name for name in commands if f"\n{name}:" not in targets] == []
