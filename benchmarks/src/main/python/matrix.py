"""The contender numpy of the matrix. The table of operations contains the expressions that it computes.

Answers requests on standard input, one per line, with fields separated by tabs:
    make DTYPE BYTES...                           -> ok, when all files are written
    cell DTYPE BYTES ITEMS LAYOUT OTHER AXIS WORK -> ok; selects the cell of the next requests
    check FILE BOUND                              -> ok, or a description of the first difference
    lap MILLIS CLOCK                              -> ok NANOSECONDS, the mean of one run; CLOCK is wall or cpu
LAYOUT and OTHER are the expressions of the two operands, made from the elements `flat` or from `records`. WORK
is an expression. It may be followed by `-> RESULT`, an expression whose value a check compares. The names in
these expressions are those of Operands.
"""

import os
import signal
import sys
import time

import numpy as np

SAMPLED = 1 << 21

# From this size on, no cell needs records or sorted elements.
LARGE = 16 << 20


class Operands:
    """The operands that expressions name. Each is created when an expression first names it."""

    def __init__(self, directory, dtype, size, items, layout, other, axis):
        self.directory, self.dtype, self.size = directory, dtype, size
        self.items, self.layout, self.other, self.ax = int(items), layout, other, int(axis)

    def file(self, name):
        path = os.path.join(self.directory, f"{name}-{self.dtype}-{self.size}.npy")
        # A plain array over the mapping: np.memmap costs more for each small operation.
        return np.asarray(np.load(path, mmap_mode="r"))

    def arranged(self, layout, name, change=lambda base: base):
        """Elements of a file in a layout; `change` may replace the mapped elements by a copy."""
        rows = 1 << ((self.items.bit_length() - 1) // 2)
        names = {"n": self.items, "r": rows, "c": self.items // rows}
        if "records" in layout:
            names["records"] = change(self.file("records"))
        else:
            names["flat"] = change(self.file(name)[: self.items])
        return eval(layout, names)

    def target(self, dtype):
        return np.ones(self.x.shape, dtype, "F" if ".T" in self.other else "C")

    def make(self, name):
        x = None if name in ("np", "x", "y") else self.x
        if name.startswith("t_"):
            return self.target("<" + name[2:])
        return {
            "np": lambda: np,
            "ax": lambda: self.ax,
            "x": lambda: self.arranged(self.layout, "x"),
            # A copy, which operations change.
            "a": lambda: self.arranged(self.layout, "x", np.copy),
            # Zeros, whose pages have been faulted in.
            "w": lambda: self.arranged(self.layout, "x", zeroed),
            "y": lambda: self.arranged(self.other, "y"),
            "z": lambda: self.target(x.dtype.newbyteorder("=")),
            "u": lambda: x.copy(),
            "d": lambda: self.target(x.dtype.newbyteorder("=") if x.dtype.kind == "f" else "<f8"),
            "v": lambda: np.ones(x.size, accumulated(x.dtype)),
            "va": lambda: np.ones(x.shape, accumulated(x.dtype)),
            "m": lambda: self.target("?"),
            "s": lambda: np.less(x, 60, out=self.target("?")),
            "q": lambda: np.ones(np.count_nonzero(self.s), x.dtype),
            "i": lambda: np.arange(x.size // 8) * 2654435761 % x.size,
            "ij": lambda: np.unravel_index(self.i, x.shape),
            "h": lambda: np.arange(len(self.i)).astype(x.dtype),
            "g": lambda: np.ones(len(self.i), x.dtype),
            "k": lambda: np.arange(max(1, x.shape[self.ax] // 2)) * 2654435761 % x.shape[self.ax],
            "p": lambda: np.ones(tuple(self.kept(x.shape)), x.dtype),
            "e": lambda: np.linspace(0, 128, 65),
            "o": lambda: self.file("sorted")[: self.items],
            "f": lambda: y_part(self.y),
        }[name]()

    def kept(self, shape):
        return [len(self.k) if axis == self.ax else size for axis, size in enumerate(shape)]

    def __getattr__(self, name):
        value = self.make(name)
        setattr(self, name, value)
        return value


def y_part(y):
    return y.reshape(-1)[: y.size // 8].copy()


def zeroed(base):
    copy = base.copy()
    copy.view(np.uint8)[...] = 0
    return copy


def accumulated(dtype):
    return dtype.newbyteorder("=") if dtype.kind == "f" else {"u": "u8"}.get(dtype.kind, "i8")


def write(directory, dtype, size):
    """Writes the files of a dtype and a size. The numbers are from 20 to 100 and from 1 to 50, which
    all numeric dtypes of the matrix can represent."""
    count = size // np.dtype(dtype).itemsize
    random = np.random.default_rng(count)
    x, y = random.random(count, "f4"), random.random(count, "f4")
    x, y = x * 80 + 20, y * 49 + 1
    if np.dtype(dtype).kind == "b":
        x, y = x > 60, y > 25
    x, y = x.astype(dtype), y.astype(dtype)
    arrays = {"x": x, "y": y}
    if size < LARGE:
        record = np.dtype([("a", "u1"), ("x", dtype), ("b", "<i4")])
        records = np.zeros(size // record.itemsize, record)
        records["x"] = x[: len(records)]
        arrays.update(records=records, sorted=np.sort(x))
    for name, array in arrays.items():
        np.save(os.path.join(directory, f"{name}-{dtype}-{size}.npy"), array)


def seen(result):
    """The result in the form in which ndmap writes it to a file: large results are sampled."""
    array = np.array(result) if isinstance(result, (tuple, list)) else np.asarray(result)
    return array[:: max(1, len(array) // 1000)] if array.size > SAMPLED else array


def difference(theirs, path, bound):
    ours, theirs = np.load(path), seen(theirs)
    if ours.shape != theirs.shape:
        return f"shape {ours.shape} against {theirs.shape}"
    if theirs.dtype.kind in "fc":
        same = np.isclose(ours, theirs, rtol=bound, atol=bound, equal_nan=True)
    else:
        same = ours == theirs
    if same.all():
        return None
    first = tuple(int(at) for at in np.argwhere(~same)[0])
    return f"{int((~same).sum())} of {same.size} items, first {ours[first]} against {theirs[first]} at {first}"


class Cell:
    def __init__(self, directory):
        self.directory, self.group, self.operands = directory, None, None
        self.run = self.result = None

    def choose(self, *fields):
        group, work = fields[:-1], fields[-1]
        if group != self.group:
            self.group, self.operands = group, Operands(self.directory, *group)
        expression, _, result = work.partition(" -> ")
        codes = [compile("lambda: " + text, text, "eval") for text in (expression, result or "0")]
        names = {name for code in codes for name in code.co_consts[0].co_names}
        known = {name: getattr(self.operands, name) for name in names if len(name) < 3 or name[:2] == "t_"}
        self.run, shown = (eval(code, {**known, "len": len}) for code in codes)
        self.result = shown if result else None
        if "a" in known:
            known["a"][...] = self.operands.x

    def check(self, path, bound):
        value = self.run()
        found = difference(self.result() if self.result else value, path, float(bound))
        return "differs\t" + found if found else "ok"

    def lap(self, millis, clock):
        nanos = time.thread_time_ns if clock == "cpu" else time.perf_counter_ns
        run, least = self.run, int(millis) * 1_000_000
        runs, batch = 0, 1
        begin = nanos()
        while True:
            for _ in range(batch):
                run()
            runs += batch
            batch = runs
            passed = nanos() - begin
            # Half of the time is enough: the next batch would take as long as all batches before it.
            if 2 * passed >= least:
                return f"ok\t{passed / runs}"


def answer(cell, verb, *fields):
    if verb == "make":
        for size in fields[1:]:
            write(cell.directory, fields[0], int(size))
        return "ok"
    if verb == "cell":
        cell.choose(*fields)
        return "ok"
    return getattr(cell, verb)(*fields)


def main():
    # The parent process handles Ctrl-C: it closes the input of this program.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Products of many elements overflow, in numpy and in ndmap.
    np.seterr(over="ignore")
    cell = Cell(sys.argv[1])
    print("ready", flush=True)
    for line in sys.stdin:
        try:
            told = answer(cell, *line.rstrip("\n").split("\t"))
        except Exception as e:  # reported to the parent process, which continues with the next cell
            told = f"error\t{type(e).__name__}: {e}".replace("\n", " ")
        print(told, flush=True)


main()
