"""Appends rows to ``.npy`` files in place; the process may be killed at any time.

This is the Python side of ``docs/growing.md``; Java programs append with ``io.ndmap.grow``, to the
same files and with the same lock. It needs Linux, CPython 3.9 or newer and NumPy::

    import ndmap_append

    with ndmap_append.Appender("x.npy") as appender:
        appender.append(rows)

Rows are appended along the axis that can grow without moving data: the first of an array in C
order, the last in Fortran order. The data are written first, then the header in one write. A
process that is killed between the two writes leaves a file with the old rows, followed by further
bytes. These bytes cannot be distinguished from rows that another program has written there, so the
next appender is refused (``TrailingBytesError``), unless it counts the complete rows among the
bytes (``recover=True``) or truncates them (``truncate=True``). ``durable=True`` forces both writes
to the disk.

One process at a time appends to a file: it holds an open-file-description lock on one byte at an
offset far beyond the data. The kernel releases the lock when the process dies. A forked child
closes its copy of the file descriptor.

From the command line::

    python3 ndmap_append.py append x.npy rows.npy more.npy [--recover | --truncate]
    python3 ndmap_append.py inspect x.npy
    python3 ndmap_append.py repair x.npy [--recover | --truncate]
    python3 ndmap_append.py make-room x.npy
"""

from __future__ import annotations

import argparse
import ast
import ctypes
import errno
import fcntl
import io
import os
import shutil
import stat
import struct
import sys
import tempfile
import time
import weakref
import zlib
from typing import Any, NamedTuple

import numpy as np
from numpy.lib import format as npy_format

__all__ = [
    "AppendError",
    "Appender",
    "AppenderActiveError",
    "HeaderRoomError",
    "State",
    "TrailingBytesError",
    "inspect",
    "make_room",
    "repair",
]

_BYTE = 3 << 61  # the offset of the byte that appenders lock
_FIRST_SLOT, _SLOTS = 1 << 62, 1024  # the bytes that participants of a fill lock
_BLOCK = 1 << 24  # bytes that are converted or copied at once
_HEADER_MOST = 10_000  # the most bytes of a header that NumPy reads
_MOST_DIGITS = len(str(2**63 - 1))
_GROWTH_DIGITS, _ALIGNMENT = 21, 64  # padding for digits, and alignment of the data, as in NumPy
_FLOCK = struct.Struct("hhqqi4x")  # struct flock of 64-bit Linux
_SET_LOCK = getattr(fcntl, "F_OFD_SETLK", 37)
_GET_LOCK = getattr(fcntl, "F_OFD_GETLK", 36)
_NO_LOCKS = (errno.EINVAL, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)
_FIRST_PAUSE, _LONGEST_PAUSE = 50e-6, 10e-3

_MARK = b"\0NDMAPRM"
_ROOM_MAGIC = b"\x93NDMAPRM"
# Magic, version, CRC-32 of the rest, size of the array's file, lengths of the old and new header.
_ROOM = struct.Struct("<8sIIQII")
_ROOM_VERSION = 1
_ROOM_CHECKED = 16
_INSERT_RANGE = 0x20


class AppendError(Exception):
    """The file cannot grow, or cannot grow now; the message names the file."""


class AppenderActiveError(AppendError, TimeoutError):
    """Another appender holds the lock of the file."""


class HeaderRoomError(AppendError):
    """The header has no padding for the new length; ``make_room`` adds padding."""


class TrailingBytesError(AppendError):
    """Bytes follow the data, and neither ``recover`` nor ``truncate`` was given, or the rows have 0
    bytes and cannot be recovered. The bytes were not changed.
    """

    def __init__(self, path: str, state: State) -> None:
        if state.row_bytes:
            rest = (
                f"which its header does not count: {state.trailing_rows} whole rows and"
                f" {state.trailing_rest} bytes; take the rows (--recover, recover=True) or cut all"
                " of them off (--truncate, truncate=True)"
            )
        else:
            rest = "and its rows have no bytes: they can only be cut off (--truncate, truncate=True)"
        super().__init__(f"{path}: {state.trailing_bytes} bytes follow its data, {rest}")
        self.bytes = state.trailing_bytes
        self.rows = state.trailing_rows


