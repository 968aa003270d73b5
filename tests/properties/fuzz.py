"""Check many random programs: ``python -m tests.properties.fuzz --count 5000 --seed 1``."""

import argparse
import collections
import os
import random
import re
import signal
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("CLADPY_VERIFY", "1")  # every pass checks its result; read when cladpy is imported

from cladpy.testing.variants import VARIANTS
from tests.properties.grammar import FEATURES
from tests.properties.minimize import minimize
from tests.properties.programs import program
from tests.properties.trial import judge
from tests.verdict import Verdict

SECONDS = 60  # for one program: the primal takes a millisecond
KINDS = ("right", "refused", "useless", "WRONG", "CRASH")


class TooLongError(BaseException):
    """Is raised into a program that does not end."""


def main(arguments=None):
    """Run; the exit status is 1 if anything was wrong."""
    options = _options().parse_args(arguments)
    signal.signal(signal.SIGALRM, _stop)
    count, faults, started = collections.Counter(), {}, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            verdict = _verdict_of(seed, folder, options)
            count[verdict.kind] += 1
            if verdict.kind == "refused":
                count[verdict.what] += 1
            if verdict.is_fault:
                faults.setdefault(_family(verdict), []).append(seed)
                _report(seed, verdict, faults, folder, options)
            if sum(count[kind] for kind in KINDS) % 200 == 0:
                print(f"... {_summary(count, started)}", flush=True)
            if options.seconds and time.monotonic() - started > options.seconds:
                break
    print(_summary(count, started))
    for family, seeds in sorted(faults.items(), key=lambda item: -len(item[1])):
        print(f"{len(seeds):5}  {family}  seeds {seeds[:8]}")
    return 1 if faults else 0


def _summary(count, started):
    return (
        ", ".join(f"{number} {kind}" for kind, number in count.most_common())
        + f" in {time.monotonic() - started:.0f} s"
    )


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many programs")
    parser.add_argument("--seed", type=int, default=1, help="the first program's number")
    parser.add_argument("--seconds", type=float, default=0, help="stop after this time")
    parser.add_argument("--minimize", type=int, default=300, metavar="ROUNDS", help="0 shows programs as they are")
    parser.add_argument("--each", type=int, default=2, metavar="N", help="programs shown of each family of faults")
    parser.add_argument("--keep", type=Path, help="write the failing programs to this folder")
    parser.add_argument("--without", default="", help=f"features left out, of: {', '.join(FEATURES)}")
    parser.add_argument("--show", action="store_true", help="print the program and what came of it")
    return parser


def _left_out(options):
    return frozenset(feature.strip() for feature in options.without.split(","))


def _stop(*_):
    raise TooLongError


def _verdict_of(seed, folder, options):
    made = program(seed, _left_out(options))
    verdict = _judged(made.text, made, seed, folder)
    if options.show:
        print(made.text, made.arguments, made.wrt, verdict.kind, verdict.what, verdict.report, sep="\n")
    return verdict


def _judged(text, made, seed, folder, variants=None, seconds=SECONDS):
    chosen = (random.Random(seed).choice(VARIANTS),) if variants is None else variants  # noqa: S311 - nothing secret
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return judge(text, made.arguments, made.wrt, folder, chosen, f"program_{seed}")
    except TooLongError:
        return Verdict("CRASH", "no end")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _family(verdict):
    """Return what faults of one cause have in common: the first line of the report without names and numbers."""
    first = re.sub(r"'.*?'", "...", verdict.report.partition("\n")[0])
    return f"{verdict.kind} {verdict.what} {re.sub(r'[0-9][0-9.]*', '#', first)[:110]}"


def _report(seed, verdict, faults, folder, options):
    several = 3 if verdict.what == "gradient" else 1  # wrong numbers look alike, whatever their cause
    if len(faults[_family(verdict)]) > options.each * several:
        return
    made = program(seed, _left_out(options))
    text = made.text
    if options.minimize:
        text, verdict = _smaller(made, verdict, seed, folder, options)
    print(f"---- {seed}: {verdict.kind} {verdict.what}", text, f"{made.arguments[0]!r} wrt={made.wrt}", sep="\n")
    print("\n".join(verdict.report.splitlines()[-14:]), flush=True)
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        (options.keep / f"program_{seed}.py").write_text(f"{text}\n# {verdict.kind} {verdict.what}\n")


def _smaller(made, verdict, seed, folder, options):
    """Return a smaller program that fails in the same way, and what came of it."""
    ways = [(replace(made, arguments=made.arguments[:1]), ()), (made, ()), (made, None)]

    def fails(text, made, variants):
        found = _judged(text, made, seed, folder, variants, seconds=10)
        return (found.kind, found.what) == (verdict.kind, verdict.what)

    made, variants = next((way for way in ways if fails(made.text, *way)), ways[-1])
    text = minimize(made.text, lambda text: fails(text, made, variants), options.minimize)
    return text, _judged(text, made, seed, folder)


if __name__ == "__main__":
    sys.exit(main())
