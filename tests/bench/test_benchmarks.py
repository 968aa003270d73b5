"""The benchmarks run, and what they compare agrees; no time is asserted."""

import json

import numpy as np
import pytest

from bench import cheap_forms, mnist_stages, peers, programs, scaling
from bench.cases import mnist
from bench.cases.collection import CASES
from bench.cases.staged import STAGES, staged
from bench.measuring import Times, by_turns, peak
from cladpy import CladpyError

BATCH = (*mnist.parameters(), *mnist.examples(mnist.BATCH))
FULL_FORWARD, RELEASED = 1_914_448, 642_856  # bytes of arrays live at most, of the first stage and the last


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    """Keep what is measured short: the figures are not looked at."""
    monkeypatch.setattr("bench.measuring.SMALLEST", 1e-9)
    monkeypatch.setattr("bench.measuring.WARMING", 8)


def test_calls_are_timed_by_turns():
    """Each as often as the others, in an order that rotates."""
    called = []
    times = by_turns({name: lambda n=name: called.append(n) for name in "abc"}, rounds=2)
    assert {name: len(each.cpu) for name, each in times.items()} == dict.fromkeys("abc", 2)
    assert called[-6:] == list("abcbca")
    assert Times([1.0, 3.0, 2.0], [4.0]).summary()["cpu_ms"] == 2000.0


def test_a_peak_is_what_a_call_holds_at_most():
    """Beyond what was held before, results included."""
    assert 80_000 <= peak(lambda: np.zeros(10_000) + 1) < 170_000


@pytest.mark.parametrize("name", ["S0", "S2", "S6"])
def test_each_stage_gives_the_same_adjoints(name):
    """From zeros that are replaced to the text that users get, which holds the least at once."""
    stage = staged(STAGES[name])
    for mine, expected in zip(stage.call(*BATCH), mnist.naive(*BATCH), strict=True):
        np.testing.assert_allclose(mine, expected, rtol=0, atol=1e-6)
    if name != "S2":
        lines = mnist_stages.memory_of(stage.call, stage.function)
        assert max(line.live for line in lines) == (FULL_FORWARD if name == "S0" else RELEASED)


@pytest.mark.parametrize("name", ["heat in place", "logistic", "tanh of ten"])
def test_adjoints_are_those_by_hand(name):
    """Compared before anything is timed; a sweep that is wrong stops the run."""
    case = CASES[name]
    calls = programs.calls_of(case, case.arguments(case.quick))
    assert set(calls) == {"primal", "cladpy", "hand"}
    wrong = case._replace(by_hand=lambda *_: tuple(np.ones(1) for _ in case.wrt.split(", ")))
    with pytest.raises((AssertionError, ValueError)):
        programs.calls_of(wrong, case.arguments(case.quick))


def test_programs_run_compiled():
    """Their adjoints agree with those by hand, as others do."""
    pytest.importorskip("numba")
    case = CASES["tanh of ten"]
    calls = programs.compiled_of("tanh of ten", case, case.arguments(case.quick))
    assert calls["numba"]()[0] == pytest.approx(case.by_hand(*case.arguments(case.quick))[0])


def test_programs_that_numba_refuses_are_told(monkeypatch, capsys):
    """Their column is empty."""

    def refuse(*_asked, jit):
        raise CladpyError("C410", f"{jit} does not take this")

    monkeypatch.setattr(programs, "gradient", refuse)
    monkeypatch.setattr(programs, "find_spec", lambda name: name)
    assert programs.compiled_of("pendulum", CASES["pendulum"], ()) == {}
    assert "skipped pendulum by numba: CladpyError" in capsys.readouterr().out


def test_programs_run_without_numba(monkeypatch, capsys):
    """It is an extra."""
    monkeypatch.setattr(programs, "find_spec", lambda _name: None)
    assert programs.compiled_of("pendulum", CASES["pendulum"], ()) == {}
    monkeypatch.setattr(programs, "CASES", {})
    programs.main([])
    assert "skipped numba" in capsys.readouterr().out


def test_trainings_end_alike(tmp_path, capsys):
    """That of cladpy and those by hand."""
    names = ["cladpy", "by hand, naive", "by hand, buffers reused"]
    peers.main(["--quick", "--json", str(tmp_path / "peers.json"), "--only", *names])
    rows = json.loads((tmp_path / "peers.json").read_text())["rows"]
    assert [row["name"] for row in rows] == names
    assert "cladpy / it" in capsys.readouterr().out


def test_growth_is_a_slope():
    """Of the logarithms; a row is measured of each size."""
    rows = [{"size": size, "a": 2.0 * size**2} for size in (1, 10, 100)]
    assert scaling.exponent(rows, "a") == pytest.approx(2.0)
    row = scaling.measure("nested loops", 1, 1)
    assert (row["kind"], row["size"], row["peak_kb"] > 0) == ("nested loops", 1, True)


@pytest.mark.parametrize("main", [programs.main, scaling.main])
def test_an_unknown_name_is_an_error(main, capsys):
    """With those that there are."""
    with pytest.raises(SystemExit):
        main(["nothing"])
    assert "no such" in capsys.readouterr().err


def test_cheap_forms_say_the_same(tmp_path):
    """Each pair is compared before it is timed."""
    file = tmp_path / "forms.json"
    cheap_forms.main(["--quick", "--json", str(file)])
    assert len(json.loads(file.read_text(encoding="utf-8"))["rows"]) == len(cheap_forms.FORMS)
