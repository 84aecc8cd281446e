"""The contender numpy of the race.

Answers requests on standard input, one per line, with fields separated by tabs:
    knows NAME                    -> yes | no
    check NAME SET                -> ok and the result: i:INTEGER, f:DOUBLE (hexadecimal), d:DIGEST
    run   NAME SET REPEATS CLOCK  -> ok NANOSECONDS of all repeats, by the clock wall or cpu
SET is the index of a prepared set of random rows. The program ends when its input ends.

If numpy has several ways to do the work, this program uses the fastest one that was found: compress
is faster than a[mask], and multiply into a kept array is faster than a += s * b, which allocates a
temporary array. The table has two rows each for elements and for rows that are taken: one for the
usual expressions a[i, j] and a[rows], which check the indices and return a new array, and one for
take with mode='clip', the fastest way, which does not check the indices. (take with mode='raise'
into an existing array is slower than both, because it copies twice.)

With NDMAP_RACE_NUMEXPR=1 in the environment, numexpr computes the rows with several operations.
"""

import mmap
import os
import signal
import sys
import time

import numpy as np

HALF, SCALE, START, INT_SCALE, FAR = 0.5, 0.25, 7, 3, 0.375
CALLS = 1000
SHOWN = 100
CELLS = 512
WORDS = 4096
SORTED = 256 << 20


def digest(array):
    """The digest of the other contenders: within a block, each word is weighted by its position."""
    words = array.reshape(-1).view(np.uint64)
    weights = 2 * np.arange(WORDS, dtype=np.uint64) + 1
    value = words.nbytes
    for start in range(0, words.size, 256 * WORDS):
        part = words[start : start + 256 * WORDS]
        whole = part.size // WORDS * WORDS
        sums = (part[:whole].reshape(-1, WORDS) * weights).sum(axis=1).tolist()
        if whole < part.size:
            sums.append(int((part[whole:] * weights[: part.size - whole]).sum()))
        for block in sums:
            value = (value * 0x9E3779B97F4A7C15 + block) & 0xFFFFFFFFFFFFFFFF
    return f"d:{value:016x}"


def number(value):
    return "f:" + float(value).hex()


def integer(value):
    return f"i:{int(value)}"


