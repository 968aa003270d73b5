"""The programs of this folder, what cladpy generates for them, and a command that prints it all.

Each folder holds ``input.py``, with one primal or a primal behind its helpers, ``WRT`` and ``arguments(rng)``, and
``expected.py``, the whole generated module. With ``STATIC`` it is the text for any arguments, made before a call; with
``ON_GRADIENT`` the one that hands the adjoints out.
"""

import importlib.util
import sys
import types
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cladpy import gradient

FOLDER = Path(__file__).parent
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/input.py"))


@dataclass(frozen=True)
class Golden:
    """One program: its module, its primal and the text that is expected.

    Parameters
    ----------
    module : module
    primal : function
        The last one that ``input.py`` defines, ``arguments`` left out.
    expected : Path
    """

    module: types.ModuleType
    primal: types.FunctionType
    expected: Path

    @classmethod
    def of(cls, name):
        """Return the program of a folder."""
        folder = FOLDER / name
        spec = importlib.util.spec_from_file_location(f"golden_{name}", folder / "input.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        functions = [each for each in vars(module).values() if isinstance(each, types.FunctionType)]
        own = [each for each in functions if each.__module__ == spec.name and each.__name__ != "arguments"]
        return cls(module, own[-1], folder / "expected.py")

    @property
    def hands_out(self):
        """Tell whether the adjoints are given to a function."""
        return hasattr(self.module, "ON_GRADIENT")

    def arguments(self):
        """Return the arguments of a call."""
        return self.module.arguments(np.random.default_rng(0))

    def text(self):
        """Return the generated module."""
        on_gradient = print if self.hands_out else None
        derivative = gradient(self.primal, self.module.WRT, on_gradient=on_gradient)
        return derivative.source if hasattr(self.module, "STATIC") else derivative.source_for(*self.arguments())


if __name__ == "__main__":
    for each in NAMES:
        print(f"# {each}\n{Golden.of(each).text()}")
