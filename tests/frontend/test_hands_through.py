"""Tests of looking through decorators: only where nothing changes."""

import pytest

from cladpy.frontend.find_source import find_source, primal_function

WRAPPERS = {
    "timer": ("start = 0\n        y = f(*args, **kwargs)\n        print(start)\n        return y", True),
    "direct": ("return f(*args, **kwargs)", True),
    "with": ("with open(__file__):\n            return f(*args, **kwargs)", True),
    "scaled": ("return 2 * f(*args, **kwargs)", False),
    "updated": ("y = f(*args, **kwargs)\n        y *= 2\n        return y", False),
    "stored_into": ("y = f(*args, **kwargs)\n        y[0] = 2\n        return y", False),
    "argument": ("args = args[1:]\n        return f(*args, **kwargs)", False),
    "argument_updated": ("args[0].fill(0)\n        return f(*args, **kwargs)", False),
    "fallback": (
        "try:\n            return f(*args, **kwargs)\n        except ValueError:\n            return 0.0",
        False,
    ),
    "swallowed": ("try:\n            return f(*args, **kwargs)\n        except ValueError:\n            pass", False),
    "not_returned": ("f(*args, **kwargs)", False),
    "either": ("if args:\n            return f(*args, **kwargs)\n        return 0.0", False),
    "twice": ("y = f(*args, **kwargs)\n        y = f(y)\n        return y", False),
    "other": ("f(*args, **kwargs)\n        return g(*args, **kwargs)", False),
    "generator": ("yield 1\n        return f(*args, **kwargs)", False),
}


@pytest.mark.parametrize("name", WRAPPERS)
def test_only_a_wrapper_that_hands_through_is_looked_through(load, name):
    """A decorator that changes arguments or result is itself the program to differentiate."""
    body, through = WRAPPERS[name]
    module = load(
        f"import functools\n\ndef g(x): return x\n\ndef deco(f):\n    @functools.wraps(f)\n"
        f"    def wrapper(*args, **kwargs):\n        {body}\n    return wrapper\n\n@deco\ndef h(x):\n    return x\n"
    )
    assert find_source(module.h).name == ("h" if through else "wrapper")
    assert primal_function(module.h) is (module.h.__wrapped__ if through else module.h)


def test_wrapper_that_claims_another_function_is_not_looked_through(load):
    """``__wrapped__`` can be anything; only the function that is called counts."""
    module = load(
        "def deco(f, other):\n    def wrapper(*a, **k):\n        return f(*a, **k)\n"
        "    wrapper.__wrapped__ = other\n    return wrapper\n\n\ndef f(x):\n    return x\n\n\n"
        "def other(x):\n    return -x\n\n\ng = deco(f, other)\n"
    )
    assert find_source(module.g).name == "wrapper"


def test_several_decorators_are_looked_through(load):
    """Caches, static methods and transparent wrappers nest."""
    module = load(
        """
        import functools

        def deco(f):
            @functools.wraps(f)
            def wrapper(*args, **kwargs):
                return f(*args, **kwargs)
            return wrapper

        class A:
            @staticmethod
            @deco
            @functools.lru_cache(maxsize=8)
            @deco
            def f(x):
                return x
        """
    )
    source = find_source(module.A.f)
    assert source.qualname == "A.f"
    assert source.tree.lineno == 15
