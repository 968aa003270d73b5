"""Function objects made from compiled code."""

import importlib.util

from cladpy.frontend.find_source import find_source
from cladpy.frontend.static.unresolved import Unresolved
from cladpy.request import FunctionReference


def run(path):
    """Import a file as Python does, for comparison."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_code_equals_that_of_the_imported_file(read):
    """So the source of a static function is found as that of a live one."""
    module = read('''
        import functools

        def outer(a):
            k = 3
            @functools.lru_cache
            def inner(b):
                return k * b
            return inner, (lambda x: x + k), [lambda y: y * i for i in a]

        class C:
            """Text."""
            def method(self, x):
                __private = x
                return super().__repr__(), __private
        ''')
    live = run(module.path)
    static = {each.__code__ for each in module.functions.values()}
    inner, plain, of_comprehension = live.outer([1])
    codes = [live.outer, live.C.method, inner.__wrapped__, plain, *of_comprehension]
    assert {each.__code__ for each in codes} == static
    assert all(find_source(function).file == str(module.path) for function in module.functions.values())


def test_references_equal_those_of_live_functions(read):
    """A request found in a file and one made by the running program are one key."""
    module = read("""
        import functools

        @functools.lru_cache
        def f(x): return x

        g, h = (lambda x: x * 2), (lambda x: (x + 1) * 3)
        """)
    live = run(module.path)
    expected = {FunctionReference.of(each) for each in (live.f.__wrapped__, live.g, live.h)}
    assert set(module.functions) == expected


def test_unknown_defaults_are_placeholders(read):
    """Defaults that are literals or constants are kept, others stand for themselves."""
    f = read("""
        N = 4
        def f(a, b=N, c=make(), *, d=lambda x: x + 1, e=other()): return a
        """).namespace["f"]
    assert f.__defaults__[0] == 4
    assert isinstance(f.__defaults__[1], Unresolved)
    assert f.__kwdefaults__["d"](1) == 2
    assert isinstance(f.__kwdefaults__["e"], Unresolved)


def test_transparent_decorators_are_applied(read):
    """Those of the standard library are, one that the user wrote is not."""
    names = read("""
        import functools
        def twice(f):
            @functools.wraps(f)
            def wrapper(x): return 2 * f(x)
            return wrapper
        @functools.lru_cache(maxsize=None)
        def cached(x): return x + 1
        @twice
        def changed(x): return x
        """).namespace
    assert names["cached"](1) == 2
    assert isinstance(names["changed"], Unresolved)
    assert "decorated with twice" in repr(names["changed"])
