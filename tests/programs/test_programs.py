"""Small programs over the matrix of control flow, calls, containers, types, stores: right, or refused with a code."""

import zlib

import pytest

from cladpy import CladpyError, check_gradient
from cladpy.testing.variants import VARIANTS
from tests.programs import (
    branches,
    broadcasting,
    built_along_sizes,
    calls,
    classes,
    closures,
    comprehensions,
    container_updates,
    containers,
    dict_growth,
    dtypes,
    early_exits,
    exceptions,
    function_values,
    functions,
    functions_in_containers,
    given_back,
    grown_lists,
    indices,
    item_shapes,
    iteration,
    library,
    linked,
    loops,
    methods,
    mixed,
    objects,
    optional_values,
    parts_of_arguments,
    reading,
    rebinding,
    recursive_generators,
    stores,
    views_read,
)
from tests.programs.corpus import PROGRAMS
from tests.programs.known import REFUSED_FOR_NOW, WRONG_FOR_NOW

ROWS = (
    branches, broadcasting, built_along_sizes, calls, classes, closures, comprehensions, container_updates, containers,
    dict_growth, dtypes, early_exits, exceptions, function_values, functions, functions_in_containers, given_back,
    grown_lists, indices, item_shapes, iteration, library, linked, loops, methods, mixed, objects, optional_values,
    parts_of_arguments, reading, rebinding, recursive_generators, stores, views_read,
)  # fmt: skip


def listed():
    """Return a parameter a program; those that are known to be wrong are expected to fail."""
    return [
        pytest.param(
            program,
            id=f"{program.row}-{program.name}",
            marks=[pytest.mark.xfail(strict=True, reason=WRONG_FOR_NOW[program.name])]
            if program.name in WRONG_FOR_NOW
            else [],
        )
        for program in PROGRAMS
    ]


def check(program, variants=()):
    check_gradient(
        program.function,
        program.args,
        program.wrt,
        kwargs=program.kwargs,
        other_args=program.other_args,
        variants=variants,
    )


@pytest.mark.parametrize("program", listed())
def test_program_is_right_or_refused(program):
    """The gradient is right in all respects, or the program is on the list of those refused with that code."""
    code = REFUSED_FOR_NOW.get(program.name)
    if code is None:
        # Each program is compared with one other way to the same numbers, every other one with forward mode.
        first = zlib.crc32(program.name.encode())
        ways = [way for way in VARIANTS if way != "pushforward"]
        check(program, ("pushforward",) if first // len(ways) % 2 else (ways[first % len(ways)],))
        return
    with pytest.raises(CladpyError) as caught:
        check(program)
    assert caught.value.code == code


def test_lists_name_programs_of_the_corpus():
    """No entry of the lists outlives its program, and none is on both."""
    names = [program.name for program in PROGRAMS]
    assert sorted(set(names)) == sorted(names)
    assert set(REFUSED_FOR_NOW) | set(WRONG_FOR_NOW) <= set(names)
    assert not set(REFUSED_FOR_NOW) & set(WRONG_FOR_NOW)


def test_corpus_covers_every_row():
    """Every file of programs is read, and none is small."""
    rows = [program.row for program in PROGRAMS]
    assert len(rows) >= 150
    assert min(rows.count(module.__name__.rpartition(".")[2]) for module in ROWS) >= 10
