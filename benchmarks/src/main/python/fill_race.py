"""Fills an equal part of one array for each line of input. The fields of a line are separated by tabs: path,
work, rows, columns, rows of a chunk, mode, the index of this process and the number of processes. Answers with
one line when its part is done."""

import os
import sys
import time

import numpy as np

STEPS = 10


def compute(work, first, count):
    if work == "index":
        return np.arange(first, first + count, dtype="f8")
    x = (np.arange(first, first + count) % 1021 + 0.5) / 1021
    y = np.empty_like(x)
    for _ in range(STEPS):
        np.subtract(1, x, out=y)
        np.multiply(x, 3.9, out=x)
        np.multiply(x, y, out=x)
    return x


def opened(path, shape, number):
    """Opens the array. Process 0 creates it, under another name until the file has its size."""
    if number == 0:
        array = np.lib.format.open_memmap(path + ".new", mode="w+", dtype="f8", shape=shape)
        os.rename(path + ".new", path)
        return array
    while not os.path.exists(path):
        time.sleep(0.001)
    return np.lib.format.open_memmap(path, mode="r+")


def main():
    print("ready", flush=True)
    for line in sys.stdin:
        path, work, rows, columns, chunk, _, number, count = line.rstrip("\n").split("\t")
        rows, columns, chunk, number, count = map(int, (rows, columns, chunk, number, count))
        begin = time.perf_counter_ns()
        array = opened(path, (rows, columns), number)
        start, stop = rows * number // count, rows * (number + 1) // count
        # Blocks that fit into the second-level cache are the fastest.
        block = max(1, min(chunk, (1 << 17) // columns // 8 or 1))
        if work != "nothing":
            for i in range(start, stop, block):
                j = min(i + block, stop)
                array[i:j] = compute(work, i * columns, (j - i) * columns).reshape(j - i, columns)
        del array
        print(f"{stop - start}\t0\t0\t{time.perf_counter_ns() - begin}", flush=True)


main()
