"""The MNIST example learns, with the gradient that an expert would write by hand and in as little memory."""

import argparse
import functools
import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import second_order
from bench.mnist_memory import live_bytes_by_line, one_batch, total_peak
from idx import load_mnist
from train import SAMPLE, Examples, initial_parameters, loss, main, train

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "mnist"


def backward_by_hand(w1, b1, w2, b2, images, targets):
    """Return the adjoints of the parameters, derived and written without cladpy."""
    hidden = np.maximum(images @ w1 + b1, 0)
    d_outputs = (hidden @ w2 + b2 - targets) / len(images)
    d_hidden = (d_outputs @ w2.T) * (hidden > 0)
    return images.T @ d_hidden, d_hidden.sum(axis=0), hidden.T @ d_outputs, d_outputs.sum(axis=0)


@pytest.fixture
def command(monkeypatch, capsys):
    """Return a function that runs the script's main and gives exit status and standard error."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["train.py", *map(str, arguments)])
        try:
            status = main()
        except SystemExit as stop:  # argparse's way out
            status = stop.code
        return status, capsys.readouterr().err

    return run


@pytest.fixture(scope="module")
def sample():
    """Return the training and the test part of the embedded sample."""
    return tuple(map(Examples.of, load_mnist(SAMPLE)))


def train_on(sample, differentiate, *, epochs, seed=0):
    """Return the trained parameters and what each epoch ended with."""
    generator = np.random.default_rng(seed)
    parameters = initial_parameters(784, 64, generator)
    options = argparse.Namespace(epochs=epochs, batch=128, lr=0.05)
    return parameters, train(parameters, *sample, options, generator=generator, differentiate=differentiate)


# ---- learning ----


def test_sample_is_even_and_small():
    """The embedded sample has 600 and 100 images of each digit in less than two megabytes."""
    train_digits, test_digits = load_mnist(SAMPLE)
    assert [600] * 10 == np.bincount(train_digits.labels).tolist()
    assert [100] * 10 == np.bincount(test_digits.labels).tolist()
    assert sum(path.stat().st_size for path in SAMPLE.iterdir()) < 2_000_000


def test_same_parameters_as_by_hand(sample):
    """Training with the generated gradient gives the parameters of the hand-written one, bit for bit."""
    parameters, _ = train_on(sample, loss, epochs=2)
    by_hand, _ = train_on(sample, backward_by_hand, epochs=2)
    for expected, actual in zip(by_hand, parameters, strict=True):
        assert expected.dtype == actual.dtype == np.float32
        assert np.array_equal(expected, actual)


def test_training_reaches_the_accuracy(sample):
    """Twenty epochs on the sample end at 88 % or better on its test images, and the loss falls."""
    _, epochs = train_on(sample, loss, epochs=20)
    assert epochs[-1].accuracy >= 0.88
    assert all(later.loss < earlier.loss for earlier, later in itertools.pairwise(epochs))


def test_last_partial_batch_is_dropped(sample, rng):
    """One epoch shows each image at most once, in full batches only."""
    batches = list(sample[0].batches(128, rng))
    assert [(128, 784)] * 46 == [batch.images.shape for batch in batches]


# ---- memory ----


def test_live_arrays_at_the_peak():
    """After no line of the generated gradient do more bytes live than in the best derivative edited by hand."""
    # Copies of the batch 401,408 + 5,120; d_w1 200,704, d_b1 256, d_w2 2,560, d_b2 40; and d_hidden 32,768.
    timeline = live_bytes_by_line(one_batch(128, 64))
    assert len(timeline) > 5
    assert max(size for _, size in timeline) <= 642_856


def test_total_peak():
    """Temporaries within a line and Python's own objects stay below what the end of the gradient needs."""
    assert total_peak(one_batch(128, 64)) <= 646_000  # the arrays above and 3 kB of Python objects


def test_images_are_not_differentiated(sample):
    """The generated gradient holds no product that only an adjoint of the images would need."""
    images, targets = sample[0].images[:4], sample[0].targets[:4]
    loss(*initial_parameters(784, 64, np.random.default_rng(0)), images, targets)
    assert "w1.T" not in loss.source
    assert "d_images" not in loss.source


# ---- the command ----


