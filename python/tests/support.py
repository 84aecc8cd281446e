"""What the tests share: a directory for each, child processes, and the truth."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import unittest

import numpy as np

PYTHON = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if PYTHON not in sys.path:
    sys.path.insert(0, PYTHON)

import ndmap_fill  # noqa: E402

MODULE = os.path.join(PYTHON, "ndmap_fill.py")

# Seconds after which what still waits hangs. A busy machine takes many times as long as a free one.
LIMIT = 1800


def prelude(module, rest=""):
    """The first lines of a child's program that uses a module and can kill itself at a step."""
    return f"""
import os, signal, sys, time
sys.path.insert(0, {PYTHON!r})
import numpy as np
import {module}
LIMIT = {LIMIT}

def kill_at(name, times=1):
    left = [times]
    def step(reached):
        if reached == name:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
    {module}._step = step
{rest}
"""


PRELUDE = prelude(
    "ndmap_fill",
    """
from ndmap_fill import SharedFill

def write(claim, shape):
    ndmap_fill._store(claim.array, ndmap_fill._flat_indices(claim.box, shape))

def fill_all(fill):
    while (claim := fill.claim()) is not None:
        with claim:
            write(claim, fill.shape)
            claim.commit()

def say(text):
    print(text, flush=True)
""",
)


def truth(shape, dtype="<i8"):
    """Every item is its flat C index."""
    return (
        np.arange(int(np.prod(shape, dtype=np.int64)), dtype=np.int64).reshape(shape).astype(dtype)
    )


def fill_claim(claim, shape):
    ndmap_fill._store(claim.array, ndmap_fill._flat_indices(claim.box, shape))


def fill_all(fill):
    """Fills whatever is to be had; returns how many chunks that were."""
    filled = 0
    while (claim := fill.claim(timeout=LIMIT)) is not None:
        with claim:
            fill_claim(claim, fill.shape)
            claim.commit()
        filled += 1
    return filled


class FillTest(unittest.TestCase):
    """A test with a directory of its own; child processes end with it."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="ndmap-fill-")
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        self.path = os.path.join(self.directory, "x.npy")

    def files(self):
        return sorted(os.listdir(self.directory))

    def create(self, shape=(8, 16), dtype="<i8", chunks=(2, 16), **more):
        fill = ndmap_fill.SharedFill.create_or_join(self.path, dtype, shape, chunks=chunks, **more)
        self.addCleanup(fill.close)
        return fill

    def start(self, code, *arguments):
        """A child that runs the code; it is killed at the end of the test, if it is still there."""
        child = subprocess.Popen(
            [sys.executable, "-c", PRELUDE + code, self.path, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(self._end, child)
        return child

    @staticmethod
    def _end(child):
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        child.wait()
        child.stdin.close()
        child.stdout.close()

    def run_child(self, code, *arguments, expected=0):
        """Runs the code in a child to its end, which is `expected`; returns what it has printed."""
        child = self.start(code, *arguments)
        output, _ = child.communicate(timeout=LIMIT)
        self.assertEqual(child.returncode, expected, output)
        return output

    def run_killed(self, code, *arguments):
        return self.run_child(code, *arguments, expected=-signal.SIGKILL)

    def assert_published(self, expected):
        """The array is there, alone, and holds what is expected."""
        self.assertEqual(self.files(), ["x.npy"])
        array = np.load(self.path)
        self.assertEqual(array.dtype, expected.dtype)
        self.assertEqual(array.shape, expected.shape)
        self.assertTrue((array == expected).all())
