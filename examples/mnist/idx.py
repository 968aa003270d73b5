"""Reader of the IDX files that MNIST is distributed in, gzipped or not.

An IDX file holds one array: two zero bytes, a byte for the element type (8 is
unsigned byte, the only one that MNIST uses), a byte for the number of dimensions,
each dimension as a big-endian 32-bit integer, then the elements in C order.
"""

import gzip
import math
import struct
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

UNSIGNED_BYTE = 8
GZIP_MAGIC = b"\x1f\x8b"


class DataError(Exception):
    """A data file is missing, truncated, corrupt or does not fit the others."""


class Digits(NamedTuple):
    """Images of digits and what they show.

    Attributes
    ----------
    images : ndarray, shape (n, rows * columns), uint8
        One image a row, 0 is background.
    labels : ndarray, shape (n,), uint8
        The digit, 0 to 9, of each image.
    """

    images: NDArray[np.uint8]
    labels: NDArray[np.uint8]


def load_mnist(folder: Path) -> tuple[Digits, Digits]:
    """Read the training and the test part of MNIST from a folder of four IDX files.

    Parameters
    ----------
    folder : Path
        Holds ``train-images-idx3-ubyte``, ``train-labels-idx1-ubyte`` and the two
        of ``t10k``, each with or without ``.gz``.

    Returns
    -------
    tuple of Digits
        The training part, the test part.

    Raises
    ------
    DataError
        A file is missing, truncated or corrupt, or the files do not belong together.
    """
    train, test = load_digits(folder, "train"), load_digits(folder, "t10k")
    if train.images.shape[1] != test.images.shape[1]:
        message = f"{folder}: training images have {train.images.shape[1]} pixels, test images {test.images.shape[1]}"
        raise DataError(message)
    return train, test


def load_digits(folder: Path, part: str) -> Digits:
    """Read one part, ``"train"`` or ``"t10k"``, of the data set."""
    images_path = find(folder, f"{part}-images-idx3-ubyte")
    labels_path = find(folder, f"{part}-labels-idx1-ubyte")
    images = read_idx(images_path, dimensions=3)
    labels = read_idx(labels_path, dimensions=1)
    if len(images) != len(labels):
        raise DataError(
            f"{folder}: {len(images)} images in {images_path.name}, {len(labels)} labels in {labels_path.name}"
        )
    if images.size == 0:
        raise DataError(f"{images_path}: no images in it")
    if labels.max() > 9:
        raise DataError(f"{labels_path}: label {labels.max()} is no digit; the file is corrupt")
    return Digits(images.reshape(len(images), -1), labels)


def find(folder: Path, name: str) -> Path:
    """Return the path of a file that may be gzipped."""
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    raise DataError(f"{folder}: neither {name} nor {name}.gz is there")


def read_idx(path: Path, dimensions: int) -> NDArray[np.uint8]:
    """Read the array of unsigned bytes that an IDX file holds.

    Parameters
    ----------
    path : Path
        The file; that it is gzipped is seen from its first two bytes.
    dimensions : int
        The number of dimensions expected.

    Returns
    -------
    ndarray, uint8
        Writable, in C order.

    Raises
    ------
    DataError
        The file cannot be read, is truncated, or is not such an IDX file.
    """
    data = read_bytes(path)
    header = 4 + 4 * dimensions
    if len(data) < header:
        raise DataError(f"{path}: truncated: {len(data)} bytes, the header alone has {header}")
    if data[:4] != bytes((0, 0, UNSIGNED_BYTE, dimensions)):
        raise DataError(f"{path}: corrupt: not an IDX file of unsigned bytes in {dimensions} dimensions")
    shape = struct.unpack(f">{dimensions}I", data[4:header])
    announced, found = math.prod(shape), len(data) - header
    if found != announced:
        problem = "truncated" if found < announced else "corrupt"
        sizes = " x ".join(map(str, shape))
        raise DataError(f"{path}: {problem}: {sizes} = {announced} elements announced, {found} bytes found")
    return np.frombuffer(data, np.uint8, offset=header).reshape(shape).copy()


def read_bytes(path: Path) -> bytes:
    """Return a file's content, decompressed where it is gzipped."""
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if data.startswith(GZIP_MAGIC) else data
    except EOFError as error:
        raise DataError(f"{path}: truncated: the gzip stream ends too early") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"{path}: corrupt: {error}") from error
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from error


def write_idx(path: Path, array: NDArray[np.uint8]) -> None:
    """Write an array of unsigned bytes as a gzipped IDX file, the same bytes every time."""
    header = bytes((0, 0, UNSIGNED_BYTE, array.ndim)) + struct.pack(f">{array.ndim}I", *array.shape)
    path.write_bytes(gzip.compress(header + array.tobytes(), compresslevel=9, mtime=0))
