"""What makes a request of a call."""

import numpy as np

import cladpy
from cladpy.requesting import REQUESTS, is_request


def test_requests_are_known_by_their_module():
    """Each public function that makes a derivative is one, and nothing else."""
    found = {name for name in cladpy.__all__ if is_request(getattr(cladpy, name))}
    assert found == {
        "differentiate",
        "gradient",
        "hessian",
        "hessian_diagonal",
        "hessian_vector_product",
        "jacobian",
        "pullback",
        "pushforward",
        "value_and_gradient",
    }
    assert not is_request(np.sum)
    assert all(module.startswith("cladpy.") for module in REQUESTS)
