"""Random programs that update arrays have right gradients, or are refused."""

import pytest

from tests.fuzz.judge import judge
from tests.fuzz.writer import program

COUNT = 40  # half a second each; ``python -m tests.fuzz`` checks thousands
GROUPS = 8


@pytest.mark.parametrize("group", range(GROUPS))
def test_random_programs_are_right_or_refused(group):
    """None is differentiated wrongly, and none ends in another error than a refusal."""
    for seed in range(group, COUNT, GROUPS):
        made = program(seed)
        verdict = judge(made.text, made.arguments)
        assert not verdict.is_fault, f"seed {seed}\n{made.text}\n{verdict.report}"


def test_same_seed_same_program():
    """A seed names a program for good."""
    assert program(7).text == program(7).text
    assert program(7).text != program(8).text


@pytest.mark.parametrize(
    ("body", "kind", "what"),
    [
        ("return np.sum(x * y) * p", "right", ""),
        ("return np.sum(x) / 0.0", "useless", "primal"),
        ("return [x]", "useless", "primal"),
        ("try:\n        return np.sum(x)\n    except* ValueError:\n        raise", "refused", "C104"),
    ],
)
def test_verdicts(body, kind, what):
    """A program is right, refused, or of no use here."""
    made = program(1)
    text = f"import numpy as np\n\n\ndef f(x, y, p):\n    {body}\n"
    x, _, p = made.arguments[0]
    verdict = judge(text, ((x, x, p),))
    assert (verdict.kind, verdict.what, verdict.is_fault) == (kind, what, False)


def test_a_wrong_gradient_is_seen():
    """An analysis is told that nothing flows through a function."""
    text = (
        "import numpy as np\n\nimport cladpy\n\n\n"
        "def f(x, y, p):\n    return np.sum(x * x) + np.sum(cladpy.stop_adjoint(y) ** 2)\n"
    )
    verdict = judge(text, program(1).arguments)
    assert (verdict.kind, verdict.what) == ("WRONG", "gradient")