class State(NamedTuple):
    """The state of a file before an appender changes it."""

    shape: tuple[int, ...]
    axis: int  #: the axis that can grow
    row_bytes: int  #: bytes of one row
    trailing_bytes: int  #: bytes after the data
    missing_bytes: int  #: bytes of data beyond the end of the file
    array_behind: bool  #: whether the trailing bytes begin with another array
    has_room: bool  #: whether the header has padding for any number of rows
    room_interrupted: bool  #: whether a process died during ``make_room``

    @property
    def trailing_rows(self) -> int:
        """The number of complete rows among the bytes after the data."""
        return self.trailing_bytes // self.row_bytes if self.row_bytes else 0

    @property
    def trailing_rest(self) -> int:
        """The number of bytes after the complete rows that follow the data."""
        return self.trailing_bytes - self.trailing_rows * self.row_bytes


def _step(name: str) -> None:
    """Does nothing; called after each step, as a hook for tests that kill the process there."""


# ------------------------------------------------------------------------------------------ headers


class _Header(NamedTuple):
    version: tuple[int, int]
    dtype: np.dtype[Any]
    fortran: bool
    shape: tuple[int, ...]
    offset: int

    @property
    def axis(self) -> int:
        return len(self.shape) - 1 if self.fortran else 0

    @property
    def length(self) -> int:
        return self.shape[self.axis]

    @property
    def end(self) -> int:
        """The offset of the first byte after the data."""
        size = self.dtype.itemsize
        for length in self.shape:
            size *= length
        return self.offset + size

    @property
    def row_bytes(self) -> int:
        return self.with_length(1).end - self.offset

    def with_length(self, length: int) -> _Header:
        shape = (*self.shape[: self.axis], length, *self.shape[self.axis + 1 :])
        return self._replace(shape=shape)

    @property
    def _prefix(self) -> int:
        return 10 if self.version == (1, 0) else 12

    @property
    def _text(self) -> bytes:
        descr = npy_format.dtype_to_descr(self.dtype)
        text = f"{{'descr': {descr!r}, 'fortran_order': {self.fortran}, 'shape': {self.shape}, }}"
        return text.encode("utf-8" if self.version == (3, 0) else "latin1")

    @property
    def least_bytes(self) -> int:
        return self._prefix + len(self._text) + 1

    @property
    def has_room(self) -> bool:
        return self.least_bytes + _MOST_DIGITS - len(str(self.length)) <= self.offset

    @property
    def roomy(self) -> _Header:
        """The same header with the length that NumPy writes: padded for any number of rows."""
        least = self.least_bytes + _GROWTH_DIGITS - len(str(self.length))
        return self._replace(offset=least + _ALIGNMENT - least % _ALIGNMENT)

    def encoded(self) -> bytes | None:
        """The bytes of the header, padded to `offset`; None if they would be longer."""
        room = self.offset - self._prefix
        if self.least_bytes > self.offset:
            return None
        length = struct.pack("<H" if self.version == (1, 0) else "<I", room)
        text = self._text.ljust(room - 1) + b"\n"
        return npy_format.magic(*self.version) + length + text


