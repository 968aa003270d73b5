"""Check many random programs that update arrays: ``python -m tests.fuzz --count 5000 --seed 1``."""

import argparse
import collections
import gc
import re
import signal
import sys
import time
from dataclasses import replace

from tests.fuzz.judge import ANALYSES, SELECTED, judge
from tests.fuzz.writer import program
from tests.properties.minimize import minimize
from tests.verdict import Verdict

SECONDS = 30  # of processor time, for one program: the primal takes a millisecond
KINDS = ("right", "refused", "useless", "WRONG", "CRASH")
EACH = 4  # of so many programs, one is asked for in another way as well
VARIANTS = ("all", *ANALYSES, "pushforward", *SELECTED, "twice", "twice, p")


class TooLongError(BaseException):
    """Is raised into a program that does not end."""


def main(arguments=None):
    """Run; the exit status is 1 if anything was wrong."""
    options = _options().parse_args(arguments)
    signal.signal(signal.SIGPROF, _stop)
    gc.set_threshold(100_000)  # as in the tests
    count, faults, started = collections.Counter(), {}, time.monotonic()
    for seed in range(options.seed, options.seed + options.count):
        made = program(seed)
        verdict = verdict_of(made, seed)
        if options.show:
            print(f"---- {seed}: {verdict.kind} {verdict.what}", made.text, verdict.report, sep="\n")
        count[verdict.kind] += 1
        if verdict.kind == "refused":
            count[verdict.what] += 1
            if verdict.what == options.refused:
                print(f"---- {seed}: refused", made.text, verdict.report, sep="\n")
        if verdict.is_fault:
            faults.setdefault(_family(verdict), []).append(seed)
            _report(made, seed, verdict, len(faults[_family(verdict)]), options)
        if (seed - options.seed) % 100 == 99:
            print(f"... {_summary(count, started)}", flush=True)
        if options.seconds and time.monotonic() - started > options.seconds:
            break
    print(_summary(count, started))
    for family, seeds in sorted(faults.items(), key=lambda item: -len(item[1])):
        print(f"{len(seeds):5}  {family}  seeds {seeds[:12]}")
    return 1 if faults else 0


def verdict_of(made, seed):
    """Return what comes of a program."""
    return _judged(made, made.text, _variants(seed))


def _variants(seed):
    return (VARIANTS[seed // EACH % len(VARIANTS)],) if seed % EACH == 0 else ()


def _summary(count, started):
    parts = ", ".join(f"{number} {kind}" for kind, number in count.most_common())
    return f"{sum(count[kind] for kind in KINDS)} programs: {parts} in {time.monotonic() - started:.0f} s"


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many programs")
    parser.add_argument("--seed", type=int, default=1, help="the first program's number")
    parser.add_argument("--seconds", type=float, default=0, help="stop after this time")
    parser.add_argument(
        "--minimize", type=int, default=0, metavar="ROUNDS", help="make the shown ones smaller; takes long"
    )
    parser.add_argument("--each", type=int, default=3, metavar="N", help="programs shown of each family of faults")
    parser.add_argument("--refused", default="", metavar="CODE", help="print the programs that are refused with it")
    parser.add_argument("--show", action="store_true", help="print each program and what came of it")
    return parser


def _stop(*_):
    raise TooLongError


def _judged(made, text, variants, seconds=SECONDS):
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return judge(text, made.arguments, variants=variants)
    except TooLongError:
        return Verdict("CRASH", "no end")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _family(verdict):
    """Return what faults of one cause have in common: the first line of the report without names and numbers."""
    first = re.sub(r"'.*?'", "...", verdict.report.partition("\n")[0])
    return f"{verdict.kind} {verdict.what} {re.sub(r'[0-9][0-9.]*', '#', first)[:110]}"


def _report(made, seed, verdict, number, options):
    if number > options.each * (3 if verdict.kind == "WRONG" else 1):  # wrong numbers look alike, whatever their cause
        return
    text, ways = made.text, ((), _variants(seed))
    if options.minimize:
        text, verdict = _smaller(made, verdict, ways, options.minimize)
    print(f"---- {seed}: {verdict.kind} {verdict.what}", text, f"p = {[args[2] for args in made.arguments]}", sep="\n")
    print(f"shapes {[arg.shape for arg in made.arguments[0][:2]]}", verdict.report[-1500:], sep="\n", flush=True)


def _smaller(made, verdict, ways, rounds):
    """Return a smaller program that fails in the same way, and what came of it."""

    def fails(text, made, variants):
        found = _judged(made, text, variants, seconds=10)
        return (found.kind, found.what) == (verdict.kind, verdict.what)

    choices = [(replace(made, arguments=(args,)), way) for way in ways for args in made.arguments]
    choices += [(made, way) for way in ways]
    for chosen, way in choices:
        if fails(made.text, chosen, way):
            text = minimize(made.text, lambda text, chosen=chosen, way=way: fails(text, chosen, way), rounds)
            return text, _judged(chosen, text, way)
    return made.text, verdict


if __name__ == "__main__":
    sys.exit(main())
