"""The functions of NumPy whose formulas hold for complex operands; rules may also say so themselves.

Inside, cotangents are bilinear (the derivative in a, less i times that in b, of a + ib), so that the formula of an
analytic function is the real one. Functions that are not analytic (abs, angle, norm, vdot) have formulas of their own.
"""

COMPLEX = frozenset()
