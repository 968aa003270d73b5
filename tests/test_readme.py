"""What the README shows is what cladpy does; --update-golden writes its generated parts anew."""

import doctest
import re
from pathlib import Path

import numpy as np
import pytest

from cladpy.frontend.supported_syntax import readme_table
from train import initial_parameters, loss

README = Path(__file__).parent.parent / "README.md"


def generated_gradient():
    """Return the part of the README with the gradient of the example's loss."""
    parameters = initial_parameters(784, 64, np.random.default_rng(0))
    loss(*parameters, np.zeros((128, 784), np.float32), np.zeros((128, 10), np.float32))
    function = loss.source[loss.source.index("def loss_grad_") :]
    return f"```python\n{function.strip()}\n```\n"


@pytest.mark.parametrize(("name", "generate"), [("gradient", generated_gradient), ("supported", readme_table)])
def test_generated_part_is_up_to_date(name, generate, update_golden):
    """Between its marks the README holds what the code generates."""
    begin, end = f"<!-- {name}:begin -->\n", f"<!-- {name}:end -->"
    text = README.read_text()
    before, rest = text.split(begin)
    shown, after = rest.split(end)
    if update_golden:
        README.write_text(before + begin + generate() + end + after)
    else:
        assert generate() == shown


def test_shown_loss_is_that_of_the_example():
    """The loss in the README has the statements of the example's loss, in their order."""
    example = (README.parent / "examples" / "mnist" / "train.py").read_text()
    shown = re.search(r'```python\n(@gradient\("w1,b1,w2,b2"\)\n.*?)```', README.read_text(), re.DOTALL)[1]
    without_docstring = re.sub(r'\n    """.*?"""', "", example, flags=re.DOTALL)
    assert shown.strip() in without_docstring


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
