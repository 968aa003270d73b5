"""Rules of scipy.signal: importing this package registers them."""

from cladpy.rules.scipy.signal import convolutions

TOPICS = (convolutions,)
"""The modules that declare rules."""
