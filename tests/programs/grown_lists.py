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
