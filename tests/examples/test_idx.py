"""The reader of IDX files gives what was written, and says what is wrong with a file that is not sound."""

import gzip

import numpy as np
import pytest

from idx import DataError, load_mnist, read_idx, write_idx


def test_idx_round_trip(tmp_path, rng):
    """What is written is read back, gzipped or not."""
    array = rng.integers(0, 256, (3, 4, 5), dtype=np.uint8)
    packed, plain = tmp_path / "packed.gz", tmp_path / "plain"
    write_idx(packed, array)
    plain.write_bytes(gzip.decompress(packed.read_bytes()))
    assert np.array_equal(array, read_idx(packed, dimensions=3))
    assert np.array_equal(array, read_idx(plain, dimensions=3))


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:-1], "truncated: 2 x 3 = 6 elements announced, 5 bytes found"),
        (lambda data: data[:7], "truncated: 7 bytes, the header alone has 12"),
        (lambda data: data + b"\0", "corrupt: 2 x 3 = 6 elements announced, 7 bytes found"),
        (lambda data: b"\0\0\x0d" + data[3:], "corrupt: not an IDX file of unsigned bytes in 2 dimensions"),
        (lambda data: data[:3] + b"\3" + data[4:], "corrupt: not an IDX file of unsigned bytes in 2 dimensions"),
        (lambda data: gzip.compress(data)[:-9], "truncated: the gzip stream ends too early"),
        (lambda data: gzip.compress(data)[:-8] + bytes(8), "corrupt: CRC check failed"),
        (lambda data: gzip.compress(data)[:10] + b"\xff" * 20, "corrupt: Error -3 while decompressing"),
        (lambda _: b"", "truncated: 0 bytes"),
    ],
)
def test_damaged_file_is_refused(tmp_path, damage, message):
    """A truncated or corrupt file is an error that says what is wrong with which file."""
    path = tmp_path / "digits"
    path.write_bytes(damage(b"\0\0\x08\2" + b"\0\0\0\2" + b"\0\0\0\3" + bytes(6)))
    with pytest.raises(DataError) as caught:
        read_idx(path, dimensions=2)
    assert str(caught.value).startswith(f"{path}: {message}")


def write_data_set(folder, *, images=2, labels=2, side=28, label=9):
    """Write a data set of blank images."""
    for part in ("train", "t10k"):
        write_idx(folder / f"{part}-images-idx3-ubyte", np.zeros((images, side, side), np.uint8))
        write_idx(folder / f"{part}-labels-idx1-ubyte", np.full(labels, label, np.uint8))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"images": 3}, "3 images in train-images-idx3-ubyte, 2 labels in train-labels-idx1-ubyte"),
        ({"label": 10}, "label 10 is no digit"),
        ({"images": 0, "labels": 0}, "no images in it"),
    ],
)
def test_files_that_do_not_fit_are_refused(tmp_path, options, message):
    """Files that are sound by themselves must belong together."""
    write_data_set(tmp_path, **options)
    with pytest.raises(DataError, match=message):
        load_mnist(tmp_path)


def test_parts_of_other_sizes_are_refused(tmp_path):
    """Training and test images have the same number of pixels."""
    write_data_set(tmp_path)
    write_idx(tmp_path / "t10k-images-idx3-ubyte", np.zeros((2, 5, 5), np.uint8))
    with pytest.raises(DataError, match="training images have 784 pixels, test images 25"):
        load_mnist(tmp_path)


def test_missing_file_is_named(tmp_path):
    """The error for a missing file tells the names that were looked for."""
    with pytest.raises(DataError, match=r"neither train-images-idx3-ubyte nor train-images-idx3-ubyte\.gz is there"):
        load_mnist(tmp_path)
