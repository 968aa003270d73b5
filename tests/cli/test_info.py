"""``cladpy info``: versions."""

import platform

import numpy as np

from cladpy.cli.info import version


def test_versions_are_printed(run):
    """Of cladpy, Python and what it uses."""
    result = run("info")
    found = dict(line.split(maxsplit=1) for line in result.out.splitlines())
    assert (result.status, result.err) == (0, "")
    assert found["numpy"] == np.__version__
    assert found["python"].startswith(platform.python_version())
    assert int(found["rules"]) > 100


def test_a_package_that_is_not_installed_is_said_to_be():
    """Rather than left out."""
    assert version("no-such-package-at-all") == "not installed"