def _parse(data: bytes) -> _Header:
    """Parses the header with which `data` begins. If it is malformed, raises ValueError or one of
    the many exceptions of NumPy's parser.
    """
    file = io.BytesIO(data)
    version = npy_format.read_magic(file)
    if version == (1, 0):
        shape, fortran, dtype = npy_format.read_array_header_1_0(file)
    elif version == (2, 0):
        shape, fortran, dtype = npy_format.read_array_header_2_0(file)
    elif version == (3, 0):
        # NumPy has no public function for headers of version 3.0.
        text = file.read(struct.unpack("<I", file.read(4))[0]).decode("utf-8")
        fields = ast.literal_eval(text)
        if not isinstance(fields, dict) or fields.keys() != {"descr", "fortran_order", "shape"}:
            raise ValueError("the header is no dictionary of descr, fortran_order and shape")
        shape, fortran = fields["shape"], fields["fortran_order"]
        dtype = npy_format.descr_to_dtype(fields["descr"])
    else:
        raise ValueError(f"expected version 1.0, 2.0 or 3.0 of the format, found {version}")
    # Versions 1.0 and 2.0 may have lengths below 0 or beyond 64 bits, version 3.0 any value.
    if type(shape) is not tuple or not all(type(each) is int and each >= 0 for each in shape):
        raise ValueError(f"expected a tuple of lengths, found shape {shape!r}")
    if type(fortran) is not bool:
        raise ValueError(f"expected a truth value, found fortran_order {fortran!r}")
    header = _Header(version, dtype, fortran, shape, file.tell())
    if header.end >= 1 << 63:
        raise ValueError(f"an array of shape {shape} is larger than any file")
    return header


def _header_at(descriptor: int, at: int, size: int) -> _Header:
    """Reads a header. Raises ValueError if it is malformed."""
    first = os.pread(descriptor, min(12, size - at), at)
    if len(first) < 12 or first[:6] != b"\x93NUMPY":
        raise ValueError("no magic of a .npy file")
    length = struct.unpack_from("<H" if first[6] == 1 else "<I", first, 8)[0]
    if length > 4 * _HEADER_MOST:
        raise ValueError(f"a header of {length} bytes is too long")
    data = os.pread(descriptor, 12 + length, at)
    try:
        return _parse(data)
    except Exception as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error


# ------------------------------------------------------------------------------------------- files


