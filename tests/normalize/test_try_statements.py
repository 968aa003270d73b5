"""Try statements on the path on which nothing is raised."""

import pytest

from cladpy import CladpyError
from tests.stages import normal_form, text


def form(body, parameters="x, y, n"):
    """Return the normal form of a function with a body."""
    return normal_form("\n    ".join([f"def f({parameters}):", *text(body).splitlines()]) + "\n")


def test_handlers_become_a_watch_over_the_block():
    """What stands behind else is not watched."""
    body = """
    try:
        x = y * x
    except (KeyError, ValueError) as error:
        x = 0.0
    except np.linalg.LinAlgError:
        raise
    else:
        x = x + 1
    return x
    """
    assert form(body) == text(
        """
        with not_caught(KeyError, ValueError, np.linalg.LinAlgError):
            x = y * x
        x = x + 1
        return x
        """
    )


def test_a_bare_except_catches_everything():
    """That Python can raise."""
    assert form("try:\n    x = y\nexcept:\n    pass\nreturn x").startswith("with not_caught(BaseException):\n")


def test_finally_runs_before_each_exit():
    """The value that is returned is kept before."""
    body = """
    for k in n:
        try:
            if k > 3:
                return x
            if k > 2:
                break
            x = x * y
        finally:
            x = x + 1
    return x
    """
    assert form(body) == text(
        """
        returned@1 = False
        for k in n:
            if k > 3:
                v@1 = x
                x = x + 1
                result@ret = v@1
                returned@1 = True
                break
            elif k > 2:
                x = x + 1
                break
            else:
                x = x * y
                x = x + 1
        if returned@1:
            pass
        else:
            result@ret = x
        return result@ret
        """
    )


def test_nested_finally_blocks_run_from_the_inside_out():
    """An exit inside of one runs those around it."""
    body = """
    try:
        try:
            return x
        finally:
            x = 1.0
    finally:
        x = 2.0
    """
    assert form(body).splitlines()[:3] == ["v@1 = x", "x = 1.0", "x = 2.0"]


def test_calls_of_finally_are_made_where_an_exception_leads_out():
    """Once on either way."""
    assert form("try:\n    x = y\nfinally:\n    print(x)\n    y = 1.0\nreturn x") == text(
        """
        with on_exception(lambda: print(x)):
            x = y
        print(x)
        y = 1.0
        return x
        """
    )


@pytest.mark.parametrize(
    "body",
    [
        "try:\n    x = y\nfinally:\n    if n:\n        print(x)\nreturn x",
        "try:\n    x = y\nexcept n[0]:\n    x = 1.0\nreturn x",
    ],
)
def test_what_cannot_be_followed_is_refused(body):
    """Branches with effects in finally, computed classes of exceptions."""
    with pytest.raises(CladpyError) as caught:
        form(body)
    assert caught.value.code == "C104"
