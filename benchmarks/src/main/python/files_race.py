"""The contender numpy in the race of files. It answers the requests of race.py, and two more:
    check make FILE     -> writes data.npy into an archive: small.npz, stored.npz or deflated.npz
    check verify FILE   -> number and CRC-32 of the elements of a .npy or .npz file of any contender
Rows write to the files out-numpy.npz and out-numpy.npy.

If numpy has several ways to do the work, this program uses the fastest one that was found. It reads
a pipe by readinto into an allocated array: numpy.load needs a seekable file, and
numpy.lib.format.read_array copies blocks of 256 KiB. It appends rows as the package
npy-append-array does, but without that package's copy of the rows and without a buffer: it writes
the rows at the end of the file, then the header again at the beginning.
"""

import gc
import io
import os
import signal
import subprocess
import sys
import time
import zipfile
import zlib

import numpy as np
from numpy.lib import format as npy

COLUMNS = 1024
BLOCK = 1 << 20
HUGE = 5 << 27


class Row:
    """An operation: run is timed; before and after are not."""

    def __init__(self, run, show=lambda _: "", before=lambda: None, after=lambda: None):
        self.run, self.show, self.before, self.after = run, show, before, after


def number(value):
    return "\tf:" + float(value).hex()


def items(array):
    return f"\ti:{array.size}\ti:{zlib.crc32(np.ascontiguousarray(array).view('u1').reshape(-1))}"


def header(rows):
    """The header that numpy writes, with padding for a longer shape."""
    out = io.BytesIO()
    npy.write_array_header_1_0(
        out, {"descr": "<f8", "fortran_order": False, "shape": (rows, COLUMNS)}
    )
    return out.getvalue()


class Contender:
    def __init__(self, directory, appends):
        os.chdir(directory)
        self.appends = appends
        self.kept = None

    def data(self):
        if self.kept is None:
            self.kept = np.load("data.npy")
        return self.kept

    def make(self, name):
        data = self.data()
        if name == "small.npz":
            np.savez(name, a=data.reshape(-1)[: BLOCK // 8])
        elif name == "stored.npz":
            np.savez(name, a=data)
        elif name == "deflated.npz":
            np.savez_compressed(name, a=data)
        else:
            raise ValueError(name)
        os.sync()

    def verify(self, name):
        if name.endswith(".npy"):
            return items(np.load(name, mmap_mode="r"))
        with zipfile.ZipFile(name) as archive:
            bad = archive.testzip()
        if bad is not None:
            raise ValueError(f"{name}: {bad} is damaged")
        with np.load(name) as archive:
            return items(archive["a"])

    def item(self, name, index):
        with np.load(name) as archive:
            return archive["a"][index]

    def sum(self, name):
        with np.load(name) as archive:
            return archive["a"].sum()

    def fresh(self, name):
        self.data()
        if os.path.exists(name):
            os.remove(name)

    def savez(self):
        np.savez("out-numpy.npz", a=self.data())

    def savez_forced(self):
        with open("out-numpy.npz", "wb") as file:
            np.savez(file, a=self.data())
            file.flush()
            os.fsync(file.fileno())

    def savez_compressed(self):
        np.savez_compressed("out-numpy.npz", a=self.data())

    def deflated(self, level):
        """Does the same as savez_compressed, which offers only level 6, at another level."""
        with zipfile.ZipFile("out-numpy.npz", "w", zipfile.ZIP_DEFLATED, True, level) as archive:
            with archive.open("a.npy", "w", force_zip64=True) as file:
                npy.write_array(file, self.data())

    def open_pipe(self):
        gc.collect()
        if not os.path.exists("numpy.fifo"):
            os.mkfifo("numpy.fifo")
        self.producer = subprocess.Popen(["sh", "-c", "exec cat data.npy >numpy.fifo"])
        self.pipe = open("numpy.fifo", "rb", buffering=0)

    def close_pipe(self):
        self.pipe.close()
        self.producer.wait()

    def read_pipe(self):
        npy.read_magic(self.pipe)
        shape, fortran, dtype = npy.read_array_header_1_0(self.pipe)
        array = np.empty(shape, dtype, order="F" if fortran else "C")
        left = memoryview(array).cast("B")
        while len(left):
            count = self.pipe.readinto(left)
            if not count:
                raise EOFError("the pipe ended early")
            left = left[count:]
        return array

    def begin_array(self):
        self.fresh("out-numpy.npy")
        with open("out-numpy.npy", "wb") as file:
            file.write(header(0))

    def append(self, syncs):
        rows = self.data()[: BLOCK // COLUMNS // 8]
        count = 0
        with open("out-numpy.npy", "rb+", buffering=0) as file:
            for _ in range(self.appends):
                file.seek(0, os.SEEK_END)
                file.write(rows)
                if syncs == 2:
                    os.fdatasync(file.fileno())
                count += len(rows)
                file.seek(0)
                file.write(header(count))
                if syncs:
                    os.fdatasync(file.fileno())


def operations(it):
    def writing(run):
        return Row(run, before=lambda: it.fresh("out-numpy.npz"))

    def appending(syncs):
        return Row(lambda: it.append(syncs), before=it.begin_array)

    pipe = Row(it.read_pipe, items, it.open_pipe, it.close_pipe)
    return {
        "open, one item, 1 MiB stored": Row(lambda: it.item("small.npz", 1000), number),
        "open, one item, 5 GiB stored": Row(lambda: it.item("big.npz", HUGE // 2), number),
        "open, one item, 5 GiB, -Xmx128m": Row(lambda: it.item("big.npz", HUGE // 2), number),
        "sum, stored": Row(lambda: it.sum("stored.npz"), number),
        "sum, stored, CRC checked": Row(lambda: it.sum("stored.npz"), number),
        "sum, deflated": Row(lambda: it.sum("deflated.npz"), number),
        "savez": writing(it.savez),
        "savez, forced": writing(it.savez_forced),
        "savez_compressed, level 1": writing(lambda: it.deflated(1)),
        "level 1, two threads": writing(lambda: it.deflated(1)),
        "savez_compressed, level 6": writing(it.savez_compressed),
        "level 6, two threads": writing(it.savez_compressed),
        "pipe to array, stream": pipe,
        "pipe to array, channel": pipe,
        "append 1 MiB blocks": appending(0),
        "append, each forced": appending(2),
        "append, forced; numpy: once": appending(1),
    }


def answer(it, rows, verb, name, _="0", repeats="1", clock="wall"):
    if verb == "knows":
        return "yes" if name in rows else "no"
    if verb == "check" and name not in rows:
        what, file = name.split(" ", 1)
        shown = {"make": it.make, "verify": it.verify}[what](file)
        return "ok" + (shown or "")
    row = rows[name]
    if verb == "check":
        row.before()
        result = row.run()
        row.after()
        return "ok" + row.show(result)
    nanos = time.thread_time_ns if clock == "cpu" else time.perf_counter_ns
    total = 0
    for _ in range(int(repeats)):
        result = None
        row.before()
        begin = nanos()
        result = row.run()
        total += nanos() - begin
        row.after()
    return f"ok\t{total}"


def main():
    # The parent process handles Ctrl-C: it closes the input of this program.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    it = Contender(sys.argv[1], int(sys.argv[2]))
    rows = operations(it)
    print("ready", flush=True)
    for line in sys.stdin:
        print(answer(it, rows, *line.rstrip("\n").split("\t")), flush=True)


main()