class _LockedArray:
    """The file of an array, opened, with the lock of appenders held."""

    _opened: weakref.WeakSet[_LockedArray] = weakref.WeakSet()

    def __init__(self, path: os.PathLike[str] | str, timeout: float) -> None:
        if not sys.platform.startswith("linux") or sys.maxsize < 2**32:
            raise AppendError(f"{path}: appending needs the locks of 64-bit Linux")
        self.path = os.path.realpath(os.fspath(path))
        self.descriptor = -1
        end = time.monotonic() + timeout
        while True:
            if not stat.S_ISREG(os.stat(self.path).st_mode):
                raise AppendError(f"{path}: not a regular file")
            self.descriptor = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
            self._opened.add(self)
            try:
                self._lock(end, timeout)
                # The previous holder of the lock may have replaced the file.
                if os.path.samestat(os.fstat(self.descriptor), os.stat(self.path)):
                    self._check_fill()
                    return
            except BaseException:
                self.close()
                raise
            self.close()

    def _call(self, command: int, kind: int, start: int, length: int = 1) -> int:
        flock = _FLOCK.pack(kind, os.SEEK_SET, start, length, 0)
        found: int = _FLOCK.unpack(fcntl.fcntl(self.descriptor, command, flock))[0]
        return found

    def _lock(self, end: float, timeout: float) -> None:
        pause = _FIRST_PAUSE
        while True:
            try:
                self._call(_SET_LOCK, fcntl.F_WRLCK, _BYTE)
                return
            except OSError as error:
                if error.errno in _NO_LOCKS:
                    raise AppendError(
                        f"{self.path}: its file system has no locks of open files (F_OFD_SETLK:"
                        f" {error.strerror}), by which processes exclude each other; copy it to a"
                        " local one (ext4, xfs, btrfs, tmpfs), or mount this one with locks (NFS 4,"
                        " Lustre with flock)"
                    ) from None
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    raise
            left = end - time.monotonic()
            if left <= 0:
                raise AppenderActiveError(
                    f"{self.path}: another appender has had the file for {timeout:g} s, in this"
                    " process or another; wait longer, or end it"
                )
            time.sleep(min(pause, left))
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _check_fill(self) -> None:
        for suffix in (".claims", ".parts"):
            if os.path.exists(self.path + suffix):
                name = os.path.basename(self.path) + suffix
                raise AppendError(f"{self.path}: is being filled, says {name}: it cannot grow yet")
        if self._call(_GET_LOCK, fcntl.F_WRLCK, _FIRST_SLOT, _SLOTS) != fcntl.F_UNLCK:
            raise AppendError(
                f"{self.path}: a process still takes part in its fill: it cannot grow yet"
            )

    @property
    def size(self) -> int:
        return os.fstat(self.descriptor).st_size

    def header(self, whole: bool = True) -> _Header:
        """The array's header. Raises AppendError if the array cannot grow; with ``whole``, also if
        the file ends before the data do.
        """
        try:
            header = _header_at(self.descriptor, 0, self.size)
        except ValueError as error:
            raise AppendError(f"{self.path}: no array that can grow: {error}") from error
        if header.dtype.hasobject:
            raise AppendError(f"{self.path}: arrays of objects are pickles and cannot grow")
        if not header.shape:
            raise AppendError(
                f"{self.path}: expected an array with an axis to grow along, found shape ()"
            )
        if whole and header.end > self.size:
            raise AppendError(
                f"{self.path}: the data ends early: expected {header.end} bytes, found {self.size}"
            )
        return header

    def write(self, data: Any, at: int) -> None:
        view = memoryview(data).cast("B")
        while len(view):
            written = os.pwrite(self.descriptor, view, at)
            view = view[written:]
            at += written

    def force(self) -> None:
        os.fdatasync(self.descriptor)

    def truncate(self, size: int) -> None:
        os.ftruncate(self.descriptor, size)

    def state(self, interrupted: bool) -> State:
        header, size = self.header(whole=False), self.size
        trailing, missing = max(0, size - header.end), max(0, header.end - size)
        behind = trailing > 0 and os.pread(self.descriptor, 6, header.end) == npy_format.MAGIC_PREFIX
        return State(
            header.shape,
            header.axis,
            header.row_bytes,
            trailing,
            missing,
            behind,
            header.has_room,
            interrupted,
        )

    def require_decision(self, state: State, refused: bool) -> None:
        """Raises AppendError if another array follows the data. Raises TrailingBytesError if other
        bytes follow the data and `refused` is set, because the caller passed neither ``recover``
        nor ``truncate``.
        """
        if state.array_behind:
            raise AppendError(
                f"{self.path}: after its data, at byte {self.header().end}, another array begins,"
                " which would be overwritten; to cut it off, use repair with truncate"
            )
        if state.trailing_bytes and refused:
            raise TrailingBytesError(self.path, state)

    def close(self) -> None:
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            self._opened.discard(self)
            try:
                # Unlock explicitly: a forked child may still have a copy of the descriptor.
                fcntl.fcntl(
                    descriptor, _SET_LOCK, _FLOCK.pack(fcntl.F_UNLCK, os.SEEK_SET, 0, 0, 0)
                )
            except OSError:
                pass  # The file system has no locks; otherwise closing would release them.
            finally:
                os.close(descriptor)

    @classmethod
    def leave_to_parent(cls) -> None:
        for array in list(cls._opened):
            os.close(array.descriptor)
            array.descriptor = -1


os.register_at_fork(after_in_child=_LockedArray.leave_to_parent)


