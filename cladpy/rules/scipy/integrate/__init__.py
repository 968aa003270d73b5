"""Rules of scipy.integrate: importing this package registers them."""

from cladpy.rules.scipy.integrate import differential_equations

TOPICS = (differential_equations,)
"""The modules that declare rules."""
