"""Makes the archives beside it, with Python 3.11 and NumPy 2.4: python3 make.py"""

import io
import os
import zipfile

import numpy as np

METHODS = {"bzip2": zipfile.ZIP_BZIP2, "lzma": zipfile.ZIP_LZMA}

ARRAYS = {
    "f8": np.arange(12.0).reshape(3, 4),
    "i2": np.asfortranarray((np.arange(3000) * 7 % 1000).astype(">i2").reshape(60, 50)),
    "none": np.zeros((0, 3), "<f4"),
    "scalar": np.float64(2.5),
    "text": np.array(["é", "整数"]),
}


class Pipe(io.RawIOBase):
    """A file that cannot seek: sizes and CRCs follow the members."""

    def __init__(self, file):
        self.file = file

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)


def make(file, methods):
    with zipfile.ZipFile(file, "w") as archive:
        for method, number in methods.items():
            archive.writestr(zipfile.ZipInfo(f"{method}.txt"), "hello\n" * 3, number)
            for name, array in ARRAYS.items():
                data = io.BytesIO()
                np.lib.format.write_array(data, np.asanyarray(array))
                archive.writestr(zipfile.ZipInfo(f"{method}-{name}.npy"), data.getvalue(), number)


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
    for method, number in METHODS.items():
        make(f"{method}.npz", {method: number})
    with open("mixed.npz", "wb") as file:
        make(Pipe(file), {"stored": zipfile.ZIP_STORED, "deflated": zipfile.ZIP_DEFLATED, **METHODS})
