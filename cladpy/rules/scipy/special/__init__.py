"""Rules of scipy.special: importing this package registers them."""

from cladpy.rules.scipy.special import bessel, error, gamma, integrals, logarithms, orthogonal, runtime

TOPICS = (logarithms, error, gamma, bessel, orthogonal, integrals, runtime)
"""The modules that declare rules."""