class _Room:
    """Inserts a block before the data, so that the header can be longer. docs/growing.md explains
    the steps.
    """

    def __init__(self, array: _LockedArray) -> None:
        self._array = array
        self._beside = array.path + ".room"

    def insert(self, header: _Header) -> bool:
        """Inserts a block. Returns False, without a change, if the file system cannot do this, or
        if the header would exceed 10,000 bytes.
        """
        array = self._array
        block = os.fstat(array.descriptor).st_blksize
        longer = header._replace(offset=header.offset + block)
        if longer.offset > _HEADER_MOST or not longer.has_room:
            return False
        new = longer.encoded()
        assert new is not None
        old = os.pread(array.descriptor, header.offset, 0)
        self._write_beside(old, new)
        _step("HEADERS_BESIDE")
        self._write(_MARK, 0)
        _step("MARKED")
        inserted = False
        try:
            inserted = _insert_range(array.descriptor, block, array.path)
        finally:
            if not inserted:
                self._unmark(old)
        if inserted:
            array.force()
            _step("INSERTED")
            self._finish(new)
        return inserted

    def complete(self) -> bool:
        """Completes or undoes an insertion that a dead process began; returns whether there was one.
        """
        _remove(self._beside + ".tmp")
        try:
            with open(self._beside, "rb") as file:
                data = file.read()
        except FileNotFoundError:
            return False
        array = self._array
        first = os.pread(array.descriptor, len(_MARK), 0)
        size_before, old, new = self._decode(data)
        if first not in (_MARK, bytes(len(_MARK))):
            self._clear()
            return True
        header = old if first == _MARK else new
        expected = size_before + len(header) - len(old)
        if array.size != expected:
            raise AppendError(
                f"{array.path}: {os.path.basename(self._beside)} says that {len(new) - len(old)}"
                f" bytes are being inserted here; expected {expected} bytes, found {array.size}."
                " The system may have crashed while the file system moved blocks: restore the file"
                " from a copy"
            )
        if header is old:
            self._unmark(old)
        else:
            self._finish(new)
        return True

    def _decode(self, data: bytes) -> tuple[int, bytes, bytes]:
        if len(data) >= _ROOM.size:
            magic, version, crc, size, old, new = _ROOM.unpack_from(data)
            if (
                (magic, version) == (_ROOM_MAGIC, _ROOM_VERSION)
                and crc == zlib.crc32(data[_ROOM_CHECKED:])
                and len(data) == _ROOM.size + old + new
            ):
                return size, data[_ROOM.size : _ROOM.size + old], data[_ROOM.size + old :]
        raise AppendError(f"{self._beside}: damaged")

    def _write_beside(self, old: bytes, new: bytes) -> None:
        checked = struct.pack("<QII", self._array.size, len(old), len(new)) + old + new
        data = _ROOM_MAGIC + struct.pack("<II", _ROOM_VERSION, zlib.crc32(checked)) + checked
        temporary = self._beside + ".tmp"
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.rename(temporary, self._beside)
        _force_directory(self._beside)

    def _finish(self, header: bytes) -> None:
        # Write the magic last: until then no reader takes the file for an array.
        self._write(header[len(_MARK) :], len(_MARK))
        _step("REST_WRITTEN")
        self._unmark(header)

    def _unmark(self, header: bytes) -> None:
        self._write(header[: len(_MARK)], 0)
        _step("UNMARKED")
        self._clear()
        _step("CLEARED")

    def _write(self, data: bytes, at: int) -> None:
        self._array.write(data, at)
        self._array.force()

    def _clear(self) -> None:
        _remove(self._beside)
        _force_directory(self._beside)


def _insert_range(descriptor: int, length: int, path: str) -> bool:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64]
    while libc.fallocate(descriptor, _INSERT_RANGE, 0, length) != 0:
        code = ctypes.get_errno()
        if code in (errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL):
            return False
        if code != errno.EINTR:
            raise OSError(code, os.strerror(code), path)
    return True


