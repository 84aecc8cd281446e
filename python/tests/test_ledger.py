"""The bytes of the ledger are those that docs/fill-protocol.md promises, and ledgers that lie are
refused.
"""

import hashlib
import os
import shutil
import struct
import unittest
import zlib

from support import LIMIT, FillTest, fill_all, truth

import ndmap_fill
from ndmap_fill import FillMismatchError, SharedFill


class LedgerTest(FillTest):
    def ledger(self, path=None):
        with open((path or self.path) + ".claims", "rb") as file:
            return file.read()

    def number(self, offset, size):
        return int.from_bytes(self.ledger()[offset : offset + size], "little")

    def word(self, index):
        return self.number(69632 + 8 * index, 8)

    def patch(self, offset, new, repair=True):
        """Changes bytes of the fixed part, and the checksum with them."""
        with open(self.path + ".claims", "r+b") as file:
            data = bytearray(file.read())
            data[offset : offset + len(new)] = new
            if repair:
                struct.pack_into(
                    "<I", data, 120, zlib.crc32(bytes(data[0:112]) + bytes(data[128:640]))
                )
            file.seek(0)
            file.write(data)

    def assert_refused(self, text):
        before = self.files()
        with self.assertRaisesRegex(FillMismatchError, text):
            SharedFill.join(self.path, patience=LIMIT)
        self.assertEqual(self.files(), before)

    def test_a_fresh_ledger(self):
        self.create((7, 30), "<f4", (2, 8), durable=True, max_failures=4, max_deaths=9).close()
        data = self.ledger()
        working = self.path + ".filling"
        with open(working, "rb") as file:
            header = file.read(128)
        self.assertEqual(len(data), 69632 + 8 * 16)
        self.assertEqual(data[0:8], bytes.fromhex("934E444D4150464C"))
        self.assertEqual(self.number(8, 4), 2)
        self.assertEqual(self.number(12, 4), 69632)
        self.assertNotEqual(data[16:32], bytes(16))
        self.assertEqual(self.number(32, 8), 16)
        self.assertEqual(self.number(40, 8), os.stat(working).st_ino)
        self.assertEqual(self.number(48, 8), 128 + 7 * 30 * 4)
        self.assertEqual(self.number(56, 8), 128)
        self.assertEqual(data[64:96], hashlib.sha256(header).digest())
        self.assertEqual(self.number(96, 4), 1)
        self.assertEqual(self.number(100, 4), 4)
        self.assertEqual(self.number(104, 4), 9)
        self.assertEqual(self.number(108, 4), 2)
        self.assertEqual(self.number(112, 8), 0)
        self.assertEqual(self.number(120, 4), zlib.crc32(data[0:112] + data[128:640]))
        self.assertEqual(self.number(124, 4), 0)
        self.assertEqual(struct.unpack("<64q", data[128:640]), (2, 8) + (0,) * 62)
        with open(self.path + ".lock", "rb") as file:
            identity = file.read()
        self.assertEqual(len(identity), 8)
        self.assertEqual(data[640:648], identity)
        with open("/proc/sys/kernel/random/boot_id") as file:
            boot = bytes.fromhex(file.read().strip().replace("-", ""))
        self.assertEqual(data[648:656], boot[:8])
        self.assertEqual(data[656:4096], bytes(4096 - 656))
        self.assertEqual(data[69632:], bytes(8 * 16))

    def test_a_visible_fill(self):
        self.create(visible=True).close()
        self.assertEqual(self.files(), ["x.npy", "x.npy.claims", "x.npy.lock"])
        self.assertEqual(self.number(96, 4), 2)
        self.assertEqual(self.number(40, 8), os.stat(self.path).st_ino)

    def test_every_fill_has_an_identity(self):
        self.create().abort()
        self.create().close()
        first = self.ledger()[16:32]
        with SharedFill.join(self.path) as fill:
            fill.abort()
        self.create().close()
        self.assertNotEqual(self.ledger()[16:32], first)

    def test_a_worker(self):
        before = ndmap_fill._milliseconds()
        fill = self.create()
        with open("/proc/self/stat") as file:
            start = int(file.read().rpartition(")")[2].split()[19])
        self.assertEqual(self.number(4096, 8), os.getpid())
        self.assertEqual(self.number(4104, 8), start)
        self.assertTrue(before <= self.number(4112, 8) <= ndmap_fill._milliseconds())
        self.assertEqual((self.number(4120, 8), self.number(4128, 8)), (0, 0))
        self.assertEqual((self.number(4136, 4), self.number(4140, 4)), (2, 1))
        self.assertEqual(self.number(4144, 8), os.stat("/proc/self/ns/pid").st_ino)
        self.assertEqual(self.number(4152, 8), 0)
        with fill.claim() as claim:
            claim.commit()
        self.assertEqual(self.number(4120, 8), 1)
        self.assertTrue(before <= self.number(4128, 8) <= ndmap_fill._milliseconds())
        fill.close()
        self.assertEqual(self.number(4140, 4), 0)

    def test_the_words(self):
        fill = self.create()
        other = self.create()
        self.assertEqual(self.number(4096 + 64 + 44, 4), 1)
        claim = other.claim()
        self.assertEqual(claim.index, 1)
        self.assertEqual(self.word(1), 1 << 62 | 1 << 48 | 1)
        claim.release()
        self.assertEqual(self.word(1), 1)
        claims = [fill.claim() for _ in range(4)]
        self.assertEqual([claim.index for claim in claims], [0, 1, 2, 3])
        claims[1].abandon("it\tdid\nnot work" + "!" * 1000)
        self.assertEqual(self.word(1), 1 << 40 | 2)
        with open(self.path + ".reasons", "rb") as file:
            self.assertEqual(file.read(), b"1\t2\t0\tit did not work" + b"!" * 985 + b"\n")
        claims[0].commit()
        self.assertEqual(self.word(0), 2 << 62 | 1)

    def test_the_limit_of_failures(self):
        fill = self.create((2, 16), max_failures=2)
        fill.claim().abandon("first")
        fill.claim().abandon("second")
        self.assertEqual(self.word(0), 3 << 62 | 2 << 40 | 2)
        self.assertIsNone(fill.claim())
        self.assertEqual(fill.retry_poisoned(), 1)
        self.assertEqual(self.word(0), 2)

    def test_without_a_limit_failures_are_counted_up_to_255(self):
        fill = self.create((2, 16), max_failures=0)
        for _ in range(257):
            fill.claim().abandon("again")
        self.assertEqual(self.word(0), 255 << 40 | 257)

    def test_what_is_no_ledger(self):
        self.create().close()
        good = self.ledger()
        for damage, text in (
            (
                lambda: self.patch(0, b"\x93NUMPY"),
                "x.npy.claims: this is not a ledger, it begins with b'",
            ),
            (lambda: self.patch(8, b"\x01"), "x.npy.claims: version 1 of the ledger is unknown"),
            (
                lambda: self.patch(128, b"\x09", repair=False),
                "x.npy.claims: the ledger's fixed part is damaged",
            ),
            (lambda: self.patch(108, b"\x41"), "x.npy.claims: 4 chunks from offset 69632, 65 axes"),
            (
                lambda: os.truncate(self.path + ".claims", 100),
                "x.npy.claims: a ledger has at least 69632 bytes",
            ),
            (lambda: os.truncate(self.path + ".claims", 69640), "do not make a ledger"),
        ):
            with self.subTest(text):
                damage()
                self.assert_refused(text)
                with open(self.path + ".claims", "wb") as file:
                    file.write(good)

    def test_a_slot_that_there_is_not(self):
        for state in range(4):
            with self.subTest(state):
                fill = self.create()
                last = fill.claim()
                with open(self.path + ".claims", "r+b") as file:
                    file.seek(69632 + 8 * 2)
                    file.write(struct.pack("<Q", state << 62 | 1024 << 48 | 1))
                said = (
                    f"^{self.path}.claims: damaged: the word of chunk 2 names slot 1024, the last"
                    " one is 1023$"
                )
                for use in (
                    lambda: fill.completed(2),
                    lambda: fill.done,
                    fill.status,
                    fill.retry_poisoned,
                    lambda: fill._seat.ledger.counts_and_owners(),
                    lambda: fill._seat.ledger.find_free(2),
                    lambda: fill_all(fill),
                    fill.finish,
                    fill.close,
                    lambda: SharedFill.join(self.path),
                ):
                    with self.assertRaisesRegex(FillMismatchError, said):
                        use()
                self.assertFalse(last.array.flags.writeable)
                for name in self.files():
                    os.remove(os.path.join(self.directory, name))

    def test_what_belongs_to_another_array(self):
        self.create().close()
        size = os.stat(self.path + ".filling").st_size
        good = self.ledger()
        for offset, new, text in (
            (48, (size + 1).to_bytes(8, "little"), "x.npy.filling; the size is"),
            (56, (64).to_bytes(8, "little"), "the data offset is 128, the ledger says 64"),
            (64, bytes(32), "the digest of the header is .*, the ledger says 0{64}"),
            (108, b"\x03", "the number of axes is 2, the ledger says 3"),
            (128, b"\x03", "the number of chunks is 3, the ledger says 4"),
        ):
            with self.subTest(text):
                self.patch(offset, new)
                self.assert_refused(text)
                with open(self.path + ".claims", "wb") as file:
                    file.write(good)
        os.truncate(self.path + ".filling", size - 1)
        self.assert_refused("x.npy.filling: ")

    def test_files_of_two_fills_are_swapped(self):
        self.create().close()
        other = os.path.join(self.directory, "y.npy")
        SharedFill.create_or_join(other, "<i8", (8, 16), chunks=(2, 16)).close()
        os.rename(self.path + ".claims", self.path + ".saved")
        os.rename(other + ".claims", self.path + ".claims")
        self.assert_refused("x.npy.filling: it is not the array that .*x.npy.claims belongs to")
        with self.assertRaisesRegex(FillMismatchError, "y.npy.filling: it has no ledger"):
            SharedFill.create_or_join(other, "<i8", (8, 16))
        os.rename(self.path + ".claims", other + ".claims")
        os.rename(self.path + ".saved", self.path + ".claims")
        with SharedFill.join(self.path) as fill:
            fill_all(fill)
        with SharedFill.join(other) as fill:
            fill_all(fill)
        self.assertEqual(self.files(), ["x.npy", "y.npy"])

    def test_a_copied_array_is_not_the_ledgers(self):
        self.create().close()
        shutil.copyfile(self.path + ".filling", self.path + ".copy")
        os.rename(self.path + ".copy", self.path + ".filling")
        self.assert_refused("x.npy.filling: it is not the array")

    def test_the_ledger_is_replaced_under_a_participant(self):
        fill = self.create()
        data = self.ledger()
        os.unlink(self.path + ".claims")
        with open(self.path + ".claims", "wb") as file:
            file.write(data)
        with self.assertRaisesRegex(FillMismatchError, "x.npy.claims: it was removed or replaced"):
            fill.claim()

    def test_chunks_are_numbered_in_the_arrays_order(self):
        for order, second in (("C", (slice(0, 2), slice(3, 5))), ("F", (slice(2, 4), slice(0, 3)))):
            with self.subTest(order):
                with self.create((4, 5), chunks=(2, 3), order=order) as fill:
                    self.assertEqual(fill.chunks, 4)
                    claims = [fill.claim() for _ in range(4)]
                    self.assertEqual(claims[1].box, second)
                    self.assertEqual(claims[3].box, (slice(2, 4), slice(3, 5)))
                    for claim in claims:
                        claim.array[...] = truth((4, 5))[claim.box]
                        claim.commit()
                    fill.finish()
                self.assert_published(truth((4, 5)))
                os.unlink(self.path)

    def test_default_chunks_are_about_a_mebibyte_that_lies_together(self):
        def chunk(shape, order, itemsize):
            return ndmap_fill._Grid.of(shape, None, order, itemsize).chunk

        self.assertEqual(chunk((100, 100), "C", 8), (100, 100))
        self.assertEqual(chunk((16, 1 << 17), "C", 8), (1, 1 << 17))
        self.assertEqual(chunk((16, 8192), "C", 8), (16, 8192))
        self.assertEqual(chunk((17, 8192), "C", 8), (9, 8192))
        self.assertEqual(chunk((5, 3, 1 << 20), "C", 8), (1, 1, 1 << 17))
        self.assertEqual(chunk((5, 300, 1000), "C", 8), (1, 100, 1000))
        self.assertEqual(chunk((1000, 300, 5), "F", 8), (1000, 100, 1))
        self.assertEqual(chunk((4, 4), "C", 1 << 21), (1, 1))
        self.assertEqual(chunk((), "C", 8), ())
        self.assertEqual(chunk((0, 3), "C", 8), (1, 3))
        self.assertEqual(chunk((4, 4), "C", 0), (4, 4))


if __name__ == "__main__":
    unittest.main()
