"""What all tests share: passes that are verified, a generator of its own for each test, a flag for golden texts."""

import gc
import os
import zlib
from pathlib import Path

import hypothesis
import numpy as np
import pytest

gc.set_threshold(200_000, 50)  # looking through many small trees again and again is a fifth of the time
os.environ["MPLBACKEND"] = "agg"  # no window

TESTS = Path(__file__).parent
VERIFIED = {"emit", "fuzz", "optimize", "properties", "release", "test_golden.py"}

# A deadline measures the machine, not the code. Where CI is set, the examples are the same in every run.
hypothesis.settings.register_profile("cladpy", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("cladpy")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that writes the golden texts anew."""
    parser.addoption("--update-golden", action="store_true", help="write the texts in tests/golden anew")


@pytest.fixture(autouse=True)
def _verified(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every pass check its result where tests are of the passes; it costs a quarter of the time of all tests."""
    parts = request.path.relative_to(TESTS).parts if request.path.is_relative_to(TESTS) else ()
    monkeypatch.setenv("CLADPY_VERIFY", "1" if parts and parts[0] in VERIFIED else "")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Return whether golden texts are to be written instead of compared."""
    return request.config.getoption("--update-golden")


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Return a random generator that is seeded by the test's id, so that order does not matter."""
    return np.random.default_rng(zlib.crc32(request.node.nodeid.encode()))


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what the tests themselves are: they stay until the end."""
    gc.collect()
    gc.freeze()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Look for doctests in the package only: what the tests import is collected with nothing of its own."""
    return (collection_path.suffix == ".py" and not collection_path.name.startswith("test_")) or None