def _rewrite(array: _LockedArray, header: _Header) -> None:
    """Replaces the file, in one step, by a copy with a header of the length that NumPy writes."""
    encoded = header.roomy.encoded()
    assert encoded is not None
    directory, name = os.path.split(array.path)
    descriptor, temporary = tempfile.mkstemp(".tmp", f".{name}.", directory)
    try:
        with open(descriptor, "wb") as target, open(array.path, "rb") as source:
            target.write(encoded)
            source.seek(header.offset)
            shutil.copyfileobj(source, target, _BLOCK)
            target.flush()
            shutil.copystat(array.path, temporary)
            before = os.fstat(array.descriptor)
            if (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
                os.chown(temporary, before.st_uid, before.st_gid)
            os.fsync(target.fileno())
        os.rename(temporary, array.path)
    except BaseException:
        _remove(temporary)
        raise
    _force_directory(array.path)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def _force_directory(path: str) -> None:
    descriptor = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --------------------------------------------------------------------------------------- appending


class Appender:
    """Appends rows to an array; use it in a ``with`` statement, in one thread.

    ``durable`` forces every append to the disk; ``timeout`` is the number of seconds to wait for
    another appender. If bytes follow the data, ``recover`` counts the complete rows among them and
    ``truncate`` counts none; the first append truncates the remaining bytes (``trailing_bytes``).
    Without either argument, opening such a file raises TrailingBytesError; so does ``recover`` if
    the rows have 0 bytes. Raises AppenderActiveError if another appender holds the lock for longer
    than ``timeout``, HeaderRoomError if the header has no padding for the recovered rows,
    AppendError if the file cannot grow or another array follows the data, OSError if it cannot be
    read and written.
    """

    #: the number of rows that followed the data when the file was opened, and are now counted
    recovered_rows: int
    #: the number of bytes after the data and the recovered rows: the first append truncates them
    trailing_bytes: int

    def __init__(
        self,
        path: os.PathLike[str] | str,
        *,
        durable: bool = False,
        timeout: float = 0.0,
        recover: bool = False,
        truncate: bool = False,
    ) -> None:
        _require_one(recover, truncate)
        self._durable = durable
        self._failed = False
        self._array = _LockedArray(path, timeout)
        try:
            _Room(self._array).complete()
            self._header, state = self._array.header(), self._array.state(False)
            # Rows of 0 bytes cannot be counted, so recovery would truncate all trailing bytes.
            recovers = recover and self._header.row_bytes > 0
            self._array.require_decision(state, not (recovers or truncate))
            self._bytes = os.pread(self._array.descriptor, self._header.offset, 0)
            self.recovered_rows = state.trailing_rows if recover else 0
            self.trailing_bytes = state.trailing_rest if recover else state.trailing_bytes
            self._cut_due = self.trailing_bytes > 0
            if self.recovered_rows:
                grown, encoded = self._grown(self.recovered_rows)
                if durable:
                    self._force()
                self._count(grown, encoded)
        except BaseException:
            self._array.close()
            raise

    @property
    def path(self) -> str:
        return self._array.path

    @property
    def dtype(self) -> np.dtype[Any]:
        return self._header.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self._header.shape

    @property
    def axis(self) -> int:
        """The axis along which rows are appended."""
        return self._header.axis

    def append(self, rows: Any) -> int:
        """Appends several rows, or one row, which lacks the growing axis. Returns the new number of
        rows.

        Readers that open the file afterwards see the rows. Raises AppendError for rows of another
        dtype or shape, and if the appender is closed or has failed to write or force before;
        HeaderRoomError if the header has no padding for the new number, OSError if the rows cannot
        be written.
        """
        self._check_usable()
        header = self._header
        items = self._checked(np.asanyarray(rows))
        count = items.shape[header.axis]
        if count == 0:
            return header.length
        grown, encoded = self._grown(count)
        self._write_data(items)
        self._count(grown, encoded)
        return grown.length

    def _grown(self, count: int) -> tuple[_Header, bytes]:
        grown = self._header.with_length(self._header.length + count)
        if grown.length >= 2**63 or grown.end >= 2**63:
            raise AppendError(f"{self.path}: {count} rows more exceed 2^63-1 elements or bytes")
        return grown, _encoded(grown, self.path)

    def _count(self, grown: _Header, encoded: bytes) -> None:
        self._write_header(encoded)
        self._header, self._bytes = grown, encoded

    def _checked(self, items: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        header = self._header
        dtype = header.dtype
        if not np.can_cast(items.dtype, dtype, "equiv") or (
            items.dtype.itemsize > 0 and dtype.itemsize == 0
        ):
            raise AppendError(
                f"{self.path}: expected rows of dtype {dtype} in any byte order, found"
                f" {items.dtype}; convert them first"
            )
        shape = items.shape
        if items.ndim == len(header.shape) - 1:
            items = np.expand_dims(items, header.axis)
        if items.ndim != len(header.shape) or any(
            axis != header.axis and length != items.shape[axis]
            for axis, length in enumerate(header.shape)
        ):
            raise AppendError(
                f"{self.path}: expected rows of shape {header.shape} but for axis {header.axis},"
                f" found shape {shape}"
            )
        return items

    def _write_data(self, items: np.ndarray[Any, Any]) -> None:
        header = self._header
        at = header.end
        if self._cut_due:
            self._array.truncate(at)
            self._cut_due = False
        # Axis 0 of `rows` is the growing axis, along which the file is contiguous.
        rows = items.T if header.fortran else items
        try:
            if items.size and header.dtype.itemsize:
                step = max(1, _BLOCK // (rows[:1].size * header.dtype.itemsize))
                for first in range(0, len(rows), step):
                    block = np.ascontiguousarray(rows[first : first + step], header.dtype)
                    data = block.reshape(-1).view(np.ndarray).view(np.uint8)
                    self._array.write(data, at)
                    at += data.nbytes
        except BaseException:
            self._cut_due = True
            try:
                self._array.truncate(header.end)
                self._cut_due = False
            except OSError:
                pass  # The next append truncates the file first.
            raise
        _step("DATA_WRITTEN")
        if self._durable:
            self._force()
            _step("DATA_FORCED")

    def _write_header(self, encoded: bytes) -> None:
        old = self._bytes
        changed = [i for i, (a, b) in enumerate(zip(old, encoded)) if a != b]
        first, last = changed[0], changed[-1]
        self._failed = True
        self._array.write(encoded[first : last + 1], first)
        self._failed = False
        _step("HEADER_WRITTEN")
        if self._durable:
            self._force()
            _step("HEADER_FORCED")

    def _force(self) -> None:
        self._failed = True
        self._array.force()
        self._failed = False

    def force(self) -> None:
        """Forces all appended rows to the disk."""
        self._check_usable()
        self._force()

    def _check_usable(self) -> None:
        if self._array.descriptor < 0:
            raise AppendError(f"{self.path}: the appender is closed, or was inherited by a fork")
        if self._failed:
            raise AppendError(
                f"{self.path}: an earlier write of its header, or of what was forced, has failed;"
                " close this appender and open another"
            )

    def close(self) -> None:
        """Closes the file, which releases the lock. Does not force appended rows to the disk."""
        self._array.close()

    def __enter__(self) -> Appender:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _require_one(recover: bool, truncate: bool) -> None:
    if recover and truncate:
        raise ValueError("recover and truncate exclude each other")


def _encoded(header: _Header, path: str) -> bytes:
    encoded = header.encoded()
    if encoded is None:
        raise HeaderRoomError(
            f"{path}: shape {header.shape} needs a header of {header.least_bytes} bytes or more,"
            f" found {header.offset}; use make_room once"
        )
    return encoded


def repair(
    path: os.PathLike[str] | str, *, recover: bool = False, truncate: bool = False
) -> State:
    """Repairs a file after a kill or crash; returns the state before the repair.

    Completes or undoes an interrupted ``make_room``. If data are missing, the header is changed to
    the number of complete rows in the file, and a partial row is truncated. If bytes follow the
    data, ``recover`` counts the complete rows among them and truncates the rest, and ``truncate``
    truncates all of them, even if they are another array. Without either argument,
    TrailingBytesError is raised after the other repairs. If the bytes are another array,
    AppendError is raised instead, also with ``recover``.
    """
    _require_one(recover, truncate)
    array = _LockedArray(path, 0.0)
    try:
        state = array.state(_Room(array).complete())
        if state.missing_bytes:
            header = array.header(whole=False)
            rows = (array.size - header.offset) // header.row_bytes
            array.write(_encoded(header.with_length(rows), array.path), 0)
            array.truncate(array.header().end)
        array.force()
        if state.trailing_bytes:
            if not truncate:
                header = array.header()
                array.require_decision(state, not (recover and header.row_bytes > 0))
                longer = header.with_length(header.length + state.trailing_rows)
                array.write(_encoded(longer, array.path), 0)
            array.truncate(array.header().end)
            array.force()
        return state
    finally:
        array.close()


def inspect(path: os.PathLike[str] | str) -> State:
    """Returns the state that an appender would find, without changes."""
    array = _LockedArray.__new__(_LockedArray)
    array.path = os.path.realpath(os.fspath(path))
    array.descriptor = os.open(array.path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return array.state(os.path.exists(array.path + ".room"))
    finally:
        os.close(array.descriptor)
        array.descriptor = -1


def make_room(path: os.PathLike[str] | str) -> str:
    """Adds padding to the header for any number of rows. Returns "unneeded" if the header has it
    already, otherwise "inserted" or "rewritten".

    If the file system can insert a range, the data is not copied; during the insertion no process
    may have the file mapped or open it. Otherwise the file is rewritten and replaced in one step.
    Bytes after the data are kept.
    """
    array = _LockedArray(path, 0.0)
    try:
        _Room(array).complete()
        header = array.header()
        if header.has_room:
            return "unneeded"
        if _Room(array).insert(header):
            return "inserted"
        _rewrite(array, header)
        return "rewritten"
    finally:
        array.close()


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line, which the module's docstring describes. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="ndmap-append", description="Appends rows to .npy files.")
    commands = parser.add_subparsers(dest="command", required=True)
    append = commands.add_parser("append", help="append the rows of files")
    append.add_argument("dst")
    append.add_argument("src", nargs="+")
    append.add_argument("--durable", action="store_true", help="force each file's rows to the disk")
    append.add_argument("--wait", type=float, default=0.0, help="seconds for another appender to end")
    others = {name: commands.add_parser(name) for name in ("inspect", "repair", "make-room")}
    for command in others.values():
        command.add_argument("file")
    for command in (append, others["repair"]):
        decision = command.add_mutually_exclusive_group()
        decision.add_argument(
            "--recover", action="store_true", help="count whole rows that follow the data"
        )
        decision.add_argument(
            "--truncate", action="store_true", help="cut off what follows the data"
        )
    options = parser.parse_args(arguments)
    try:
        if options.command == "append":
            # Open all sources first, so that a missing file leaves the target unchanged.
            sources = [np.load(source, mmap_mode="r") for source in options.src]
            with Appender(
                options.dst,
                durable=options.durable,
                timeout=options.wait,
                recover=options.recover,
                truncate=options.truncate,
            ) as appender:
                for rows in sources:
                    appender.append(rows)
                print(f"{options.dst}: shape {appender.shape}")
        elif options.command == "make-room":
            print(f"{options.file}: {make_room(options.file)}")
        elif options.command == "inspect":
            print(inspect(options.file))
        else:
            print(repair(options.file, recover=options.recover, truncate=options.truncate))
    except (AppendError, OSError, ValueError) as error:
        print(f"ndmap-append: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
