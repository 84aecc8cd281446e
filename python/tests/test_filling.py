"""Filling an array as one process sees it."""

import errno
import os
import stat
import struct
import subprocess
import threading
import time
import unittest
import warnings
from unittest import mock

import numpy as np
from support import LIMIT, FillTest, fill_all, fill_claim, truth

import ndmap_fill
from ndmap_fill import (
    FillAbortedError,
    FillClosedError,
    FillError,
    FillForceError,
    FillMismatchError,
    FillPoisonedError,
    FillTimeoutError,
    FillTruncatedError,
    SharedFill,
)


class FillingTest(FillTest):
    def test_arrays_of_all_kinds(self):
        record = np.dtype([("a", "<i4"), ("b", ">f8", (2,)), ("c", [("d", "u1")])])
        for shape, dtype, order, chunks in (
            ((100, 37), "<f8", "C", (7, 10)),
            ((100, 37), ">i4", "F", (7, 10)),
            ((5, 6, 7), "<u2", "F", (2, 4, 3)),
            ((11,), "<c16", "F", (3,)),
            ((6,), record, "C", (4,)),
            ((), "<i8", "C", None),
            ((), record, "F", None),
            ((0, 3), "<f4", "C", None),
            ((3, 0), "?", "F", (1, 1)),
            ((3, 5), "U7", "C", (2, 2)),
            ((9,), "<M8[s]", "C", (100,)),
        ):
            for more in ({}, {"durable": True}, {"visible": True}):
                with self.subTest(shape=shape, dtype=dtype, order=order, **more):
                    with self.create(shape, dtype, chunks, order=order, **more) as fill:
                        self.assertEqual(fill_all(fill), fill.chunks)
                        self.assertEqual((fill.done, fill.state), (fill.chunks, "published"))
                    expected = np.zeros(shape, dtype, order)
                    ndmap_fill._store(expected[...], truth(shape))
                    self.assert_published(expected)
                    self.assertEqual(
                        np.load(self.path).flags.f_contiguous, expected.flags.f_contiguous
                    )
                    os.unlink(self.path)

    def test_the_header_is_numpys(self):
        for name, dtype, shape, order in (
            ("a", "<f8", (3, 4), "C"),
            ("b", [("x" * 7_000, "<i2"), ("y", "|S3")], (2,), "C"),
            ("c", [("größe", "<i2")], (2, 2), "F"),
        ):
            with self.subTest(name):
                path = os.path.join(self.directory, name)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # names that are not ASCII are of version 3.0
                    np.lib.format.open_memmap(
                        path + ".numpy", "w+", np.dtype(dtype), shape, order == "F"
                    )
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    fill = SharedFill.create_or_join(path, dtype, shape, order)
                with fill:
                    while (claim := fill.claim()) is not None:
                        claim.commit()
                with open(path, "rb") as ours, open(path + ".numpy", "rb") as numpys:
                    self.assertEqual(ours.read(), numpys.read())

    def test_nobody_sees_the_array_before_it_is_complete(self):
        fill = self.create()
        self.assertEqual(self.files(), ["x.npy.claims", "x.npy.filling", "x.npy.lock"])
        claims = [fill.claim() for _ in range(4)]
        for claim in claims:
            claim.array[...] = truth((8, 16))[claim.box]
            claim.commit()
        self.assertEqual((fill.done, fill.state), (4, "filling"))
        self.assertFalse(os.path.exists(self.path))
        self.assertIsNone(fill.claim())
        self.assertEqual(fill.state, "published")
        self.assert_published(truth((8, 16)))
        self.assertIsNone(fill.claim())
        fill.finish()

    def test_a_visible_array_is_there_from_the_beginning(self):
        fill = self.create(visible=True)
        reader = np.load(self.path, mmap_mode="r")
        with fill.claim() as claim:
            fill_claim(claim, fill.shape)
            claim.commit()
        self.assertTrue((reader[0:2] == truth((8, 16))[0:2]).all())
        fill_all(fill)
        self.assert_published(truth((8, 16)))

    def test_a_claim_ends_once(self):
        fill = self.create()
        claim = fill.claim()
        self.assertEqual(
            (claim.index, claim.box, claim.array.shape), (0, (slice(0, 2), slice(0, 16)), (2, 16))
        )
        claim.commit()
        self.assertFalse(claim.array.flags.writeable)
        with self.assertRaisesRegex(ValueError, "read-only"):
            claim.array[0, 0] = 1
        for end in (claim.commit, claim.release, lambda: claim.abandon("no")):
            with self.assertRaisesRegex(FillClosedError, "x.npy: the claim of chunk 0 has ended"):
                end()

    def test_leaving_a_claim_releases_it(self):
        fill = self.create()
        with fill.claim() as claim:
            self.assertEqual(claim.index, 0)
        with self.assertRaisesRegex(RuntimeError, "of the caller"):
            with fill.claim() as claim:
                self.assertEqual(claim.index, 1)
                raise RuntimeError("of the caller")
        self.assertFalse(claim.array.flags.writeable)
        self.assertEqual(fill.status()["claimed"], 0)
        self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth((8, 16)))

    def test_closing_releases_what_is_claimed(self):
        fill = self.create()
        claim = fill.claim()
        fill.close()
        fill.close()
        for use in (
            fill.claim,
            fill.finish,
            claim.commit,
            fill.retry_poisoned,
            fill.await_completion,
        ):
            with self.assertRaisesRegex(FillClosedError, "x.npy: this fill is closed"):
                use()
        self.assertFalse(claim.array.flags.writeable)
        with self.create() as fill:
            self.assertEqual(fill_all(fill), 4)

    def test_completed_chunks_can_be_read(self):
        fill = self.create()
        with fill.claim() as claim:
            self.assertIsNone(fill.completed(0))
            fill_claim(claim, fill.shape)
            claim.commit()
        chunk = fill.completed(0)
        self.assertTrue((chunk == truth((8, 16))[0:2]).all())
        self.assertFalse(chunk.flags.writeable)
        for index in (-1, 4):
            with self.assertRaisesRegex(IndexError, f"x.npy: chunk {index} of 4"):
                fill.completed(index)

    def test_two_in_one_process_exclude_each_other(self):
        first, second = self.create(), self.create()
        taken = [fill.claim(block=False) for fill in (first, second, first, second)]
        self.assertEqual([claim.index for claim in taken], [0, 1, 2, 3])
        self.assertIsNone(first.tryclaim())
        with self.assertRaisesRegex(
            FillTimeoutError, "x.npy: others held all chunks that are left for 0.05 s"
        ):
            first.claim(timeout=0.05)
        for claim in taken:
            fill_claim(claim, (8, 16))
            claim.commit()
        self.assertIsNone(second.claim())
        self.assertEqual(first.state, "published")
        self.assertIsNone(first.claim())
        self.assert_published(truth((8, 16)))

    def test_threads_share_a_participant(self):
        fill = self.create((200, 16), chunks=(1, 16))
        filled = []
        threads = [threading.Thread(target=lambda: filled.append(fill_all(fill))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LIMIT)
        self.assertEqual(sum(filled), 200)
        self.assert_published(truth((200, 16)))

    def test_a_waiting_claim_gets_what_is_released(self):
        fill = self.create((2, 16))
        held = fill.claim()
        got = []
        waiting = threading.Thread(target=lambda: got.append(fill.claim()))
        waiting.start()
        held.release()
        waiting.join(LIMIT)
        self.assertEqual(got[0].index, 0)

    def test_who_waits_for_others_does_not_scan_while_it_holds_the_mutex(self):
        fill = self.create()
        other = SharedFill.join(self.path)
        self.addCleanup(other.close)
        claims = [other.claim() for _ in range(4)]
        scanned = []
        scan = ndmap_fill._Ledger.scan

        def watched(ledger, *range_of_chunks):
            watcher = ndmap_fill._LockFile(self.path + ".lock", os.O_RDONLY)
            scanned.append(watcher.is_locked_elsewhere(0))
            watcher.close()
            return scan(ledger, *range_of_chunks)

        with mock.patch.object(ndmap_fill._Ledger, "scan", watched):
            self.assertIsNone(fill.tryclaim())
        self.assertGreater(len(scanned), 0)
        self.assertNotIn(True, scanned)
        claims[2].release()
        self.assertEqual(fill.tryclaim().index, claims[2].index)

    def test_what_is_published_is_only_read(self):
        np.save(self.path, truth((8, 16)))
        with self.create() as fill:
            self.assertEqual((fill.state, fill.done, fill.chunks), ("published", 4, 4))
            self.assertIsNone(fill.claim())
            self.assertTrue((fill.completed(1) == truth((8, 16))[2:4]).all())
            fill.finish()
            fill.await_completion()
            self.assertEqual(fill.retry_poisoned(), 0)
            with self.assertRaisesRegex(FillError, "x.npy: it is published"):
                fill.abort()
        with SharedFill.join(self.path) as fill:
            self.assertEqual(fill.state, "published")
        self.assertEqual(self.files(), ["x.npy"])

    def test_a_file_with_a_malformed_header_is_refused(self):
        for text in ("{'descr': '<f8', 'fortran_order': False, ", "{'shape': 3}", "[" * 117):
            with open(self.path, "wb") as file:
                file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", 118))
                file.write(text.encode().ljust(118) + bytes(64))
            with self.subTest(text), self.assertRaisesRegex(FillMismatchError, "x.npy: "):
                self.create()

    def test_another_array_is_refused(self):
        wrong = (
            ({"dtype": "<f8"}, "it has dtype int64, shape .8, 16. and order C; expected float64"),
            ({"dtype": ">i8"}, "expected >i8"),
            ({"shape": (8, 17)}, "expected int64, .8, 17. and C"),
            ({"order": "F"}, "expected int64, .8, 16. and F"),
        )
        otherwise = (
            (
                {"chunks": (3, 16)},
                r"x.npy: it is filled with chunks \(2, 16\), expected \(3, 16\)",
            ),
            ({"durable": True}, "x.npy: it is filled with durable False, expected True"),
            ({"visible": True}, "x.npy: it is filled with visible False, expected True"),
            ({"max_failures": 1}, "x.npy: it is filled with max_failures 3, expected 1"),
            ({"max_deaths": 0}, "x.npy: it is filled with max_deaths 20, expected 0"),
        )
        fill = self.create()
        for more, text in wrong + otherwise:
            with self.subTest("filling", **more), self.assertRaisesRegex(FillMismatchError, text):
                self.create(**more)
        fill_all(fill)
        for more, text in wrong:
            with self.subTest("published", **more), self.assertRaisesRegex(FillMismatchError, text):
                self.create(**more)
        self.assert_published(truth((8, 16)))

    def test_an_order_that_makes_no_difference_is_no_difference(self):
        self.create((9,), chunks=(4,), order="F").close()
        with self.create((9,), chunks=(4,), order="C") as fill:
            fill_all(fill)
        self.assert_published(truth((9,)))

    def test_what_cannot_be_made(self):
        for more, text in (
            ({"dtype": "O"}, "arrays of objects cannot be mapped"),
            ({"order": "A"}, "order must be 'C' or 'F', not 'A'"),
            ({"shape": (-1, 16)}, "cannot be made"),
            ({"shape": (1 << 40, 1 << 40)}, "cannot be made"),
            ({"chunks": (2,)}, r"chunks \(2,\) for shape \(8, 16\)"),
            ({"chunks": (2, 0)}, r"chunks \(2, 0\) for shape"),
            (
                {"dtype": [("x" * 20_000, "i1")]},
                "NumPy does not read headers of more than 10000 bytes",
            ),
            ({"max_failures": 256}, "from 0 to 255, not 256 and 20"),
        ):
            with self.subTest(text), self.assertRaisesRegex(ValueError, text):
                self.create(**more)
        self.assertEqual(self.files(), [])

    def test_a_creation_that_fails_leaves_nothing(self):
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        for name in ("posix_fallocate", "link", "rename", "unlink"):
            for more in ({}, {"visible": True}):
                with self.subTest(name, **more):
                    with mock.patch.object(os, name, _first_call_fails(getattr(os, name), full)):
                        with self.assertRaises(OSError) as caught:
                            self.create(**more)
                    self.assertEqual(caught.exception.errno, errno.ENOSPC)
                    if name == "posix_fallocate":
                        self.assertEqual(caught.exception.filename, self.path + ".filling.tmp")
                    self.assertEqual(self.files(), [])

    def test_a_disk_that_is_full(self):
        mount = os.path.join(self.directory, "small")
        os.mkdir(mount)
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        if done.returncode != 0:
            self.skipTest("only root can mount a small tmpfs")
        self.addCleanup(subprocess.run, ["umount", mount], check=True)
        for shape in (1 << 20,), (1 << 17,), (1 << 14,) * 3:
            with self.subTest(shape), self.assertRaises(OSError) as caught:
                SharedFill.create_or_join(os.path.join(mount, "x.npy"), "<i8", shape)
            self.assertIn(caught.exception.errno, (errno.ENOSPC, errno.EFBIG, errno.ENOMEM))
            self.assertIsNotNone(caught.exception.filename)
            self.assertEqual(os.listdir(mount), [])

    def test_space_is_reserved(self):
        self.create((1 << 10, 1 << 10), chunks=None)
        about = os.stat(self.path + ".filling")
        self.assertGreaterEqual(512 * about.st_blocks, about.st_size)

    def test_space_is_written_where_it_cannot_be_reserved(self):
        refusal = OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        with mock.patch.object(os, "posix_fallocate", side_effect=refusal):
            fill = self.create((1 << 8, 1 << 10), chunks=None)
        about = os.stat(self.path + ".filling")
        self.assertGreaterEqual(512 * about.st_blocks, about.st_size)
        fill_all(fill)
        self.assert_published(truth((1 << 8, 1 << 10)))

    def test_leftovers_are_removed(self):
        for name in (
            "x.npy.filling.tmp",
            "x.npy.claims.tmp",
            ".x.npy.filling.tmp.17.tmp",
            ".x.npy.filling.tmp.keep",
        ):
            with open(os.path.join(self.directory, name), "w"):
                pass
        self.create()
        self.assertEqual(
            self.files(), [".x.npy.filling.tmp.keep", "x.npy.claims", "x.npy.filling", "x.npy.lock"]
        )

    def test_the_name_is_taken_when_the_array_is_complete(self):
        fill = self.create()
        with open(self.path, "w") as stranger:
            stranger.write("not ours")
        with self.assertRaisesRegex(
            FillMismatchError, "x.npy: another file has this name; the complete array stays"
        ):
            fill_all(fill)
        self.assertEqual((fill.state, fill.done), ("filling", 4))
        os.unlink(self.path)
        fill.finish()
        self.assert_published(truth((8, 16)))

    def test_finish_needs_all_chunks(self):
        fill = self.create()
        with self.assertRaisesRegex(
            FillError, "x.npy: only 0 of 4 chunks are done, 0 are poisoned"
        ):
            fill.finish()

    def test_a_chunk_that_is_given_up_too_often(self):
        fill = self.create(max_failures=2)
        with fill.claim() as claim:
            claim.abandon("the input is broken")
        for _ in range(3):
            with fill.claim() as claim:
                fill_claim(claim, fill.shape)
                claim.commit()
        with fill.claim() as claim:
            self.assertEqual(claim.index, 0)
            claim.abandon("it still is")
        self.assertIsNone(fill.claim())
        self.assertEqual((fill.state, fill.done), ("filling", 3))
        about = fill.status()
        self.assertEqual(about["poisoned"], 1)
        self.assertEqual(
            [line["reason"] for line in about["reasons"]], ["the input is broken", "it still is"]
        )
        self.assertEqual(
            about["reasons"][1], {"chunk": 0, "epoch": 2, "slot": 0, "reason": "it still is"}
        )
        with self.assertRaisesRegex(
            FillPoisonedError, "x.npy: 1 chunks failed too often, see .*x.npy.reasons"
        ):
            fill.await_completion(timeout=LIMIT)
        with self.assertRaisesRegex(FillError, "only 3 of 4 chunks are done, 1 are poisoned"):
            fill.finish()
        self.assertEqual(fill.retry_poisoned(), 1)
        self.assertEqual(fill_all(fill), 1)
        self.assert_published(truth((8, 16)))

    def test_a_reason_that_cannot_be_noted(self):
        fill = self.create()
        os.mkdir(self.path + ".reasons")
        with self.assertRaises(IsADirectoryError), fill.claim() as claim:
            claim.abandon("nobody will know")
        os.rmdir(self.path + ".reasons")
        self.assertEqual(fill_all(fill), 4)

    def test_reasons_are_bounded(self):
        fill = self.create(max_failures=0)
        most = 4 << 20
        with open(self.path + ".reasons", "wb") as file:
            file.write(b"0\t1\t0\tfirst\n" + (b"1\t1\t0\t" + b"x" * 992 + b"\n") * 4200)
        reasons = fill.status()["reasons"]
        self.assertEqual({line["chunk"] for line in reasons}, {1})
        self.assertEqual({len(line["reason"]) for line in reasons}, {992})
        self.assertEqual(len(reasons), most // 999)
        fill.claim().abandon("new")
        self.assertEqual([line["reason"] for line in fill.status()["reasons"]], ["new"])
        with open(self.path + ".reasons", "ab") as file:
            file.truncate(most - 1)
        fill.claim().abandon("the last one that fits")
        self.assertGreater(os.stat(self.path + ".reasons").st_size, most)

    def test_numbers_of_reasons_are_ascii(self):
        self.create()
        with open(self.path + ".reasons", "w", encoding="utf-8") as file:
            file.write(f"²\t1\t0\tno\n1\t٣\t0\tno\n{'9' * 5000}\t1\t0\tno\n1\t2\t3\tyes\rno\n")
        self.assertEqual(
            ndmap_fill.status(self.path)["reasons"],
            [{"chunk": 1, "epoch": 2, "slot": 3, "reason": "yes\rno"}],
        )

    def test_who_waits_sleeps_much_longer_than_it_looks(self):
        fill, other = self.create(), self.create()
        claims = [fill.claim() for _ in range(4)]
        clock = iter(range(1000))
        slept = []

        def sleep(seconds):
            slept.append(seconds)
            claims.pop().release()

        with mock.patch.object(time, "thread_time", lambda: next(clock)):
            with mock.patch.object(time, "sleep", sleep):
                claim = other.claim()
                self.assertEqual((claim.index, slept), (3, [20]))
                claim.release()
                fill_all(other)
        self.assertEqual(slept, [20, 20, 20, 20])

    def test_leaving_publishes_what_is_complete(self):
        with self.create() as fill:
            for claim in [fill.claim() for _ in range(4)]:
                fill_claim(claim, fill.shape)
                claim.commit()
            self.assertFalse(os.path.exists(self.path))
        self.assert_published(truth((8, 16)))

    def test_progress(self):
        fill = self.create()
        told = []

        def progress(done, chunks):
            told.append((done, chunks))
            if done < chunks:
                with fill.claim() as claim:
                    fill_claim(claim, fill.shape)
                    claim.commit()

        fill.await_completion(60, progress)
        self.assertEqual(told, [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)])
        self.assert_published(truth((8, 16)))

    def test_await_completion_publishes_and_gives_up_in_time(self):
        fill = self.create()
        with self.assertRaisesRegex(
            FillTimeoutError, "x.npy: 0 of 4 chunks were done after 0.05 s"
        ):
            fill.await_completion(timeout=0.05)
        for claim in [fill.claim() for _ in range(4)]:
            fill_claim(claim, fill.shape)
            claim.commit()
        fill.await_completion(timeout=LIMIT)
        self.assert_published(truth((8, 16)))

    def test_abort(self):
        fill, other = self.create(), self.create()
        fill.claim().abandon("leaves a file")
        with self.assertRaisesRegex(
            FillError, "x.npy: others take part in the fill; it cannot be aborted"
        ):
            fill.abort()
        other.close()
        claim = fill.claim()
        fill.abort()
        self.assertEqual(self.files(), [])
        self.assertEqual(fill.state, "aborted")
        self.assertFalse(claim.array.flags.writeable)
        with self.assertRaises(FillClosedError):
            fill.claim()
        with self.create() as fill:
            self.assertEqual(fill_all(fill), 4)

    def test_a_visible_array_stays_after_abort(self):
        self.create(visible=True).abort()
        self.assertEqual(self.files(), ["x.npy"])

    def test_whoever_meets_an_aborted_fill_hears_of_it(self):
        fill = self.create()
        fill._seat.ledger.state = 2
        for use in (fill.claim, fill.await_completion, fill.finish, fill.abort):
            with self.assertRaisesRegex(FillAbortedError, "x.npy: the fill was aborted"):
                use()
        with self.create() as other:
            with self.assertRaisesRegex(FillAbortedError, "x.npy: the fill was aborted"):
                fill.claim()
            fill.close()
            self.assertEqual(fill_all(other), 4)
        self.assert_published(truth((8, 16)))

    def test_what_is_written_into_an_aborted_fill_is_not_done(self):
        fill = self.create()
        claim = fill.claim()
        fill._seat.ledger.state = 2
        with self.assertRaisesRegex(
            FillAbortedError, "x.npy: the fill was aborted, so chunk 0 is not done"
        ):
            claim.commit()

    def test_a_shortened_file(self):
        fill = self.create()
        claim = fill.claim()
        size = os.stat(self.path + ".filling").st_size
        os.truncate(self.path + ".filling", size - 1)
        with self.assertRaisesRegex(
            FillTruncatedError,
            f"x.npy.filling: it has {size - 1} bytes and not {size}, so chunk 0 is not done",
        ):
            claim.commit()
        self.assertEqual(fill.done, 0)
        claim.release()

    def test_a_chunk_that_nobody_has_claimed_is_brought_in(self):
        written = []
        pwrite = os.pwrite

        def watched(descriptor, data, at):
            done = pwrite(descriptor, data[:1000], at)
            written.append((at, at + done, any(data[:done])))
            return done

        fill = self.create((8, 160), chunks=(2, 160))
        with mock.patch.object(os, "pwrite", watched):
            with fill.claim():
                self.assertEqual(
                    written,
                    [(128, 1128, False), (1128, 2128, False), (2128, 128 + 2 * 160 * 8, False)],
                )
            written.clear()
            fill._cursor = 0
            with fill.claim() as claim:
                self.assertEqual((claim.index, written), (0, []))
        self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth((8, 160)))

    def test_only_bytes_of_the_chunk_are_brought_in(self):
        for order, chunks, contiguous in (
            ("C", (2, 8), False),
            ("C", (1, 8), True),
            ("F", (2, 8), False),
            ("F", (8, 2), True),
        ):
            with self.subTest(order, chunks=chunks):
                fill = self.create(order=order, chunks=chunks)
                np.memmap(self.path + ".filling", "<i8", "r+", 128)[...] = 7
                with fill.claim() as claim:
                    self.assertEqual(bool((claim.array == 0).all()), contiguous)
                    self.assertEqual(
                        int((fill._array.items == 0).sum()), claim.array.size * contiguous
                    )
                fill.abort()

    def test_a_chunk_that_cannot_be_brought_in_is_released(self):
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fill = self.create()
        with mock.patch.object(os, "pwrite", side_effect=full):
            with self.assertRaises(OSError) as caught:
                fill.claim()
        self.assertEqual(caught.exception.errno, errno.ENOSPC)
        self.assertEqual(fill.status()["claimed"], 0)
        size = os.stat(self.path + ".filling").st_size
        os.truncate(self.path + ".filling", size - 1)
        with self.assertRaisesRegex(
            FillTruncatedError, f"x.npy.filling: it has {size - 1} bytes and not {size}$"
        ):
            fill.claim()
        self.assertEqual(fill.status()["claimed"], 0)
        self.assertEqual(os.stat(self.path + ".filling").st_size, size - 1)

    def test_a_file_that_grew(self):
        with self.create() as fill, fill.claim() as claim:
            fill_claim(claim, fill.shape)
            with open(self.path + ".filling", "ab") as file:
                file.write(b"more")
            claim.commit()
        with SharedFill.join(self.path) as fill:
            self.assertEqual(fill_all(fill), 3)
        with self.create() as fill:
            self.assertTrue((fill.completed(3) == truth((8, 16))[6:8]).all())
        self.assert_published(truth((8, 16)))

    def test_closing_waits_for_what_another_thread_commits(self):
        fill, other = self.create(), self.create()
        claim = fill.claim()
        checked, closing = threading.Event(), threading.Event()
        self.addCleanup(setattr, ndmap_fill, "_step", ndmap_fill._step)

        def step(name):
            if name == "commit.checked":
                checked.set()
                closing.wait(LIMIT)

        ndmap_fill._step = step
        commit = threading.Thread(target=claim.commit)
        commit.start()
        checked.wait(LIMIT)
        close = threading.Thread(target=fill.close)
        close.start()
        close.join(0.1)
        self.assertTrue(close.is_alive())
        others = [other.tryclaim() for _ in range(4)]
        self.assertEqual(others[3], None)
        closing.set()
        commit.join(LIMIT)
        close.join(LIMIT)
        self.assertEqual(other._seat.ledger.in_state(2).tolist(), [0])

    def test_a_signal_handler_closes_what_is_being_committed(self):
        fill = self.create()
        ledger = fill._seat.ledger
        with mock.patch.object(
            ndmap_fill, "_step", lambda name: name == "commit.checked" and fill.close()
        ):
            with self.assertRaisesRegex(FillClosedError, "x.npy: this fill is closed"):
                fill.claim().commit()
        self.assertEqual(ledger.in_state(0).tolist(), [0, 1, 2, 3])

    def test_two_threads_close_at_once(self):
        for _ in range(20):
            fill = self.create()
            failed = []
            fill._threads.acquire()

            def close():
                try:
                    fill.close()
                except BaseException as error:
                    failed.append(error)

            threads = [threading.Thread(target=close) for _ in range(2)]
            for thread in threads:
                thread.start()
            fill._threads.release()
            for thread in threads:
                thread.join(LIMIT)
            self.assertEqual(failed, [])

    def test_closing_goes_on_behind_a_claim_that_cannot_be_given_up(self):
        fill = self.create(durable=True)
        claims = [fill.claim() for _ in range(3)]
        os.mkdir(self.path + ".reasons")
        with mock.patch.object(ndmap_fill._SlotFile, "force", side_effect=OSError(errno.EIO, "no")):
            for claim in claims[:2]:
                with self.assertRaises(FillForceError):
                    claim.commit()
        ledger = fill._seat.ledger
        with self.assertRaises(IsADirectoryError):
            fill.close()
        os.rmdir(self.path + ".reasons")
        self.assertEqual(ledger.in_state(0).tolist(), [0, 1, 2, 3])
        self.assertEqual(int(ledger.workers["in_use"][0]), 0)
        self.assertFalse(any(claim.array.flags.writeable for claim in claims))

    def test_closing_frees_what_no_claim_answers_for(self):
        fill = self.create()
        ledger = fill._seat.ledger
        ledger.words[2] = 1 << 62 | 1
        fill.close()
        self.assertEqual(ledger.word(2), 1)

    def test_a_claim_that_nobody_gets_is_given_back(self):
        fill = self.create()
        for index, where, error, word in (
            (0, "_Array.open_window", MemoryError(), 0),
            (0, "_Array.open_window", KeyboardInterrupt(), 0),
            (0, "_step", KeyboardInterrupt(), 0),
            (0, "_Array.bring_in", MemoryError(), 1),
            (1, "_Array.bring_in", KeyboardInterrupt(), 1),
        ):
            with self.subTest(where, error=error):
                place, name = ([ndmap_fill] + where.split("."))[-2:]
                place = getattr(ndmap_fill, place) if isinstance(place, str) else place

                def failing(*arguments, error=error, where=where):
                    if where != "_step" or arguments == ("claim.stored",):
                        raise error

                fill._cursor = index
                with mock.patch.object(place, name, failing):
                    with self.assertRaises(type(error)):
                        fill.claim()
                self.assertEqual(fill._seat.ledger.word(index), word)
                self.assertEqual(fill._claims, set())

    def test_a_relative_path_stays_what_it_was(self):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.directory)
        fill = SharedFill.create_or_join("x.npy", "<i8", (8, 16))
        self.addCleanup(fill.close)
        os.chdir("/")
        self.assertEqual(fill.path, self.path)
        fill_all(fill)
        self.assert_published(truth((8, 16)))

    def test_a_complete_array_behind_a_link(self):
        np.save(os.path.join(self.directory, "real.npy"), truth((8, 16)))
        os.symlink("real.npy", self.path)
        with self.create() as fill, SharedFill.join(self.path) as joined:
            self.assertEqual((fill.state, joined.state), ("published", "published"))
            self.assertTrue((fill.completed(0) == truth((8, 16))[0:2]).all())

    def test_a_link_to_nothing_is_not_filled(self):
        os.symlink("nothing.npy", self.path)
        with self.assertRaises(FileNotFoundError):
            self.create()
        self.assertEqual(self.files(), ["x.npy"])

    def test_a_complete_array_with_a_long_name(self):
        for length in (250, 255):
            with self.subTest(length):
                path = os.path.join(self.directory, "x" * (length - 4) + ".npy")
                np.save(path, truth((8, 16)))
                with SharedFill.join(path) as joined:
                    self.assertEqual(joined.state, "published")
                with SharedFill.create_or_join(path, "<i8", (8, 16)) as fill:
                    self.assertEqual(fill.state, "published")
                self.assertEqual(ndmap_fill.status(path)["state"], "published")
                os.unlink(path)

    def test_a_name_that_is_too_long(self):
        # Two bytes each, and 243 in all: there is room for .filling.tmp.
        stem = os.path.join(self.directory, "x" + "ü" * 119)
        with SharedFill.create_or_join(stem + ".npy", "<i8", (8, 16)) as fill:
            self.assertEqual(fill_all(fill), 1)
        os.unlink(stem + ".npy")
        said = (
            f"^{stem}x.npy: the name has 244 bytes; for a fill it may have at most 243, because"
            " the names of the fill's other files are longer, and no name may exceed 255 bytes$"
        )
        for use in (
            lambda: SharedFill.create_or_join(stem + "x.npy", "<i8", (8, 16)),
            lambda: SharedFill.join(stem + "x.npy", patience=0),
        ):
            with self.assertRaisesRegex(ValueError, said):
                use()
        self.assertEqual(self.files(), [])

    def test_an_array_that_is_filled_by_parts(self):
        with open(self.path + ".parts", "w"):
            pass
        np.save(self.path, truth((8, 16)))
        text = f"^{self.path}: is filled by parts, says x.npy.parts, and may not be complete$"
        for use in (self.create, lambda: SharedFill.join(self.path)):
            with self.assertRaisesRegex(FillError, text):
                use()
        os.unlink(self.path + ".parts")
        self.assertEqual(self.create().state, "published")

    def test_only_the_array_of_the_fill_is_published(self):
        for visible in (False, True):
            for suffix in ("", ".claims"):
                name = self.path + (suffix or ("" if visible else ".filling"))
                with self.subTest(name, visible=visible):
                    fill = self.create(visible=visible)
                    for claim in [fill.claim() for _ in range(4)]:
                        fill_claim(claim, fill.shape)
                        claim.commit()
                    os.rename(name, name + ".kept")
                    with open(name, "w"):
                        pass
                    with self.assertRaises(FillMismatchError):
                        fill.close()
                    self.assertEqual(os.path.exists(self.path), visible)
                    os.rename(name + ".kept", name)
                    self.create(visible=visible).close()
                    self.assert_published(truth((8, 16)))
                    os.unlink(self.path)

    def test_an_array_that_has_only_its_own_name_is_published(self):
        fill = self.create()
        for claim in [fill.claim() for _ in range(4)]:
            fill_claim(claim, fill.shape)
            claim.commit()
        os.rename(self.path + ".filling", self.path)
        fill.finish()
        self.assert_published(truth((8, 16)))

    def test_what_was_not_forced_is_not_done(self):
        fill = self.create(durable=True)
        with mock.patch.object(
            ndmap_fill._SlotFile, "force", side_effect=OSError(errno.EIO, "the disk is broken")
        ):
            with fill.claim() as claim:
                with self.assertRaisesRegex(
                    FillForceError, "x.npy.filling: chunk 0 was not forced: .*disk is broken"
                ):
                    claim.commit()
                self.assertEqual((fill.done, fill.status()["claimed"]), (0, 1))
                with self.assertRaisesRegex(
                    FillForceError, "x.npy: chunk 0 was not forced before; abandon it"
                ):
                    claim.commit()
        about = fill.status()
        self.assertEqual(about["reasons"][0]["reason"], "not forced: [Errno 5] the disk is broken")
        self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth((8, 16)))

    def test_what_was_not_forced_is_not_published(self):
        fill = self.create(durable=True)
        for claim in [fill.claim() for _ in range(4)]:
            fill_claim(claim, fill.shape)
            claim.commit()
        with mock.patch.object(
            ndmap_fill._SlotFile, "force", side_effect=OSError(errno.EIO, "the disk is broken")
        ):
            with self.assertRaisesRegex(
                FillForceError, "x.npy.filling: it was not forced, so it is not published"
            ):
                fill.claim()
        self.assertFalse(os.path.exists(self.path))
        fill.finish()
        self.assert_published(truth((8, 16)))

    def directories_that_cannot_be_forced(self):
        fsync = os.fsync

        def failing(descriptor):
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(errno.EIO, "the disk is broken")
            fsync(descriptor)

        return mock.patch.object(os, "fsync", failing)

    def test_a_name_that_was_not_forced_is_not_announced(self):
        said = (
            f"^{self.directory}: the directory could not be forced to the disk, so its names may"
            r" not outlast a crash: \[Errno 5\] the disk is broken$"
        )
        with self.directories_that_cannot_be_forced():
            with self.assertRaisesRegex(FillForceError, said):
                self.create(durable=True)
        self.assertEqual(self.files(), [])
        fill = self.create(durable=True)
        with self.directories_that_cannot_be_forced():
            with self.assertRaisesRegex(FillForceError, said):
                fill_all(fill)
            self.assertEqual(fill.state, "filling")
            with self.assertRaisesRegex(FillForceError, said):
                SharedFill.join(self.path)
        self.assertEqual(fill_all(fill), 0)
        self.assert_published(truth((8, 16)))

    def test_names_of_a_fast_fill_need_not_be_forced(self):
        with self.directories_that_cannot_be_forced():
            self.assertEqual(fill_all(self.create()), 4)
        self.assert_published(truth((8, 16)))

    def test_every_durable_chunk_is_forced_where_it_lies(self):
        for order in "CF":
            fill = self.create((300, 400), "<f8", (70, 90), order=order, durable=True)
            address = ndmap_fill._SlotFile.window
            windows, forced = [], []

            def watched(file, start, length):
                windows.append((start, start + length))
                return address(file, start, length)

            def forced_now(file, window=None):
                forced.append(None if window is None else len(window))

            with mock.patch.object(ndmap_fill._SlotFile, "window", watched):
                with mock.patch.object(ndmap_fill._SlotFile, "force", forced_now):
                    while (claim := fill.tryclaim()) is not None:
                        with claim:
                            claim.commit()
            self.assertEqual(forced, [end - start for start, end in windows] + [None])
            flat = np.arange(300 * 400).reshape(300, 400, order=order)
            for index, (start, end) in enumerate(windows):
                lies = flat[fill._grid.box(index)]
                self.assertEqual(start % os.sysconf("SC_PAGESIZE"), 0)
                self.assertLessEqual(start, 128 + 8 * lies.min())
                self.assertEqual(end, 128 + 8 * (lies.max() + 1))
            os.unlink(self.path)

    def test_nobody_begins(self):
        with self.assertRaisesRegex(
            FillTimeoutError, "x.npy: no fill was created within 0.05 s"
        ):
            SharedFill.join(self.path, patience=0.05)
        self.assertEqual(self.files(), [])

    def test_join_waits_for_somebody_who_begins(self):
        joined = []
        waiting = threading.Thread(
            target=lambda: joined.append(SharedFill.join(self.path, patience=LIMIT))
        )
        waiting.start()
        self.create()
        waiting.join(LIMIT)
        self.assertEqual(joined[0].shape, (8, 16))
        joined[0].close()

    def test_a_mutex_that_is_not_to_be_had(self):
        fill = self.create(patience=0.05)
        holder = ndmap_fill._LockFile.holding_mutex(self.path + ".lock", 1)
        self.addCleanup(holder.close)
        text = r"x.npy.lock: the mutex \(byte 0\) was held by another process"
        for use in (fill.claim, fill.finish, lambda: SharedFill.join(self.path, patience=0.05)):
            with self.assertRaisesRegex(FillTimeoutError, text):
                use()
        holder.close()
        fill_all(fill)

    def test_the_slots_are_all_taken(self):
        fill = self.create()
        with mock.patch.object(ndmap_fill, "_SLOTS", 1):
            with self.assertRaisesRegex(FillError, "x.npy: all 1 slots are taken"):
                self.create()
        self.assertEqual(fill_all(fill), 4)

    def test_status(self):
        with self.assertRaisesRegex(FillError, "x.npy: neither an array nor a fill of that name"):
            ndmap_fill.status(self.path)
        fill = self.create()
        claim = fill.claim()
        about = ndmap_fill.status(self.path)
        self.assertEqual(
            {
                key: about[key]
                for key in ("file", "state", "chunks", "done", "claimed", "dead", "poisoned")
            },
            {
                "file": self.path,
                "state": "filling",
                "chunks": 4,
                "done": 0,
                "claimed": 1,
                "dead": 0,
                "poisoned": 0,
            },
        )
        worker = about["workers"][0]
        self.assertEqual(worker["claimed"], 1)
        self.assertEqual(
            (worker["slot"], worker["pid"], worker["kind"]), (0, os.getpid(), "python")
        )
        self.assertEqual(
            (worker["alive"], worker["stopped"], worker["committed"]), (True, False, 0)
        )
        self.assertIsNone(about["rate_per_s"])
        claim.release()
        for claim in [fill.claim() for _ in range(4)]:
            fill_claim(claim, (8, 16))
            claim.commit()
        about = ndmap_fill.status(self.path)
        self.assertEqual((about["state"], about["done"], about["eta_s"]), ("complete", 4, 0.0))
        fill.close()
        about = ndmap_fill.status(self.path)
        self.assertEqual((about["state"], about["workers"]), ("published", []))
        self.assertEqual((about["chunks"], about["done"], about["eta_s"]), (None, None, None))
        self.assertEqual((about["claimed"], about["dead"], about["poisoned"]), (0, 0, 0))

    def test_evicting_oneself_or_nobody(self):
        fill = self.create()
        with self.assertRaisesRegex(
            FillError,
            rf"x.npy: the participant in slot 0 \(python, process {os.getpid()}\) is this process",
        ):
            fill.evict(0)
        fill.evict(1)
        with self.assertRaisesRegex(ValueError, "slot 1024 is not from 0 to 1023"):
            fill.evict(1024)


def _first_call_fails(real, error):
    calls = []

    def once(*arguments, **more):
        calls.append(arguments)
        if len(calls) == 1:
            raise error
        return real(*arguments, **more)

    return once


if __name__ == "__main__":
    unittest.main()
