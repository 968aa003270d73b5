"""Learning curve of a training run as a picture, drawn by matplotlib where it is installed."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path


def check_picture(path: Path, *, overwrite: bool) -> None:
    """Refuse, before any training, a picture that could not be drawn after it.

    Raises
    ------
    ValueError
        Matplotlib is missing, the file is no PNG or is there already, or its folder is not.
    """
    if importlib.util.find_spec("matplotlib") is None:
        raise ValueError("--plot needs matplotlib: pip install 'cladpy[plot]'")
    if path.suffix.lower() != ".png":
        raise ValueError(f"--plot {path}: the name of a PNG file ends in .png")
    if not path.absolute().parent.is_dir():
        raise ValueError(f"--plot {path}: there is no folder {path.parent}")
    if path.exists() and not overwrite:
        raise ValueError(f"--plot {path}: the file is there already; --force overwrites it")


def draw_curve(path: Path, losses: Sequence[float], accuracies: Sequence[float]) -> None:
    """Draw the loss on the training images and the accuracy on the test images by epoch."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    epochs = range(1, len(losses) + 1)
    figure = Figure(figsize=(7, 4), layout="constrained")
    left = figure.subplots()
    left.plot(epochs, losses, "o-", markersize=3, color="tab:blue", label="loss, training images")
    left.set(xlabel="epoch", ylabel="loss", ylim=(0, None))
    left.xaxis.set_major_locator(MaxNLocator(integer=True))
    right = left.twinx()
    right.plot(epochs, accuracies, "s-", markersize=3, color="tab:orange", label="accuracy, test images")
    right.set_ylabel("accuracy")
    right.yaxis.set_major_formatter(PercentFormatter(1.0))
    figure.legend(loc="outside upper center", ncols=2, frameon=False)
    figure.savefig(path, dpi=150)
