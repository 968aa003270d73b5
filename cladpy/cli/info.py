"""``cladpy info``: versions, for a report."""

import platform
import sys
from argparse import Namespace
from importlib import metadata

from cladpy.rules import default_registry

_PACKAGES = ("numpy", "gast", "astunparse", "scipy", "numba", "torch", "cupy", "pygments")


def info(_arguments: Namespace) -> int:
    """Write the versions of cladpy, Python and what cladpy uses; return the exit status."""
    lines = [
        ("cladpy", version("cladpy")),
        ("rules", str(len(default_registry.all_rules()))),
        ("python", f"{platform.python_version()} ({platform.python_implementation()})"),
        ("platform", platform.platform()),
        *((name, version(name)) for name in _PACKAGES),
    ]
    width = max(len(name) for name, _ in lines)
    sys.stdout.writelines(f"{name:<{width}}  {text}\n" for name, text in lines)
    return 0


def version(package: str) -> str:
    """Return the version of an installed package."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"
