"""Rules of the distributions of scipy.stats: importing this package registers them."""

from cladpy.rules.scipy.stats import continuous, discrete, multivariate, runtime

TOPICS = (continuous, discrete, multivariate, runtime)
"""The modules that declare rules."""
