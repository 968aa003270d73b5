"""Files of generated text, beside which a backend keeps what it compiled.

They lie in the folder that the environment names by ``CLADPY_CACHE_DIR``, else in the user's folder of caches. A file
is found by a digest of the text, of the texts that it calls, of the constants that are compiled in, and of versions:
what changes in any of them is compiled anew. Files may be deleted at any time.
"""

import hashlib
import os
import platform
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

FOLDER = "CLADPY_CACHE_DIR"
_HELPERS = Path(__file__).parent.parent / "runtime" / "numba"
_PACKAGES = ("cladpy", "numpy", "numba", "llvmlite", "scipy")


def kept_text(text: str, name: str, others: Iterable[str]) -> str:
    """Write a text into the file that it is kept in; return the path.

    Parameters
    ----------
    text : str
    name : str
        Of the function asked for, after which the file is called.
    others : iterable of str
        What else the compiled code depends on.
    """
    digest = hashlib.sha256()
    for part in (text, *others, *_surroundings()):
        digest.update(part.encode() + b"\0")
    path = folder() / digest.hexdigest()[:24] / f"{name}.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        own = path.with_suffix(f".{os.getpid()}")
        own.write_text(text)
        own.replace(path)  # in one step: another process may read it
    return str(path)


def folder() -> Path:
    """Return the folder of all files."""
    own = os.environ.get(FOLDER)
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cladpy"


def _surroundings() -> list[str]:
    """Return what compiled code depends on beside its text: versions, settings, and the helpers that it calls."""
    settings = [f"{key}={value}" for key, value in sorted(os.environ.items()) if key.startswith("NUMBA_")]
    helpers = [path.read_text() for path in sorted(_HELPERS.glob("*.py"))]
    return [platform.python_version(), platform.machine(), *map(_version, _PACKAGES), *settings, *helpers]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
