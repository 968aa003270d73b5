"""Lists of numbers that grow in a loop, are read back in it, and are then handed to functions of libraries."""

import bisect
import math
import statistics

import numpy as np

from tests.programs.corpus import program

EPS = np.array([0.3, -0.8, 0.7, 0.45, 1.1])


def walk(eps, pull):
    path = [1.0]
    for e in eps:
        path.append(path[-1] + pull * (0.5 - path[-1]) + 0.3 * e)
    return path


@program(EPS, 0.3)
def array_and_list_of_one_path(eps, pull):
    path = [1.0]
    for e in eps:
        path.append(path[-1] + pull * (0.5 - path[-1]) + 0.3 * e)
    arr = np.asarray(path)
    return arr.max() - arr.min() + np.median(arr) + statistics.fmean(path) + sum(path)


@program(EPS, 0.3)
def moments_of_a_path(eps, pull):
    path = walk(eps, pull)
    spread = statistics.stdev(path) + statistics.pvariance(path, statistics.fmean(path))
    return statistics.mean(path) * spread + statistics.variance(path) + statistics.pstdev(v * v for v in path)


@program(EPS, 0.3)
def places_in_a_path(eps, pull):
    path = [1.0]
    for e in eps:
        path.append(path[-1] * 0.9 + pull * e * e)
    best = np.argmax(path) * path[0] + bisect.bisect(path, 0.4) * path[1] + math.floor(path[2] + 3.0) * path[3]
    return best * np.size(path) + np.count_nonzero(path) * path[4] * math.isfinite(path[1])


@program(EPS, 0.3)
def length_of_a_path(eps, pull):
    path = walk(eps, pull)
    return math.hypot(*path) + math.hypot(*eps) * math.hypot(*(eps - pull)) ** 2


@program(EPS)
def statistics_of_an_array(eps):
    return statistics.mean(eps) * statistics.stdev(eps) + statistics.geometric_mean(np.exp(eps))


@program(EPS)
def statistics_of_generators(eps):
    return statistics.fmean(e * e for e in eps) + statistics.pvariance(map(math.exp, eps))


@program(EPS, 0.3)
def spread_of_what_is_equal(eps, pull):
    path = [pull, pull, pull]
    for e in eps[:2]:
        path.append(pull * e)
    return statistics.stdev([pull, pull]) + statistics.variance(path[:4], pull)


@program(EPS)
def array_of_a_list_that_goes_on_growing(eps):
    path = []
    for e in eps:
        path.append(e * e)
    early = np.array(path)
    path.append(early[0] * 2.0)
    return np.sum(early) * path[-1] + np.asarray(path) @ np.ascontiguousarray(path)


@program(EPS)
def array_of_a_list_that_is_updated(eps):
    path = [eps[0], eps[1]]
    for e in eps[2:]:
        path.append(e * e)
    values = np.asarray(path)
    values[0] = 5.0
    return np.sum(values**2) * path[0]


@program(EPS)
def truths_about_a_list(eps):
    path = [e * 2.0 for e in eps if e > 0]
    path.append(path[0] * path[1])
    return path[0] * np.allclose(path, 1.0) + path[-1] * np.all(path) + path[1] * np.shape(path)[0]