class Contender:
    """The arrays, and one method for each operation, which returns the result."""

    def __init__(self, directory, target_bytes):
        self.directory = directory
        self.set = 0
        for name in os.listdir(directory):
            if name.endswith(".npy") and not name.startswith("cold"):
                array = np.load(os.path.join(directory, name), mmap_mode="r")
                # A plain array over the mapping: np.memmap costs more for each small operation.
                setattr(self, name[:-4].replace("-", "_"), np.asarray(array))
        # Anonymous memory of the default page size, already faulted in, as in the other contenders.
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        self.target = np.frombuffer(mmap.mmap(-1, target_bytes, flags=private), dtype=np.uint8)
        self.target[:] = 1
        self.scratch = None
        if hasattr(self, "f8"):
            self.mask = self.f8 > HALF
            self.compared = self.mask.copy()
        if hasattr(self, "items"):
            self.item_rows, self.item_columns = np.divmod(self.items, self.f8.shape[1])

    def into(self, dtype, shape):
        """The beginning of the target, as an array."""
        count = int(np.prod(shape))
        return self.target[: count * np.dtype(dtype).itemsize].view(dtype).reshape(shape)

    def temporary(self, like):
        """An array for s * b, kept from one run to the next."""
        if self.scratch is None or self.scratch.dtype != like.dtype:
            self.scratch = np.ones_like(like)
        return self.scratch

    # ---- one number

    def sum_f8(self):
        return self.f8.sum()

    def sum_f4(self):
        return self.small_f4.sum()

    def sum_i4(self):
        return self.small_i4.sum()

    def sum_i2(self):
        return self.small_i2.sum()

    def sum_u1(self):
        return self.small_u1.sum()

    def count_bool(self):
        return np.count_nonzero(self.small_b1)

    def max_f8(self):
        return self.f8.max()

    def argmax_f8(self):
        return self.f8.argmax()

    def mean_std(self):
        return self.f8.mean(), self.f8.std()

    def std_f8(self):
        return self.f8.std()

    def sum_be(self):
        return self.be.sum()

    def stats_f4(self):
        x = self.f4
        return x.size, x.min(), x.max(), x.mean(dtype="f8"), x.std(dtype="f8")

    def overview_f4(self):
        high = min(CELLS, len(self.f4))
        cells = self.f4.reshape(high, -1, CELLS, self.f4.shape[1] // CELLS)
        counts = np.full((high, CELLS), cells.shape[1] * cells.shape[3])
        return counts, cells.min(axis=(1, 3)), cells.max(axis=(1, 3)), cells.mean(axis=(1, 3))

    def sum_axis_0(self):
        return self.f8.sum(axis=0)

    def sum_axis_1(self):
        return self.f8.sum(axis=1)

    def sum_strided(self):
        return self.f8[::2, ::3].sum()

    # ---- copies and conversions

    def convert(self, source, dtype):
        target = self.into(dtype, source.shape)
        np.copyto(target, source, casting="same_kind")
        return target

    def copy_f8(self):
        return self.convert(self.f8, "<f8")

    def copy_swapped(self):
        return self.convert(self.be, "<f8")

    def f8_f4(self):
        return self.convert(self.f8, "<f4")

    def f4_f8(self):
        return self.convert(self.f4[: len(self.f4) // 2], "<f8")

    def u1_f4(self):
        return self.convert(self.u1, "<f4")

    def f2_f4(self):
        return self.convert(self.f2, "<f4")

    def transpose(self):
        target = self.into("<f8", self.f8.shape[::-1])
        np.copyto(target.T, self.f8)
        return target

    # ---- selection

    def gather(self):
        target = self.into("<f8", self.items.shape)
        np.take(self.f8.reshape(-1), self.items, out=target, mode="clip")
        return target

    def gather_at(self):
        return self.f8[self.item_rows, self.item_columns]

    def take_rows(self):
        return self.f8[self.rows]

    def take_rows_clipped(self):
        target = self.into("<f8", (len(self.rows), self.f8.shape[1]))
        np.take(self.f8, self.rows, axis=0, out=target, mode="clip")
        return target

    def selected(self, mask):
        target = self.into("<f8", np.count_nonzero(mask))
        np.compress(mask.reshape(-1), self.f8.reshape(-1), out=target)
        return target

    def select(self):
        return self.selected(self.mask)

    def compare_select(self):
        np.greater(self.f8, HALF, out=self.compared)
        return self.selected(self.compared)

    # ---- several operations at once

    def root(self):
        target = self.into("<f8", self.f8.shape)
        np.sqrt(self.f8 * self.f8 + self.f8, out=target)
        return target

    def far(self):
        return np.count_nonzero(np.abs(self.f8 - HALF) > FAR)

    def distances(self):
        target = self.into("<f8", self.f8.shape)
        np.sqrt(self.f8 * self.f8 + self.f8_too * self.f8_too, out=target)
        return target

    # ---- order and products

    def some(self, source):
        """The first rows of an array, SORTED bytes in all, which are sorted."""
        return source[: max(1, SORTED // source[0].nbytes)].reshape(-1)

    def sort(self, source):
        source = self.some(source)
        target = self.into(source.dtype, source.shape)
        np.copyto(target, source)
        target.sort()
        return target

    def argsort(self):
        return np.argsort(self.some(self.f8), kind="stable")

    def unique(self):
        return np.unique(self.some(self.f8))

    # ---- functions: only the first results are compared, within a tolerance

    def function(self, function, *operands):
        target = self.into(operands[0].dtype, operands[0].shape)
        function(*operands, out=target)
        return target.reshape(-1)[:512]

    def product(self, x):
        return np.matmul(x, x, out=self.into(x.dtype, x.shape))[0]

    # ---- in place

    def add(self, b, scale):
        a, scaled = self.into(b.dtype, b.shape), self.temporary(b)
        np.multiply(b, scale, out=scaled)
        np.add(a, scaled, out=a)
        return a

    def add_f8(self):
        return self.add(self.f8, SCALE)

    def add_f4(self):
        return self.add(self.f4, SCALE)

    def add_i4(self):
        return self.add(self.i4, INT_SCALE)

    # ---- cold files: opening and closing the file is part of the time

    def opened(self, name):
        return np.load(os.path.join(self.directory, name + ".npy"), mmap_mode="r")

    def cold_rows(self):
        # Only a few rows, because each access reads megabytes of the file.
        at = self.opened("cold-rows")[self.set, :SHOWN]
        target = self.into("<f8", (len(at), 64))
        np.take(self.opened("cold"), at, axis=0, out=target, mode="clip")
        return target

    def cold_sum(self):
        return self.opened("cold-sum").sum()

    # ---- small things

    def element_loop(self):
        a = self.square
        rows, columns = a.shape
        total = 0.0
        for i in range(rows):
            for j in range(columns):
                total += a[i, j]
        return total

    def sum_hundred(self):
        a = self.hundred
        for _ in range(CALLS):
            last = a.sum()
        return last

    def slice(self):
        a = self.hundred
        for k in range(CALLS):
            part = a[k & 7 : 90]
        return part[3]


class ByNumexpr(Contender):
    """The same contender, except that numexpr computes rows with several operations, on one thread."""

    def __init__(self, directory, target_bytes):
        super().__init__(directory, target_bytes)
        import numexpr

        numexpr.set_num_threads(1)
        self.evaluate = numexpr.evaluate

    def root(self):
        target = self.into("<f8", self.f8.shape)
        return self.evaluate("sqrt(x * x + x)", {"x": self.f8}, out=target)

    def far(self):
        names = {"x": self.f8, "m": HALF, "s": FAR}
        return np.count_nonzero(self.evaluate("abs(x - m) > s", names))

    def distances(self):
        target = self.into("<f8", self.f8.shape)
        names = {"x": self.f8, "y": self.f8_too}
        return self.evaluate("sqrt(x * x + y * y)", names, out=target)


class Row:
    """An operation: `run` computes the result, `show` formats it, `start` sets the target before a check."""

    def __init__(self, run, show, start=None):
        self.run, self.show, self.start = run, show, start


def shown_list(values):
    return "\t".join(number(value) for value in values)


def shown_cells(statistics):
    return shown_list(np.stack([cells[-1] for cells in statistics], axis=1).reshape(-1))


def operations(it):
    def starting(name):
        def start():
            b = getattr(it, name)
            it.into(b.dtype, b.shape)[...] = START

        return start

    return {
        "sum f8": Row(it.sum_f8, number),
        "sum f4, 1 MiB": Row(it.sum_f4, number),
        "sum i4, 1 MiB": Row(it.sum_i4, integer),
        "sum i2, 1 MiB": Row(it.sum_i2, integer),
        "sum u1, 1 MiB": Row(it.sum_u1, integer),
        "count bool, 1 MiB": Row(it.count_bool, integer),
        "max f8": Row(it.max_f8, number),
        "argmax f8": Row(it.argmax_f8, integer),
        "mean and std f8": Row(it.mean_std, shown_list),
        "std f8": Row(it.std_f8, number),
        "stats f4": Row(it.stats_f4, shown_list),
        "overview f4": Row(it.overview_f4, shown_cells),
        "sum >f8": Row(it.sum_be, number),
        "sum f8 axis 0": Row(it.sum_axis_0, shown_list),
        "sum f8 axis 1": Row(it.sum_axis_1, shown_list),
        "sum f8 [::2, ::3]": Row(it.sum_strided, number),
        "copy f8": Row(it.copy_f8, digest),
        "copy >f8 to <f8": Row(it.copy_swapped, digest),
        "convert f8 to f4": Row(it.f8_f4, digest),
        "convert f4 to f8": Row(it.f4_f8, digest),
        "convert u1 to f4": Row(it.u1_f4, digest),
        "convert f2 to f4": Row(it.f2_f4, digest),
        "copy f8 C to F": Row(it.transpose, digest),
        "gather 2 M by [i, j]": Row(it.gather_at, digest),
        "gather 2 M by flat index": Row(it.gather, digest),
        "take 4096 rows": Row(it.take_rows, digest),
        "take 4096 rows, clipped": Row(it.take_rows_clipped, digest),
        "select half of f8": Row(it.select, digest),
        "compare and select f8": Row(it.compare_select, digest),
        "sqrt(x*x + x) f8": Row(it.root, digest),
        "sqrt(x*x + y*y) f8": Row(it.distances, digest),
        "count |x - m| > s f8": Row(it.far, integer),
        "sort f8": Row(lambda: it.sort(it.f8), digest),
        "sort f4": Row(lambda: it.sort(it.f4), digest),
        "sort i8": Row(lambda: it.sort(it.i8), digest),
        "sort i4": Row(lambda: it.sort(it.i4), digest),
        "argsort f8": Row(it.argsort, digest),
        "unique f8": Row(it.unique, digest),
        "exp f8": Row(lambda: it.function(np.exp, it.f8), shown_list),
        "exp f4": Row(lambda: it.function(np.exp, it.f4), shown_list),
        "log f8": Row(lambda: it.function(np.log, it.f8), shown_list),
        "log f4": Row(lambda: it.function(np.log, it.f4), shown_list),
        "sin f8": Row(lambda: it.function(np.sin, it.f8), shown_list),
        "sin f4": Row(lambda: it.function(np.sin, it.f4), shown_list),
        "tanh f8": Row(lambda: it.function(np.tanh, it.f8), shown_list),
        "tanh f4": Row(lambda: it.function(np.tanh, it.f4), shown_list),
        "power(x, x) f8": Row(lambda: it.function(np.power, it.f8, it.f8), shown_list),
        "power(x, x) f4": Row(lambda: it.function(np.power, it.f4, it.f4), shown_list),
        "x @ x f8": Row(lambda: it.product(it.matrix_f8), shown_list),
        "x @ x f4": Row(lambda: it.product(it.matrix_f4), shown_list),
        "a += s*b f8": Row(it.add_f8, digest, starting("f8")),
        "a += s*b f4": Row(it.add_f4, digest, starting("f4")),
        "a += s*b i4": Row(it.add_i4, digest, starting("i4")),
        "cold rows of 512 B": Row(it.cold_rows, digest),
        "cold sum f8": Row(it.cold_sum, number),
        "element loop get(i, j)": Row(it.element_loop, number),
        "sum of 100 items": Row(it.sum_hundred, number),
        "make a slice": Row(it.slice, number),
    }


def answer(it, rows, verb, name, chosen="0", repeats="1", clock="wall"):
    if verb == "knows":
        return "yes" if name in rows else "no"
    row = rows[name]
    it.set = int(chosen)
    if verb == "check":
        if row.start:
            row.start()
        return "ok\t" + row.show(row.run())
    nanos = time.thread_time_ns if clock == "cpu" else time.perf_counter_ns
    begin = nanos()
    for _ in range(int(repeats)):
        row.run()
    return f"ok\t{nanos() - begin}"


def main():
    # The parent process handles Ctrl-C: it closes the input of this program.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    by = ByNumexpr if os.environ.get("NDMAP_RACE_NUMEXPR") else Contender
    it = by(sys.argv[1], int(sys.argv[2]))
    rows = operations(it)
    print("ready", flush=True)
    for line in sys.stdin:
        print(answer(it, rows, *line.rstrip("\n").split("\t")), flush=True)


main()
