"""try, with, raise and assert: on the path without exception, and where one is caught."""

import contextlib
import math
import warnings
from collections import OrderedDict, defaultdict

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])


class BadError(Exception):
    """An exception of the user's."""


def checked(x):
    if x < 0:
        raise ValueError(f"negative: {x}")
    return x * x


def guarded(x):
    try:
        return checked(x)
    except ValueError:
        return 0.0


@contextlib.contextmanager
def scaled():
    yield 2.0


@program(1.3)
def try_except(x):
    try:
        y = x * x
    except ValueError:
        y = 0.0
    return y * x


@program(1.3)
def try_except_else(x):
    try:
        y = x * x
    except (ValueError, ZeroDivisionError):
        y = 0.0
    else:
        y = y * 3
    return y * x


@program(1.3)
def try_finally(x):
    try:
        y = x * x
    finally:
        z = 2.0
    return y * z


@program(1.3)
def try_finally_with_active_code(x):
    y = x
    try:
        y = y * x
    finally:
        y = y * y
    return y


@program(1.3)
def try_except_finally(x):
    log = 0.0
    try:
        y = math.log(x)
    except ValueError as error:
        y = -1.0
        print(error)
    else:
        log = 1.0
    finally:
        log = log + 1.0
    return y * log * x


@program(1.3)
def try_reraised(x):
    try:
        y = x * x
    except ValueError as error:
        raise RuntimeError("no") from error
    return y


@program(1.3)
def try_with_return(x):
    try:
        return x * x
    except ValueError:
        return 0.0


@program(1.3)
def try_finally_with_return(x):
    s = 1.0
    try:
        return x * x * s
    finally:
        s = 5.0


@program(X)
def try_in_a_loop(x):
    s = 0.0
    for v in x:
        try:
            s = s + v * v
        except ZeroDivisionError:
            s = 0.0
    return s


@program(X)
def try_in_a_loop_with_continue_and_break(x):
    s = 0.0
    for v in x:
        try:
            if v < 0:
                continue
            if v < 0.5:
                break
            s = s + v * v
        finally:
            s = s * 2 + v
    return s


@program(X)
def loop_in_a_try(x):
    s = 1.0
    try:
        for v in x:
            s = s * v + v
    except ValueError:
        s = 0.0
    return s


@program(1.3)
def try_around_a_helper(x):
    try:
        y = checked(x)
    except ValueError:
        y = 0.0
    return y * x


@program(1.3)
def try_in_a_helper(x):
    return guarded(x) * x


@program(X)
def try_in_a_helper_in_a_loop(x):
    s = 0.0
    for v in x:
        s = s + guarded(v * v)
    return s


@program(1.3)
def nested_try(x):
    try:
        try:
            y = x * x
        except KeyError:
            y = 1.0
        finally:
            z = 2.0
    except ValueError:
        y = z = 0.0
    return y * z


@program(1.3, {"a": 1}, wrt="x")
def caught_before_anything_active(x, table):
    try:
        n = table["b"]
    except KeyError:
        n = 3
    return x * n * x


@program(1.3, "7", wrt="x")
def caught_in_inactive_code(x, text):
    try:
        n = int(text)
    except ValueError:
        n = 2
    return x * n


@program(1.3)
def raise_on_a_path_not_taken(x):
    if x < 0:
        raise BadError(f"x is {x}")
    if math.isnan(x):
        raise BadError from None
    return x * x


@program(1.3)
def assert_with_a_message(x):
    assert x > 0, f"x is {x:.3f}"
    assert isinstance(x, float), "a float: " + repr(x)
    return x * x


@program(X)
def with_errstate(x):
    with np.errstate(divide="ignore", invalid="ignore"):
        y = x / np.abs(x) * x
    return np.sum(y * x)


@program(1.3)
def with_return_inside(x):
    with np.errstate(all="ignore"):
        return x * x


@program(1.3)
def with_nullcontext(x):
    with contextlib.nullcontext():
        y = x * x
    return y * x


@program(1.3)
def with_named_context(x):
    with contextlib.nullcontext(2.0) as k:
        y = x * k
    return y * x


@program(1.3)
def with_an_active_context(x):
    with contextlib.nullcontext(x * x) as k:
        y = x * k
    return y * x


@program(1.3)
def with_several_contexts(x):
    with np.errstate(all="ignore"), warnings.catch_warnings():
        y = x * x
    return y


@program(1.3)
def with_suppress(x):
    y = x
    with contextlib.suppress(ValueError):
        y = x * x
    return y


@program(1.3)
def with_an_own_context(x):
    with scaled() as k:
        y = x * k
    return y * x


@program(X)
def with_in_a_loop(x):
    s = 0.0
    for v in x:
        with np.errstate(all="ignore"):
            if v < 0:
                continue
            s = s + v * v
    return s


@program(-1.3)
def caught_in_a_helper(x):
    return guarded(x) + x


@program(1.3, "no", wrt="x")
def caught_where_nothing_is_active(x, text):
    try:
        n = int(text)
    except ValueError:
        n = 2
    return x * n


@program({"a": 0.3, "b": {"c": 0.7}}, 0.4)
def items_that_are_missing_at_times(table, x):
    total = 0.0
    for key in ("a", "z"):
        try:
            value = table[key]
        except KeyError:
            value = x * x
        total += value * value
    for key in ("c", "d"):
        try:
            total += table["b"][key]
        except KeyError:
            total = total * x
    return total


@program([0.3, 1.2, 0.7])
def places_beyond_the_end(x):
    total = 0.0
    for k in (-4, -1, 0, 3):
        try:
            total = total * 0.5 + x[k]
        except IndexError:
            total = total + x[0] * k
            continue
        total = total * x[1]
    return total


@program([0.3, 1.2, 0.7, 0.4])
def memory_that_is_filled_where_it_lacks(x):
    memory, sums = {}, {}

    def product(n):
        try:
            return memory[n]
        except KeyError:
            memory[n] = x[n] * (1.0 if n < 1 else product(n - 1))
            return memory[n]

    for value in x:
        key = "large" if value > 0.5 else "small"
        try:
            sums[key] += value * value
        except KeyError:
            sums[key] = value
    return product(2) + product(1) * product(3) + sums["large"] * sums["small"]


@program([0.3, 1.2, 0.7])
def numbers_that_do_not_fit(x):
    total = 0.0
    for a, b in ((x[0], 0.0), (x[1], x[2])):
        try:
            total += a / b
        except ZeroDivisionError:
            total += a * 3
    for text in ("1.5", "one"):
        try:
            weight = float(text)
        except ValueError:
            weight = x[2]
        total *= weight
    try:
        root = math.sqrt(x[0] - x[1])
    except ValueError:
        root = x[1] ** 2
    return total * root


@program(np.array([0.3, 1.2]))
def containers_that_make_what_they_lack(x):
    counts, known = defaultdict(float), OrderedDict([("a", x[0])])
    try:
        counts["a"] += known["b"]
    except KeyError:
        counts["a"] = x[1]
    try:
        value = counts["b"]
    except KeyError:
        value = 7.0
    return counts["a"] * (value + x[0])
