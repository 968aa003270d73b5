"""Checks of derivatives that users and the project's own tests share."""

from cladpy.testing.check_gradient import check_gradient
from cladpy.testing.mismatch import GradientMismatch

__all__ = ["GradientMismatch", "check_gradient"]