def test_command_trains_and_draws(tmp_path):
    """The script prints the gradient and the accuracies, and draws a picture."""
    pytest.importorskip("matplotlib")
    picture = tmp_path / "curve.png"
    command = [sys.executable, EXAMPLE / "train.py", "--epochs", "2", "--show-source", "--plot", picture]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (0, "") == (done.returncode, done.stderr)
    assert "def loss_grad_w1_b1_w2_b2(" in done.stdout
    assert "6000 training images and 1000 test images" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("epoch   2   loss 0.")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_picture_is_not_overwritten(tmp_path, command):
    """A file that is there already stays unless --force is given."""
    picture = tmp_path / "curve.png"
    picture.write_text("precious")
    expected = f"error: --plot {picture}: the file is there already; --force overwrites it\n"
    assert (1, expected) == command("--epochs", "1", "--plot", picture)
    assert picture.read_text() == "precious"


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--data", "nowhere"], 1, "error: nowhere: neither train-images-idx3-ubyte nor"),
        (["--batch", "6001"], 1, "error: --batch 6001 is more than the 6000 training images"),
        (["--plot", "curve.gif"], 1, "error: --plot curve.gif: the name of a PNG file ends in .png"),
        (["--plot", "nowhere/curve.png"], 1, "error: --plot nowhere/curve.png: there is no folder nowhere"),
        (["--epochs", "1", "--lr", "1e9"], 1, "error: the loss is no longer finite"),
        (["--epochs", "0"], 2, "argument --epochs: invalid positive int value: '0'"),
        (["--lr", "nan"], 2, "argument --lr: invalid positive float value: 'nan'"),
    ],
)
def test_command_refuses_clearly(arguments, status, message, command):
    """What cannot be done is told in a line on standard error."""
    actual_status, error = command(*arguments)
    assert status == actual_status
    assert message in error


def test_data_folder_of_the_environment(monkeypatch, tmp_path, command):
    """Without --data the images come from the folder that MNIST_DIR names."""
    monkeypatch.setenv("MNIST_DIR", str(tmp_path))
    status, error = command("--epochs", "1")
    assert (1, True) == (status, error.startswith(f"error: {tmp_path}: neither"))


# ---- second order ----


def test_products_with_the_hessian_are_differences_of_the_gradient(sample, rng):
    """Of the loss of a few images, in single precision."""
    data = Examples(*(each[:8] for each in sample[0]))
    parameters = initial_parameters(784, 5, rng)
    vectors = tuple(rng.standard_normal(each.shape).astype(np.float32) for each in parameters)
    product = second_order.product(*parameters, *data, *vectors)
    step, sides = 1e-3, []
    for sign in (1, -1):
        moved = [np.float64(p) + sign * step * v for p, v in zip(parameters, vectors, strict=True)]
        wide = [np.float64(each) for each in data]
        sides.append(second_order.slope(*moved, *wide)[1])
    for found, over, under in zip(product, *sides, strict=True):
        np.testing.assert_allclose(found, (over - under) / (2 * step), rtol=1e-2, atol=1e-3)  # float32, and kinks


def test_conjugate_gradients_lower_the_loss(sample):
    """A few steps take more off than as many of plain descent."""
    data = Examples(*(each[:50] for each in sample[0]))
    descended = start = initial_parameters(784, 8, np.random.default_rng(0))
    for _ in range(3):
        _, gradient = second_order.slope(*descended, *data)
        descended = second_order.added(descended, -0.05, gradient)
    _, losses = second_order.train(start, data, 4)
    assert losses[-1] < 0.8 * second_order.slope(*descended, *data)[0] < losses[0]


# ---- the generated text ----


@functools.cache
def dump(hash_seed):
    """Return what the command line prints of the example."""
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    arguments = [sys.executable, "-m", "cladpy", "dump", EXAMPLE / "train.py"]
    return subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT, check=True, env=environment).stdout


def test_same_text_under_each_hash_seed():
    """The order of sets and the like does not show in the generated text."""
    first, *others = [dump(seed) for seed in (0, 1, 2)]
    assert "def loss_grad_w1_b1_w2_b2(" in first
    assert [first, first] == others


def test_dumped_text_is_that_of_training(rng):
    """From the annotations comes the text that a call gives, after a check of what they promise."""
    loss(*initial_parameters(784, 64, rng), np.zeros((8, 784), np.float32), np.zeros((8, 10), np.float32))
    sweeps = "    # ---- forward sweep ----"
    assert sweeps in loss.source
    assert loss.source.partition(sweeps)[2].strip() == dump(0).partition(sweeps)[2].strip()


def test_dumped_module_runs_by_itself(rng):
    """The text that is printed without running the file computes the gradient."""
    namespace = {"__name__": "dumped"}
    exec(compile(dump(0), "dumped.py", "exec"), namespace)
    arguments = [*initial_parameters(784, 64, rng), rng.random((8, 784), np.float32), rng.random((8, 10), np.float32)]
    slots = namespace["loss_grad_w1_b1_w2_b2"](*arguments)
    for expected, actual in zip(backward_by_hand(*arguments), slots[:4], strict=True):
        assert expected.dtype == actual.dtype
        np.testing.assert_allclose(expected, actual, rtol=1e-4, atol=1e-6)  # float32 sums of 784 terms in another order
