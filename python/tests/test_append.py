"""Appending from Python: what the file becomes, who may append, and what a kill leaves."""

import errno
import io
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np
from support import LIMIT, PYTHON, prelude

import ndmap_append
from ndmap_append import (
    Appender,
    AppendError,
    AppenderActiveError,
    HeaderRoomError,
    TrailingBytesError,
)

PRELUDE = prelude("ndmap_append", "path = sys.argv[1]")


def rows(first, count):
    return np.arange(3 * first, 3 * (first + count)).reshape(count, 3)


def tight(path, count):
    """A file whose header has no room for a digit more."""
    text = f"{{'descr': '<i8', 'fortran_order': False, 'shape': ({count}, 3), }}\n".encode()
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text)
        file.write(rows(0, count).tobytes())


class AppendTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="ndmap-append-")
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        self.path = os.path.join(self.directory, "x.npy")

    def check(self, count):
        array = np.load(self.path)
        self.assertEqual(array.shape, (count, 3))
        self.assertTrue((array == rows(0, count)).all())

    def run_killed(self, code):
        child = subprocess.run([sys.executable, "-c", PRELUDE + code, self.path], timeout=LIMIT)
        self.assertEqual(child.returncode, -signal.SIGKILL)

    def test_the_file_is_the_one_that_numpy_saves(self):
        generator = np.random.default_rng(1)
        for dtype in ("<f8", ">i2", "|b1", "<U3", "S4", "<M8[ns]", "<c8", [("a", "<i4"), ("é", ">f8")]):
            for order in "CF":
                for shape in ((3,), (2, 3), (2, 1, 4), (0, 2)):
                    axis = len(shape) - 1 if order == "F" and len(shape) > 1 else 0
                    whole = np.asarray(
                        generator.integers(0, 2, shape).astype(np.dtype(dtype)), order=order
                    )
                    if order == "F" and not np.lib.format.header_data_from_array_1_0(whole)["fortran_order"]:
                        continue  # NumPy saves these in C order
                    np.save(self.path, whole)
                    with Appender(self.path) as appender:
                        self.assertEqual(appender.axis, axis)
                        for count in (1, 0, 7, 120):
                            size = (*shape[:axis], count, *shape[axis + 1 :])
                            part = generator.integers(0, 2, size).astype(np.dtype(dtype))
                            given = part.T.copy().T if count == 7 else part
                            if count == 120:
                                given = part.astype(part.dtype.newbyteorder())
                            whole = np.concatenate([whole, part], axis, dtype=whole.dtype)
                            self.assertEqual(appender.append(given), whole.shape[axis])
                    expected = io.BytesIO()
                    np.save(expected, np.asarray(whole, order=order))
                    with open(self.path, "rb") as file:
                        self.assertEqual(file.read(), expected.getvalue(), (dtype, order, shape))

    def test_one_row_lists_and_force(self):
        np.save(self.path, rows(0, 9))
        with Appender(self.path, durable=True) as appender:
            self.assertEqual(appender.append([27, 28, 29]), 10)
            self.assertEqual(appender.append([[30, 31, 32]]), 11)
            appender.force()
            self.assertEqual((appender.shape, appender.dtype), ((11, 3), np.dtype("<i8")))
            self.assertEqual(appender.path, os.path.realpath(self.path))
        self.check(11)
        with self.assertRaisesRegex(AppendError, "the appender is closed"):
            appender.append([1, 2, 3])

    def test_what_does_not_fit_is_refused(self):
        np.save(self.path, rows(0, 2))
        with Appender(self.path) as appender:
            with self.assertRaisesRegex(
                AppendError, "expected rows of dtype int64 in any byte order, found float64; convert"
            ):
                appender.append(np.ones((1, 3)))
            for shape in ((1, 2), (2,), (1, 1, 3), ()):
                with self.assertRaisesRegex(AppendError, r"expected rows of shape \(2, 3\) but for"):
                    appender.append(np.ones(shape, np.int64))
        self.check(2)

    def test_what_cannot_grow_is_refused(self):
        for array, message in (
            (np.float64(1), r"expected an array with an axis to grow along, found shape \(\)"),
            (np.array([None, 1]), "arrays of objects are pickles and cannot grow"),
        ):
            np.save(self.path, array)
            with self.assertRaisesRegex(AppendError, message):
                Appender(self.path)
        with open(self.path, "wb") as file:
            file.write(b"no array")
        with self.assertRaisesRegex(AppendError, "no array that can grow: no magic"):
            Appender(self.path)
        np.save(self.path, rows(0, 2))
        os.truncate(self.path, 130)
        with self.assertRaisesRegex(AppendError, "the data ends early: expected 176 bytes, found 130"):
            Appender(self.path)
        os.unlink(self.path)
        with self.assertRaises(FileNotFoundError):
            Appender(self.path)
        for version, text in (
            (1, "{'descr': '<f8', 'fortran_order': False, 'shape': (-3,), }"),
            (1, "{'descr': '<f8', 'fortran_order': False, "),
            (1, "[" * 117),
            (1, "{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }"),
            (3, "{'descr': '<f8', 'fortran_order': False, "),
            (3, "{'descr': '<f8', 'fortran_order': False, }"),
            (3, "{'descr': '<f8', 'fortran_order': False, 'shape': 3, }"),
            (3, "{'descr': '<f8', 'fortran_order': False, 'shape': ('a',), }"),
            (3, "{'descr': '<f8', 'fortran_order': 1, 'shape': (3,), }"),
            (3, "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'x': 1, }"),
        ):
            length = 118 if version == 1 else 116
            prefix = struct.pack("<H" if version == 1 else "<I", length)
            data = b"\x93NUMPY" + bytes([version, 0]) + prefix + text.encode().ljust(length) + bytes(64)
            with open(self.path, "wb") as file:
                file.write(data)
            with self.subTest(text):
                for refused in (
                    lambda: Appender(self.path, truncate=True),
                    lambda: ndmap_append.inspect(self.path),
                    lambda: ndmap_append.repair(self.path, truncate=True),
                ):
                    with self.assertRaisesRegex(AppendError, "no array that can grow: "):
                        refused()
                with open(self.path, "rb") as file:
                    self.assertEqual(data, file.read())
        os.unlink(self.path)
        os.mkfifo(self.path)
        with self.assertRaisesRegex(AppendError, "not a regular file"):
            Appender(self.path)

    def test_an_array_that_is_being_filled_is_refused(self):
        import ndmap_fill

        with ndmap_fill.SharedFill.create_or_join(self.path, "<i8", (4, 3), visible=True):
            with self.assertRaisesRegex(AppendError, "is being filled, says x.npy.claims"):
                Appender(self.path)

    def test_trailing_bytes_are_told_and_another_array_is_kept(self):
        np.save(self.path, rows(0, 5))
        with open(self.path, "ab") as file:
            file.write(bytes(50))
        self.assertEqual(
            ndmap_append.inspect(self.path),
            ndmap_append.State((5, 3), 0, 24, 50, 0, False, True, False),
        )
        with open(self.path, "rb") as file:
            before = file.read()

        def check_unchanged():
            with open(self.path, "rb") as file:
                self.assertEqual(file.read(), before)

        message = (
            "x.npy: 50 bytes follow its data, which its header does not count: 2 whole rows and 2"
            " bytes; take the rows"
        )
        for call in (Appender, ndmap_append.repair):
            with self.assertRaisesRegex(TrailingBytesError, message) as raised:
                call(self.path)
            self.assertEqual((raised.exception.bytes, raised.exception.rows), (50, 2))
            with self.assertRaisesRegex(ValueError, "exclude each other"):
                call(self.path, recover=True, truncate=True)
        with Appender(self.path, truncate=True) as appender:
            self.assertEqual((appender.trailing_bytes, appender.recovered_rows), (50, 0))
            with self.assertRaises(AppendError):
                appender.append(np.zeros((1, 3)))
            check_unchanged()
            appender.append(rows(5, 1))
        self.check(6)
        # A header that is longer than readers take.
        with open(self.path, "ab") as file:
            file.write(b"\x93NUMPY\1\0" + struct.pack("<H", 15_000) + bytes(20_000))
        with open(self.path, "rb") as file:
            before = file.read()
        for decision in ({}, {"recover": True}, {"truncate": True}):
            with self.assertRaisesRegex(AppendError, "at byte 272, another array begins"):
                Appender(self.path, **decision)
        check_unchanged()
        self.assertTrue(ndmap_append.repair(self.path, truncate=True).array_behind)
        self.assertEqual(os.path.getsize(self.path), 272)
        self.check(6)

    def test_rows_that_follow_the_data_are_recovered(self):
        np.save(self.path, rows(0, 9))
        with open(self.path, "rb") as file:
            whole = file.read()
        short = io.BytesIO()
        np.save(short, rows(0, 5))
        header = short.getvalue()[:128]
        for durable in (False, True):
            with open(self.path, "wb") as file:
                file.write(header + whole[128:] + b"abc")
            with Appender(self.path, durable=durable, recover=True) as appender:
                self.assertEqual((appender.trailing_bytes, appender.recovered_rows), (3, 4))
                self.assertEqual(appender.shape, (9, 3))
                self.check(9)
                appender.append(rows(9, 1))
            self.check(10)
            self.assertEqual(os.path.getsize(self.path), 128 + 240)
        with open(self.path, "wb") as file:
            file.write(header + whole[128:] + b"abc")
        self.assertEqual(ndmap_append.repair(self.path, recover=True).trailing_rows, 4)
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), whole)

    def test_rows_without_bytes_are_not_recovered(self):
        for array, fortran in (
            (np.zeros(4, "V0"), False),
            (np.zeros((4, 0)), False),
            (np.zeros((0, 4)), True),
        ):
            with self.subTest(shape=array.shape, dtype=array.dtype):
                # NumPy itself saves arrays without items in C order.
                header = np.lib.format.header_data_from_array_1_0(array)
                with open(self.path, "wb") as file:
                    np.lib.format.write_array_header_1_0(
                        file, {**header, "fortran_order": fortran}
                    )
                # There is nothing to recover, and nothing in doubt.
                Appender(self.path, recover=True).close()
                with open(self.path, "ab") as file:
                    file.write(b"abc")
                with open(self.path, "rb") as file:
                    before = file.read()
                message = (
                    f"{os.path.realpath(self.path)}: 3 bytes follow its data, and its rows have no"
                    " bytes: they can only be cut off (--truncate, truncate=True)"
                )
                for call in (Appender, ndmap_append.repair):
                    for decision in ({}, {"recover": True}):
                        with self.assertRaises(TrailingBytesError) as raised:
                            call(self.path, **decision)
                        self.assertEqual(str(raised.exception), message)
                        self.assertEqual((raised.exception.bytes, raised.exception.rows), (3, 0))
                        with open(self.path, "rb") as file:
                            self.assertEqual(file.read(), before)
                with Appender(self.path, truncate=True) as appender:
                    self.assertEqual((appender.trailing_bytes, appender.recovered_rows), (3, 0))
                    self.assertEqual(appender.append(array), 2 * array.shape[-1 if fortran else 0])
                self.assertEqual(os.path.getsize(self.path), len(before) - 3)

    def test_rows_that_could_not_be_cut_off_are_cut_off_by_the_next_append(self):
        np.save(self.path, rows(0, 5))
        refusal = OSError(errno.EIO, os.strerror(errno.EIO))
        writing = os.pwrite

        def half(descriptor, data, at):
            if len(data) < 24:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return writing(descriptor, data[: len(data) - 12], at)

        with Appender(self.path) as appender:
            with mock.patch.object(ndmap_append.os, "ftruncate", side_effect=refusal):
                with mock.patch.object(ndmap_append.os, "pwrite", half):
                    with self.assertRaisesRegex(OSError, "No space left on device"):
                        appender.append(rows(5, 4))
                self.assertEqual(os.path.getsize(self.path), 128 + 9 * 24 - 12)
                with self.assertRaisesRegex(OSError, "Input/output error"):
                    appender.append(rows(5, 1))
            self.assertEqual(appender.append(rows(5, 1)), 6)
        self.assertEqual(os.path.getsize(self.path), 128 + 6 * 24)
        self.check(6)

    def test_rows_whose_data_are_missing_are_counted_no_more(self):
        np.save(self.path, rows(0, 1000))
        os.truncate(self.path, 128 + 24 * 99 + 5)
        state = ndmap_append.State((1000, 3), 0, 24, 0, 24 * 901 - 5, False, True, False)
        self.assertEqual(ndmap_append.inspect(self.path), state)
        self.assertEqual(ndmap_append.repair(self.path), state)
        self.check(99)

    def test_one_at_a_time_and_not_a_forked_child(self):
        np.save(self.path, rows(0, 1))
        with Appender(self.path) as appender:
            with self.assertRaisesRegex(AppenderActiveError, "another appender has had the file for 0.01 s"):
                Appender(self.path, timeout=0.01)
            child = os.fork()
            if child == 0:
                try:
                    appender.append(rows(1, 1))
                except AppendError:
                    os._exit(0)
                os._exit(1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            with self.assertRaises(AppenderActiveError):
                Appender(self.path)
        Appender(self.path).close()
        self.check(1)

    def test_a_file_system_without_locks_is_told(self):
        import ndmap_fill

        np.save(self.path, rows(0, 1))
        for module, opening in (
            (ndmap_append, lambda: Appender(self.path)),
            (
                ndmap_fill,
                lambda: ndmap_fill.SharedFill.create_or_join(self.path + ".new", "<i8", (4,)),
            ),
        ):
            calling = module.fcntl.fcntl

            def refusing(descriptor, command, *arguments, calling=calling):
                if command in (36, 37):
                    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
                return calling(descriptor, command, *arguments)

            with self.subTest(module.__name__), mock.patch.object(module.fcntl, "fcntl", refusing):
                error = AppendError if module is ndmap_append else ndmap_fill.FillError
                with self.assertRaisesRegex(
                    error, "has no locks of open files .F_OFD_SETLK: Invalid argument."
                ) as raised:
                    opening()
                # One error, and not one that happened while another was handled.
                self.assertTrue(raised.exception.__suppress_context__)
                self.assertEqual(os.listdir(self.directory), ["x.npy"])

    def test_a_kill_at_each_step_of_an_append(self):
        for step in ("DATA_WRITTEN", "DATA_FORCED", "HEADER_WRITTEN", "HEADER_FORCED"):
            with self.subTest(step):
                np.save(self.path, rows(0, 98))
                self.run_killed(
                    f"kill_at({step!r}, 2)\n"
                    "with ndmap_append.Appender(path, durable=True) as appender:\n"
                    "    for i in range(98, 200):\n"
                    "        appender.append(np.arange(3 * i, 3 * i + 3))\n"
                )
                counted = step.startswith("HEADER")
                self.check(100 if counted else 99)
                with Appender(self.path, truncate=True) as appender:
                    self.assertEqual(appender.trailing_bytes, 0 if counted else 24)
                    length = appender.shape[0]
                    appender.append(rows(length, 1000))
                self.check(length + 1000)

    def test_a_kill_at_each_step_of_making_room(self):
        tight(self.path, 999)
        if ndmap_append.make_room(self.path) != "inserted":
            self.skipTest("this file system inserts no ranges")
        for step in ("HEADERS_BESIDE", "MARKED", "INSERTED", "REST_WRITTEN", "UNMARKED", "CLEARED"):
            with self.subTest(step):
                tight(self.path, 999)
                self.run_killed(f"kill_at({step!r})\nndmap_append.make_room(path)\n")
                self.assertEqual(
                    ndmap_append.repair(self.path).room_interrupted, step != "CLEARED"
                )
                self.assertEqual(os.listdir(self.directory), ["x.npy"])
                self.check(999)
                undone = step in ("HEADERS_BESIDE", "MARKED")
                self.assertEqual(ndmap_append.inspect(self.path).has_room, not undone)

    def test_room_is_made_where_nothing_can_be_inserted(self):
        tight(self.path, 9)
        os.chmod(self.path, 0o640)
        with Appender(self.path) as appender, self.assertRaisesRegex(
            HeaderRoomError, r"shape \(10, 3\) needs a header of 71 bytes or more, found 70"
        ):
            appender.append(rows(9, 1))
        inserting = ndmap_append._insert_range
        self.addCleanup(setattr, ndmap_append, "_insert_range", inserting)
        ndmap_append._insert_range = lambda *_: False
        self.assertEqual(ndmap_append.make_room(self.path), "rewritten")
        self.assertEqual(ndmap_append.make_room(self.path), "unneeded")
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o640)
        self.assertEqual(os.listdir(self.directory), ["x.npy"])
        expected = io.BytesIO()
        np.save(expected, rows(0, 9))
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), expected.getvalue())

    def test_random_kills(self):
        generator = random.Random(5)
        np.save(self.path, rows(0, 0))
        committed = 0
        for _ in range(10):
            code = (
                "import random\n"
                "random.seed(int(sys.argv[2]))\n"
                "with ndmap_append.Appender(path, truncate=True) as appender:\n"
                "    while True:\n"
                "        n = random.choice([1, 2, 10_000])\n"
                "        first = 3 * appender.shape[0]\n"
                "        items = np.arange(first, first + 3 * n).reshape(n, 3)\n"
                "        print(appender.append(items), flush=True)\n"
            )
            command = [sys.executable, "-c", PRELUDE + code, self.path, str(generator.random())[2:9]]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
                for _ in range(generator.randint(1, 30)):
                    committed = max(committed, int(child.stdout.readline()))
                child.kill()
            found = np.load(self.path).shape[0]
            self.assertGreaterEqual(found, committed)
            committed = found
            self.check(committed)

    def test_the_command(self):
        np.save(self.path, rows(0, 2))
        more = os.path.join(self.directory, "y.npy")
        np.save(more, rows(2, 5))
        command = [sys.executable, os.path.join(PYTHON, "ndmap_append.py")]

        def run(*arguments):
            return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=LIMIT)

        done = run("append", self.path, more, "--durable")
        self.assertEqual((done.returncode, done.stdout), (0, f"{self.path}: shape (7, 3)\n"))
        self.check(7)
        self.assertIn("trailing_bytes=0", run("inspect", self.path).stdout)
        self.assertIn("trailing_bytes=0", run("repair", self.path).stdout)
        self.assertEqual(run("make-room", self.path).stdout, f"{self.path}: unneeded\n")
        with open(self.path, "ab") as file:
            file.write(bytes(40))
        for source in (more + "x", more):
            failed = run("append", self.path, source)
            self.assertEqual(failed.returncode, 1)
            self.assertRegex(
                failed.stderr, "^ndmap-append: .*(No such file|1 whole rows and 16 bytes)"
            )
            self.assertEqual(os.path.getsize(self.path), 128 + 7 * 24 + 40)
        self.assertEqual(run("append", self.path, more, "--truncate").returncode, 0)
        self.assertEqual(np.load(self.path).shape, (12, 3))


if __name__ == "__main__":
    unittest.main()
