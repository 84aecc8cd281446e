"""Several processes fill one ``.npy`` array together; any of them may be killed at any time.

This is the Python side of the filling protocol (``docs/fill-protocol.md``); Java programs take
part with ``io.ndmap.fill``, in the same fills as this module. It needs Linux, CPython 3.9 or newer
and NumPy::

    import ndmap_fill

    with ndmap_fill.SharedFill.create_or_join("x.npy", "<f8", (100_000, 512)) as fill:
        while (claim := fill.claim()) is not None:
            with claim:
                claim.array[...] = compute(claim.box)
                claim.commit()

Every process runs the same lines. Each chunk is written by one process at a time. The chunks of a
dead process are claimed again by other processes, which must write them completely. When all chunks
are committed, the array gets its name, ``x.npy``, in one step; only an array of a visible fill has
it from the beginning.

Network file systems and fills by several machines are not supported. The death of processes loses
no committed chunk. After a crash of the system, the contents are guaranteed only if the fill is
durable. Fills that are not durable are called fast; after a reboot, joining a fast fill raises
``FillRebootError`` until ``recover`` is called. File systems without hard links are refused.

Children of a process (``os.fork``, ``multiprocessing``) may write into ``claim.array``, if they
were forked while the claim was open. Such children count as owners of the chunk: if their parent
dies, the chunk is claimed again only when the last of them has ended. End them, or wait for them,
before ``commit``. A chunk that is released while they live is not claimed again before they end. A
forked child takes no further part in the fill, but may join it again. Children that will join must
be forked while no claim is open: otherwise, if the parent dies, a child may wait for a chunk whose
owner it is itself. Other processes, and those that call ``exec``, inherit nothing. A ``SharedFill``
or ``Claim`` cannot be pickled, and a pickled ``claim.array`` is a copy. So children that
``multiprocessing`` spawns, or that a fork server forks, must join by themselves.

If the file shrinks during the fill, a store beyond its end kills the process (SIGBUS), as with
every mapping in Python. ``Claim.commit`` checks the size and refuses to commit, so a chunk that is
lost before its commit never counts as done. The chunk of the killed process is claimed again like
any other.

The stores into a chunk become visible before the word DONE because x86-64 makes stores visible in
order. NumPy has no store with release order; other processors are untested.

From the command line::

    python3 ndmap_fill.py init x.npy --dtype '<f8' --shape 1000,512
    python3 ndmap_fill.py work x.npy --with index
    python3 ndmap_fill.py status x.npy --json
    python3 ndmap_fill.py recover x.npy --refill
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import errno
import fcntl
import hashlib
import io
import itertools
import json
import math
import mmap
import operator
import os
import re
import signal
import struct
import sys
import threading
import time
import uuid
import weakref
import zlib
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any, Literal, NoReturn

import numpy as np
from numpy.lib import format as npy_format

__all__ = [
    "Claim",
    "FillAbortedError",
    "FillClosedError",
    "FillError",
    "FillForceError",
    "FillMismatchError",
    "FillPoisonedError",
    "FillRebootError",
    "FillTimeoutError",
    "FillTruncatedError",
    "SharedFill",
    "evict",
    "recover",
    "status",
]

Box = tuple[slice, ...]

# The layout of the ledger; docs/fill-protocol.md explains every number.
_MAGIC = b"\x93NDMAPFL"
_VERSION = 2
_HEADER = struct.Struct("<8sII16sQQQQ32sIIII")  # bytes 0 to 111
_STATE_AT = 112
_CRC_AT = 120
_CHUNK_SHAPE_AT, _CHUNK_SHAPE_BYTES = 128, 512
_FIXED_BYTES = 640
_LOCK_ID_AT, _LOCK_ID_BYTES = 640, 8
_BOOT_AT, _BOOT_BYTES = 648, 8
_HEAD_BYTES = 656
_WORKERS_AT = 4096
_WORDS_AT = 69632
_SLOTS = 1024
_MAX_AXES = 64
_DURABLE, _VISIBLE = 1, 2
_FILLING, _PUBLISHED, _ABORTED = 0, 1, 2
_STATE_NAMES = ("filling", "published", "aborted")
_PYTHON = 2
_KINDS = {1: "java", _PYTHON: "python"}
_WORKER = np.dtype(
    {
        "names": ["pid", "start", "joined", "committed", "last", "kind", "in_use", "namespace"],
        "formats": ["<u8", "<u8", "<u8", "<u8", "<u8", "<u4", "<u4", "<u8"],
        "offsets": [0, 8, 16, 24, 32, 40, 44, 48],
        "itemsize": 64,
    }
)

# A chunk's word: state (2 bits), slot (14), failures (8), deaths (8), epoch (32).
_FREE, _CLAIMED, _DONE, _POISONED = 0, 1, 2, 3
_MOST = 255  # the largest count of failures or deaths; further ones are not counted
_EPOCHS = 1 << 32  # the number of epochs, which then begin at 0 again
_NO_SLOT = 0xF << 58  # bits of a word's slot that are 0 for each of the 1024 slots

_MUTEX = 0  # the offset, in the lock file, of the byte whose lock is the mutex
_FIRST_SLOT = 1 << 62  # the offset, in the array's file, of the byte that slot 0 locks

_REASON_MOST = 1000  # the most characters of a reason
_REASONS_MOST = 4 << 20  # the file of reasons is emptied when it has this many bytes
_REST = 20  # waiting sleeps at least this many times as long as the last search for a chunk took
_NAME_MOST = 255  # the most bytes of a file's name
_HEADER_MOST = 10_000  # the most bytes of a header that NumPy reads
_DEFAULT_CHUNK_BYTES = 1 << 20
_ZEROS = bytes(1 << 18)
_SCAN = 1 << 14  # words of the ledger that are read at once
_FLOCK = struct.Struct(
    "hhqqi4x"
)  # struct flock of 64-bit Linux: l_type, l_whence, l_start, l_len, l_pid
_SET_LOCK = getattr(fcntl, "F_OFD_SETLK", 37)
_GET_LOCK = getattr(fcntl, "F_OFD_GETLK", 36)
_NO_LOCKS = (errno.EINVAL, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


class FillError(Exception):
    """A fill cannot continue or cannot be joined; the message names the file and the cause."""


class _NoLocksError(FillError):
    pass


class FillMismatchError(FillError):
    """The existing array or fill is not the requested one, or ledger and array do not match."""


class FillTimeoutError(FillError, TimeoutError):
    """The timeout has elapsed. No participant lost a chunk."""


class FillAbortedError(FillError):
    """The fill was aborted."""


class FillRebootError(FillError):
    """The system was rebooted since this fast fill was created, so its chunks may not have reached
    the disk. Call ``recover``, which keeps the chunks or frees them.
    """


class FillPoisonedError(FillError):
    """All chunks are DONE or POISONED; ``SharedFill.retry_poisoned`` frees the POISONED ones."""


class FillClosedError(FillError):
    """The fill or the claim is closed, or was inherited by a forked child."""


class FillTruncatedError(FillError):
    """The array's file is shorter than when it was created; the chunk is not DONE."""


class FillForceError(FillError):
    """The disk failed to store data of a durable fill."""


def _step(name: str) -> None:
    """Does nothing; called after each step of the protocol, as a hook for tests that kill the
    process there.
    """


# ------------------------------------------------------------------------------------------- files


class _Files:
    """The names of all files of one fill."""

    def __init__(self, path: os.PathLike[str] | str) -> None:
        given = os.fspath(path)
        if not isinstance(given, str):
            raise TypeError(f"the path of a fill must be text, not {given!r}")
        # Absolute, so that the fill stays the same if the process changes its working directory.
        self.array = os.path.abspath(given)
        self.directory, self.name = os.path.split(self.array)
        self.working = self.array + ".filling"
        self.ledger = self.array + ".claims"
        self.reasons = self.array + ".reasons"
        self.lock = self.array + ".lock"
        self.parts = self.array + ".parts"
        self.working_tmp = self.working + ".tmp"
        self.ledger_tmp = self.ledger + ".tmp"

    def check_room(self) -> None:
        """Raises ValueError if the array's name is too long for the names of the other files."""
        size, most = len(os.fsencode(self.name)), _NAME_MOST - len(".filling.tmp")
        if size > most:
            raise ValueError(
                f"{self.array}: the name has {size} bytes; for a fill it may have at most {most},"
                " because the names of the fill's other files are longer, and no name may exceed"
                f" {_NAME_MOST} bytes"
            )

    def remove_leftovers(self) -> None:
        """Removes temporary files of dead creators, in Python or Java. The caller holds the mutex.
        """
        _remove(self.working_tmp)
        _remove(self.ledger_tmp)
        prefix = f".{self.name}.filling.tmp."
        for name in os.listdir(self.directory):
            if name.startswith(prefix) and name.endswith(".tmp"):
                _remove(os.path.join(self.directory, name))

    def check_parts(self) -> None:
        """Raises FillError if the array is being filled by parts (``StaticFill`` in Java). Such an
        array has its name from the beginning, and no ledger tells which parts are missing.
        """
        if _inode(self.parts) is not None:
            raise FillError(
                f"{self.array}: is filled by parts, says {os.path.basename(self.parts)},"
                " and may not be complete"
            )

    def link(self, path: str, name: str) -> None:
        """Gives a file a second name, which must be free. Raises FillError if the file system has
        no hard links.
        """
        try:
            os.link(path, name)
        except OSError as error:
            if error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS):
                raise
            raise FillError(
                f"{self.array}: its file system, {_file_system(self.directory)}, makes no hard link"
                f" ({error.strerror}); a fill needs one, so that the array gets its name in one"
                " step: fill it on another file system, such as ext4, xfs, btrfs or tmpfs"
            ) from error

    def force_directory(self, promised: bool) -> None:
        """Forces the directory, so that the names of the files survive a crash of the system.
        Raises FillForceError if this fails and `promised` is set, as in a durable fill; otherwise
        failures are ignored.
        """
        try:
            descriptor = os.open(self.directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            if promised:
                raise FillForceError(
                    f"{self.directory}: the directory could not be forced to the disk, so its names"
                    f" may not outlast a crash: {error}"
                ) from error


def _file_system(directory: str) -> str:
    """The type of a directory's file system, or 'of unknown type'."""
    device = os.stat(directory).st_dev
    name = f"{os.major(device)}:{os.minor(device)}"
    with contextlib.suppress(OSError), open("/proc/self/mountinfo", errors="replace") as mounts:
        for line in mounts:
            mount, _, source = line.partition(" - ")
            if mount.split(" ")[2] == name:
                return source.split(" ")[0]
    return "of unknown type"


def _inode(path: str) -> int | None:
    """The number of the inode with this name, or None. Symbolic links are not followed.

    A name that is too long for the file system has no inode: an array's name may be so long that
    the names of a fill's other files exceed the limit.
    """
    try:
        return os.stat(path, follow_symlinks=False).st_ino
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENAMETOOLONG):
            return None
        raise


def _open_to_write(path: str, flags: int) -> int:
    """Opens a file, or creates it; other processes may do the same at the same time. Existing files
    are opened without O_CREAT, which Linux refuses for files of other users in directories like
    /tmp.
    """
    flags |= os.O_CLOEXEC | os.O_NOFOLLOW
    while True:
        with contextlib.suppress(FileNotFoundError):
            return os.open(path, flags)
        with contextlib.suppress(FileExistsError):
            return os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o666)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENAMETOOLONG):
            raise


# ------------------------------------------------------------------------------------------- locks


class _Waiting:
    """Sleeps with exponential backoff, until a timeout.

    `seconds` is the timeout (None: never), `first` the first interval, `longest` the longest one,
    in seconds.
    """

    def __init__(self, seconds: float | None, first: float, longest: float) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._pause = first
        self._longest = longest

    @property
    def left(self) -> float:
        return math.inf if self._end is None else self._end - time.monotonic()

    def pause(self, at_least: float = 0.0) -> bool:
        """Sleeps for the next interval, at least for `at_least` seconds, but not beyond the
        timeout. After the timeout, returns False at once.
        """
        left = self.left
        if left <= 0:
            return False
        time.sleep(min(max(self._pause, at_least), left))
        self._pause = min(2 * self._pause, self._longest)
        return True


class _Description:
    """A file that one participant has opened, with open-file-description locks on single bytes.

    The kernel releases the locks when no process has a descriptor or a mapping of the description
    any more, and at no other time. A forked child inherits the descriptor, so it closes its copy at
    once; it must not unlock, which would release its parent's lock. Objects that are never closed
    keep their descriptor, and so their locks, until the process ends, because the arrays of their
    claims may still be written.
    """

    _opened: set[_Description] = set()
    guard = threading.RLock()  # prevents forks between opening a file and registering it

    def __init__(self, path: str, opening: Callable[[], int]) -> None:
        if not sys.platform.startswith("linux") or sys.maxsize < 2**32:
            raise FillError(f"{path}: fills need the locks of 64-bit Linux, this is {sys.platform}")
        self.path = path
        self.inherited = False
        with self.guard:
            self._descriptor = opening()
            self._opened.add(self)

    @property
    def closed(self) -> bool:
        return self._descriptor < 0

    def _call(self, command: int, kind: int, start: int, length: int = 1) -> int:
        answer = fcntl.fcntl(
            self._descriptor, command, _FLOCK.pack(kind, os.SEEK_SET, start, length, 0)
        )
        kind_found: int = _FLOCK.unpack(answer)[0]
        return kind_found

    def try_lock(self, byte: int) -> bool:
        try:
            self._call(_SET_LOCK, fcntl.F_WRLCK, byte)
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EACCES):
                return False
            if error.errno in _NO_LOCKS:
                raise _NoLocksError(
                    f"{self.path}: its file system has no locks of open files (F_OFD_SETLK:"
                    f" {error.strerror}), by which processes exclude each other; fill on a local one"
                    " (ext4, xfs, btrfs, tmpfs), or mount this one with locks (NFS 4, Lustre with"
                    " flock)"
                ) from None
            raise
        return True

    def unlock(self, byte: int) -> None:
        if not self.closed:
            self._call(_SET_LOCK, fcntl.F_UNLCK, byte)

    def is_locked_elsewhere(self, byte: int, length: int = 1) -> bool:
        """Whether another participant holds one of these bytes."""
        return self._call(_GET_LOCK, fcntl.F_WRLCK, byte, length) != fcntl.F_UNLCK

    def stat(self) -> os.stat_result:
        return os.fstat(self._descriptor)

    def close(self, unlock: bool = True) -> None:
        """Closes the file. `unlock` releases its locks first, even if other processes have
        inherited the description; otherwise those processes keep the locks.
        """
        with self.guard:
            self._opened.discard(self)
            descriptor, self._descriptor = self._descriptor, -1
            if descriptor < 0:
                return
            try:
                if unlock:
                    everything = _FLOCK.pack(fcntl.F_UNLCK, os.SEEK_SET, 0, 0, 0)
                    fcntl.fcntl(descriptor, _SET_LOCK, everything)
            except OSError:
                pass  # The file system has no locks; otherwise closing would release them.
            finally:
                os.close(descriptor)

    @classmethod
    def leave_to_parent(cls) -> None:
        for file in list(cls._opened):
            file.inherited = True
            file.close(unlock=False)


class _LockFile(_Description):
    """The lock file. The lock on its first byte is the mutex of all participants."""

    def __init__(self, path: str, create: bool = True) -> None:
        super().__init__(
            path,
            lambda: _open_to_write(path, os.O_RDWR)
            if create
            else os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW),
        )

    @classmethod
    def holding_mutex(cls, path: str, patience: float | None) -> _LockFile:
        """Opens the file that currently has the name, and acquires the mutex.

        The file is removed at the end of a fill. If this happens between opening and locking, the
        opened file no longer has the name, and the next file is opened.

        Raises FillTimeoutError if the mutex is not available within `patience` seconds.
        """
        waiting = _Waiting(patience, 50e-6, 2e-3)
        while True:
            lock = cls(path)
            try:
                lock.acquire_mutex(waiting)
                if lock.has_its_name():
                    return lock
            except _NoLocksError:
                if lock.stat().st_size == 0 and lock.has_its_name():
                    _remove(path)  # just created: no process can have locked it
                lock.close()
                raise
            except BaseException:
                lock.close()
                raise
            lock.close()
            if not waiting.pause():
                raise FillTimeoutError(f"{path}: it was removed again and again")

    def acquire_mutex(self, waiting: _Waiting) -> None:
        while not self.try_lock(_MUTEX):
            if not waiting.pause():
                raise FillTimeoutError(
                    f"{self.path}: the mutex (byte 0) was held by another process for as long as"
                    " allowed; if that one is stopped, let it go on or kill it"
                )

    def has_its_name(self) -> bool:
        return self.stat().st_ino == _inode(self.path)

    def identity(self) -> bytes:
        """The id that the lock file contains; the first call writes a random one. The caller holds
        the mutex.
        """
        if len(identity := os.pread(self._descriptor, _LOCK_ID_BYTES, 0)) == _LOCK_ID_BYTES:
            return identity
        identity = os.urandom(_LOCK_ID_BYTES)
        try:
            written = os.pwrite(self._descriptor, identity, 0)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.path) from error
        if written < len(identity):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self.path)
        return identity


class _SlotFile(_Description):
    """The array's file. Each slot has a byte at an offset far beyond the end of the file, which the
    participant in the slot locks while it lives.

    The memory of claims is mapped through this description, so that any process that inherits the
    memory keeps the lock.
    """

    def __init__(self, path: str, writable: bool = True) -> None:
        flags = (os.O_RDWR if writable else os.O_RDONLY) | os.O_CLOEXEC
        super().__init__(path, lambda: os.open(path, flags))

    @classmethod
    def of(cls, files: _Files, inode: int) -> _SlotFile | None:
        """Opens the file with this inode, read-only, under its working name or its final name. None
        if neither name has the inode.
        """
        for path in (files.working, files.array):
            if _inode(path) == inode:
                with contextlib.suppress(FileNotFoundError):
                    file = cls(path, writable=False)
                    if file.stat().st_ino == inode:
                        return file
                    file.close()
        return None

    def take(self) -> int | None:
        """Locks the lowest free slot and returns its number; None if all slots are locked."""
        return next((slot for slot in range(_SLOTS) if self.try_lock(_FIRST_SLOT + slot)), None)

    def lives(self, slot: int) -> bool:
        """Whether the participant in the slot, other than this one, is alive."""
        return self.is_locked_elsewhere(_FIRST_SLOT + slot)

    def others_live(self) -> bool:
        return self.is_locked_elsewhere(_FIRST_SLOT, _SLOTS)

    def who_else_lives(self) -> int | None:
        """The lowest slot held by another participant, or None."""
        if not self.others_live():
            return None
        return next((slot for slot in range(_SLOTS) if self.lives(slot)), None)

    def window(self, start: int, length: int) -> _Window:
        """Maps `length` bytes from the offset `start` on. Raises ValueError if the file is shorter.
        """
        with self.guard:
            window = _Window(self._descriptor, length, access=mmap.ACCESS_WRITE, offset=start)
            window.witness = _Witness()
            _Window.opened.add(window)
            return window

    def write(self, data: memoryview, at: int) -> int:
        return os.pwrite(self._descriptor, data, at)

    def force(self, window: _Window | None = None) -> None:
        """Forces the bytes of a claim, or the whole file. Raises OSError."""
        if window is None:
            os.fsync(self._descriptor)
        else:
            window.flush()


class _Witness:
    """Detects whether a forked process that inherited the memory of a claim may still have it.

    During a fork, a page of a memory file is mapped, which the child inherits together with the
    memory of the claim. While any process has this page mapped, the kernel refuses to seal the
    memory file against writing. This also detects children that have closed all descriptors.
    """

    def __init__(self) -> None:
        self._file: int | None = None
        self._page: mmap.mmap | None = None
        self._in_doubt = False

    def go_along(self) -> None:
        """Called before a fork: maps the page. If this fails, the child counts as living forever.
        """
        before, self._in_doubt = self._in_doubt, True
        with contextlib.suppress(OSError, MemoryError):
            if self._file is None:
                flags = os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING
                self._file = os.memfd_create("ndmap-claim", flags)
                self._close = weakref.finalize(self, os.close, self._file)
                os.ftruncate(self._file, mmap.PAGESIZE)
            self._page = mmap.mmap(self._file, mmap.PAGESIZE)
            self._in_doubt = before

    def doubt(self) -> None:
        self._in_doubt = True

    def stay(self) -> None:
        """Called after a fork in the parent: unmaps the page."""
        self._page = None

    def keep(self) -> None:
        """Called after a fork in the child: keeps the page mapped, and closes the descriptor."""
        if self._file is not None:
            self._close()  # at once, while the number still belongs to this descriptor

    def children_live(self) -> bool:
        if self._file is None or self._in_doubt:
            return self._in_doubt
        try:
            fcntl.fcntl(self._file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE)
        except OSError as error:
            if error.errno == errno.EBUSY:
                return True
            raise
        return False


class _Window(mmap.mmap):
    """The memory of a claim. A process that inherits the memory also inherits the witness's page.
    """

    opened: weakref.WeakSet[_Window] = weakref.WeakSet()
    witness: _Witness


_going_along: list[_Witness] = []  # the witnesses of all open claims, during a fork


def _before_fork() -> None:
    _Description.guard.acquire()
    _going_along[:] = [window.witness for window in list(_Window.opened)]
    try:
        for witness in _going_along:
            witness.go_along()
    except BaseException:  # such as Ctrl-C; the fork continues nevertheless
        for witness in _going_along:
            witness.doubt()
        raise


def _after_fork_in_parent() -> None:
    try:
        for witness in _going_along:
            witness.stay()
        _going_along.clear()
    finally:
        _Description.guard.release()


def _after_fork_in_child() -> None:
    try:
        _Description.leave_to_parent()
        for witness in _going_along:
            witness.keep()
        _going_along.clear()
        _Window.opened.clear()  # the page is inherited by children of this child in any case
    finally:
        _Description.guard.release()


os.register_at_fork(
    before=_before_fork,
    after_in_parent=_after_fork_in_parent,
    after_in_child=_after_fork_in_child,
)


# --------------------------------------------------------------------------------------- processes


def _shown(text: object) -> str:
    """The text for a terminal, with unprintable characters escaped as by ``repr``."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(text))


def _process(pid: int | Literal["self"]) -> tuple[str, int] | None:
    """The state of a process (as in ``ps``) and its start in ticks since boot; None if the process
    is not visible.
    """
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return fields[0].decode(), int(fields[19])
    except (OSError, IndexError):
        return None


def _pid_namespace() -> int:
    """The number of this process's pid namespace; 0 if unknown."""
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        return 0


def _proc_is_ours() -> bool:
    """Whether /proc shows this process's pid namespace."""
    try:
        return os.readlink("/proc/self") == str(os.getpid())
    except OSError:
        return False


def _boot() -> bytes:
    """The first bytes of the id of this boot of the system; zeros if unknown."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return uuid.UUID(file.read().strip()).bytes[:_BOOT_BYTES]
    except (OSError, ValueError):
        return bytes(_BOOT_BYTES)


def _holds(pid: int, file: os.stat_result, byte: int) -> bool:
    """Whether a process has a descriptor of the open file description that has locked `byte` of
    `file`. False if the process is not visible.
    """
    ends = f" {byte} {byte}".encode()
    try:
        for name in os.listdir(f"/proc/{pid}/fdinfo"):
            with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                with open(f"/proc/{pid}/fdinfo/{name}", "rb") as about:
                    lines = about.read().splitlines()
                if any(b"OFDLCK" in line and line.endswith(ends) for line in lines):
                    # The device in the line may differ from the device that stat reports, so the
                    # descriptor is compared.
                    if os.path.samestat(os.stat(f"/proc/{pid}/fd/{name}"), file):
                        return True
    except OSError:
        pass  # the process has ended, or belongs to another user
    return False


def _processes() -> list[int]:
    """The numbers of the visible processes."""
    if not _proc_is_ours():
        return []
    return [int(name) for name in os.listdir("/proc") if name.isascii() and name.isdigit()]


def _may_write(pid: int, inode: int) -> bool:
    """Whether a process has a shared, writable mapping of a file with this inode."""
    try:
        with open(f"/proc/{pid}/maps", "rb") as file:
            fields = (line.split(None, 5) for line in file)
            return any(part[1] == b"rw-s" and int(part[4]) == inode for part in fields)
    except OSError:
        return False


# ------------------------------------------------------------------------------------------ chunks


class _Grid:
    """The division of an array into chunks, which are numbered in the array's memory order."""

    def __init__(self, shape: Sequence[int], chunk: Sequence[int], order: str) -> None:
        self.shape = tuple(shape)
        # A chunk is at most as long as its axis and at least 1, so that equal divisions have equal
        # chunk shapes.
        self.chunk = tuple(max(1, min(c, n)) for n, c in zip(shape, chunk))
        self.pieces = tuple(-(-n // c) for n, c in zip(self.shape, self.chunk))
        self.order = order
        self.count = math.prod(self.pieces)

    @classmethod
    def of(
        cls, shape: Sequence[int], chunks: Sequence[int] | None, order: str, itemsize: int
    ) -> _Grid:
        """The division into chunks of the shape `chunks`; if `chunks` is None, into boxes of about
        1 MiB of contiguous bytes.

        Raises ValueError if `chunks` has another number of axes than `shape`, or a length below 1.
        """
        if chunks is None:
            return cls(shape, cls._together(shape, order, itemsize), order)
        wanted = tuple(operator.index(c) for c in chunks)
        if len(wanted) != len(shape) or any(c < 1 for c in wanted):
            raise ValueError(
                f"chunks {wanted} for shape {tuple(shape)}: a number of at least 1 for each axis"
            )
        return cls(shape, wanted, order)

    @staticmethod
    def _together(shape: Sequence[int], order: str, itemsize: int) -> list[int]:
        chunk = [1] * len(shape)
        room = _DEFAULT_CHUNK_BYTES // max(1, itemsize)
        for axis in range(len(shape)) if order == "F" else reversed(range(len(shape))):
            size = max(1, shape[axis])
            if size > room:
                # Divide this axis into as few pieces as possible, of similar length. Chunks have
                # length 1 along the remaining axes.
                pieces = -(-size // max(1, room))
                chunk[axis] = -(-size // pieces)
                break
            chunk[axis] = size
            room //= size
        return chunk

    def box(self, index: int) -> Box:
        where = [0] * len(self.shape)
        axes = range(len(self.shape))
        for axis in axes if self.order == "F" else reversed(axes):
            index, where[axis] = divmod(index, self.pieces[axis])
        return tuple(
            slice(i * c, min((i + 1) * c, n)) for i, c, n in zip(where, self.chunk, self.shape)
        )


# ------------------------------------------------------------------------------------------ ledger


class _Ledger:
    """The mapped ledger. This class does not check who changes a word, and when: callers must
    follow the protocol.

    A word is stored and loaded as one aligned 64-bit number. Loading a word with an invalid slot
    raises FillMismatchError.
    """

    def __init__(self, path: str, writable: bool = True) -> None:
        """Maps the ledger. Raises FileNotFoundError if it does not exist, and FillMismatchError if
        it is damaged or has another version than 2.
        """
        self.path = path
        if _inode(path) is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        descriptor = os.open(path, (os.O_RDWR if writable else os.O_RDONLY) | os.O_CLOEXEC)
        try:
            about = os.fstat(descriptor)
            self.file_inode = about.st_ino
            if about.st_size < _WORDS_AT:
                raise FillMismatchError(
                    f"{path}: a ledger has at least {_WORDS_AT} bytes, not {about.st_size}"
                )
            access = mmap.ACCESS_WRITE if writable else mmap.ACCESS_READ
            self._map = mmap.mmap(descriptor, about.st_size, access=access)
        finally:
            os.close(descriptor)
        fields = _HEADER.unpack_from(self._map)
        (
            magic,
            version,
            first,
            self.uuid,
            self.count,
            self.inode,
            self.bytes,
            self.offset,
            self.digest,
        ) = fields[:9]
        (self.flags, self.max_failures, self.max_deaths, self.axes) = fields[9:]
        if magic != _MAGIC:
            raise FillMismatchError(f"{path}: this is not a ledger, it begins with {magic!r}")
        if version != _VERSION:
            raise FillMismatchError(
                f"{path}: version {version} of the ledger is unknown, {_VERSION} is known"
            )
        if self._checksum(self._map) != struct.unpack_from("<I", self._map, _CRC_AT)[0]:
            raise FillMismatchError(
                f"{path}: the ledger's fixed part is damaged, its CRC-32 differs"
            )
        if (
            first != _WORDS_AT
            or self.axes > _MAX_AXES
            or about.st_size != _WORDS_AT + 8 * self.count
        ):
            raise FillMismatchError(
                f"{path}: {self.count} chunks from offset {first}, {self.axes} axes and"
                f" {about.st_size} bytes do not make a ledger"
            )
        self.chunk = struct.unpack_from(f"<{self.axes}q", self._map, _CHUNK_SHAPE_AT)
        self._state = np.ndarray((1,), "<u8", self._map, _STATE_AT)
        self.workers = np.ndarray((_SLOTS,), _WORKER, self._map, _WORKERS_AT)
        self.words = np.ndarray((self.count,), "<u8", self._map, _WORDS_AT)

    @staticmethod
    def _checksum(fixed: Any) -> int:
        return zlib.crc32(fixed[_CHUNK_SHAPE_AT:_FIXED_BYTES], zlib.crc32(fixed[:_STATE_AT]))

    @classmethod
    def write(
        cls,
        path: str,
        grid: _Grid,
        inode: int,
        size: int,
        header: bytes,
        flags: int,
        limits: tuple[int, int],
        lock_id: bytes,
    ) -> None:
        """Writes a ledger in which all chunks are FREE, and forces it to the disk."""
        fixed = bytearray(_HEAD_BYTES)
        digest = hashlib.sha256(header).digest()
        _HEADER.pack_into(
            fixed, 0, _MAGIC, _VERSION, _WORDS_AT, uuid.uuid4().bytes, grid.count, inode, size,
            len(header), digest, flags, *limits, len(grid.shape),
        )  # fmt: skip
        struct.pack_into(f"<{len(grid.shape)}q", fixed, _CHUNK_SHAPE_AT, *grid.chunk)
        struct.pack_into("<I", fixed, _CRC_AT, cls._checksum(fixed))
        fixed[_LOCK_ID_AT : _LOCK_ID_AT + _LOCK_ID_BYTES] = lock_id
        fixed[_BOOT_AT : _BOOT_AT + _BOOT_BYTES] = _boot()
        with open(path, "x+b") as file:
            file.write(fixed)
            file.flush()
            _reserve(file.fileno(), _WORDS_AT + 8 * grid.count, path)
            os.fsync(file.fileno())

    @property
    def durable(self) -> bool:
        return bool(self.flags & _DURABLE)

    @property
    def visible(self) -> bool:
        return bool(self.flags & _VISIBLE)

    @property
    def state(self) -> int:
        state = int(self._state[0])
        if state >= len(_STATE_NAMES):
            raise FillMismatchError(f"{self.path}: damaged: there is no state {state} of a fill")
        return state

    @state.setter
    def state(self, value: int) -> None:
        self._state[0] = value

    @property
    def lock_id(self) -> bytes:
        """The id of the lock file with which participants exclude each other."""
        return self._map[_LOCK_ID_AT : _LOCK_ID_AT + _LOCK_ID_BYTES]

    @lock_id.setter
    def lock_id(self, value: bytes) -> None:
        self._store(_LOCK_ID_AT, value)

    @property
    def boot(self) -> bytes:
        """The id of the system's boot since which the chunks are valid: the boot in which the fill
        was created or recovered.
        """
        return self._map[_BOOT_AT : _BOOT_AT + _BOOT_BYTES]

    @boot.setter
    def boot(self, value: bytes) -> None:
        self._store(_BOOT_AT, value)

    def _store(self, at: int, value: bytes) -> None:
        """Stores eight bytes with one store."""
        np.ndarray((1,), "<u8", self._map, at)[0] = int.from_bytes(value, "little")

    def needs_recovery(self) -> bool:
        """Whether this is a fast fill and the system was rebooted since it was created or
        recovered.
        """
        known, now = self.boot, _boot()
        return not self.durable and known != now and any(known) and any(now)

    def word(self, index: int) -> int:
        word = int(self.words[index])
        self._check_slot(index, word)
        return word

    def _check_slot(self, index: int, word: int) -> None:
        if word & _NO_SLOT:
            raise FillMismatchError(
                f"{self.path}: damaged: the word of chunk {index} names slot {_fields(word)[1]},"
                f" the last one is {_SLOTS - 1}"
            )

    def scan(self, begin: int = 0, end: int | None = None) -> Iterator[tuple[int, np.ndarray]]:
        """Yields the words from `begin` to `end` in blocks, each block with the number of its first
        word. Words may change during the scan. Blocks limit the memory: a copy of all words would
        be as large as the ledger.
        """
        end = self.count if end is None else end
        for low in range(begin, end, _SCAN):
            words = self.words[low : min(low + _SCAN, end)].copy()
            damaged = (words & np.uint64(_NO_SLOT)) != 0
            if damaged.any():
                first = int(damaged.argmax())
                self._check_slot(low + first, int(words[first]))
            yield low, words

    def _where(self, matches: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        found = [low + np.flatnonzero(matches(words)) for low, words in self.scan()]
        return np.concatenate(found) if found else np.empty(0, np.intp)

    def in_state(self, state: int) -> np.ndarray:
        """The numbers of the chunks in this state. Only DONE is final."""
        return self._where(lambda words: words >> np.uint64(62) == state)

    def count_in(self, state: int) -> int:
        return self.counts_and_owners()[0][state]

    def counts_and_owners(self) -> tuple[list[int], dict[int, int]]:
        """The number of chunks in each state, and the number of CLAIMED chunks by slot, for slots
        that have any.
        """
        counts, claimed = np.zeros(4, np.int64), np.zeros(_SLOTS, np.int64)
        for _, words in self.scan():
            states = (words >> np.uint64(62)).astype(np.intp)
            counts += np.bincount(states, minlength=4)
            owners = words[states == _CLAIMED] >> np.uint64(48) & np.uint64(0x3FFF)
            claimed += np.bincount(owners.astype(np.intp), minlength=_SLOTS)
        slots = np.flatnonzero(claimed)
        return counts.tolist(), dict(zip(slots.tolist(), claimed[slots].tolist()))

    def find_free(self, start: int) -> int | None:
        """The number of the first FREE chunk from `start` on, cyclically; None if there is none.
        Unless the caller holds the mutex, another participant may have claimed the chunk already.
        """
        for begin, end in ((start, self.count), (0, start)):
            for low, words in self.scan(begin, end):
                free = words < np.uint64(_CLAIMED << 62)
                first = int(free.argmax())
                if free[first]:
                    return low + first
        return None

    def claimed_by(self, slot: int) -> np.ndarray:
        """The numbers of the chunks CLAIMED by the slot's participant."""
        return self._where(lambda words: words >> np.uint64(48) == _CLAIMED << 14 | slot)

    def release_all(self, slot: int, but: Container[int] = ()) -> None:
        """Frees the chunks CLAIMED by the slot, except the chunks `but`. The caller is the
        participant in the slot.
        """
        for index in self.claimed_by(slot).tolist():
            if index not in but:
                self.free(index)

    def free(self, index: int) -> None:
        """Frees a chunk. The caller must be allowed to change the chunk's word."""
        _, _, failures, deaths, epoch = _fields(self.word(index))
        self.words[index] = _pack(_FREE, 0, failures, deaths, epoch)

    def recover(self, trust: bool) -> None:
        """Frees the CLAIMED chunks. Without `trust`, frees all chunks and resets their counts of
        failures and deaths. Stores the id of this boot. The caller holds the mutex, and there are
        no participants.
        """
        if trust:
            for index in self.in_state(_CLAIMED):
                self.free(index)
        else:
            self.words &= np.uint64(_EPOCHS - 1)
        _step("recover.words")
        self.boot = _boot()

    def take_from_dead(self, slot: int) -> int:
        """Frees the chunks of a dead participant, or poisons those whose owners died too often.
        Returns the number of chunks. The caller holds the mutex.

        The words are read after the death was detected, because the participant may have committed
        chunks just before it died.
        """
        taken = self.claimed_by(slot)
        for index in taken:
            _, _, failures, deaths, epoch = _fields(self.word(index))
            deaths = min(deaths + 1, _MOST)
            state = _POISONED if 0 < self.max_deaths <= deaths else _FREE
            self.words[index] = _pack(state, 0, failures, deaths, epoch)
        return len(taken)

    def force_word(self, index: int) -> None:
        at = _WORDS_AT + 8 * index
        start = at - at % mmap.ALLOCATIONGRANULARITY
        self._map.flush(start, at + 8 - start)


def _pack(state: int, slot: int, failures: int, deaths: int, epoch: int) -> int:
    return state << 62 | slot << 48 | failures << 40 | deaths << 32 | epoch


def _fields(word: int) -> tuple[int, int, int, int, int]:
    """The state, slot, failures, deaths and epoch in the word of a chunk."""
    return word >> 62, word >> 48 & 0x3FFF, word >> 40 & 0xFF, word >> 32 & 0xFF, word & 0xFFFFFFFF


# ------------------------------------------------------------------------------------------- array


class _Array:
    """The array's file, mapped shared and read-only."""

    def __init__(self, path: str) -> None:
        """Maps the file. Raises FileNotFoundError, and FillMismatchError if the file is no valid
        array or is replaced meanwhile.
        """
        self.path = path
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            about = os.fstat(descriptor)
            self.inode, self.bytes = about.st_ino, about.st_size
            try:
                # Open it read-only: in other modes NumPy would extend a file that is too short.
                header = npy_format.open_memmap(path, mode="r")
            except OSError:
                raise
            except Exception as error:  # NumPy raises many types for malformed headers
                raise FillMismatchError(f"{path}: {error}") from error
            self.dtype, self.shape, self.offset = header.dtype, header.shape, header.offset
            # If an array is contiguous in both orders, its chunks are the same in both.
            self.order: Literal["C", "F"] = "C" if header.flags.c_contiguous else "F"
            if not os.path.samestat(os.stat(path), about):  # both calls follow symbolic links
                raise FillMismatchError(f"{path}: it was replaced while it was opened")
            self.header = os.pread(descriptor, self.offset, 0)
            self._map = mmap.mmap(descriptor, self.bytes, access=mmap.ACCESS_READ)
        finally:
            os.close(descriptor)
        self.items = np.ndarray(self.shape, self.dtype, self._map, self.offset, order=self.order)

    def size_now(self) -> int:
        return self._map.size()

    def view(self, box: Box) -> np.ndarray:
        # The ellipsis makes the result a view even if the array has no axes.
        view: np.ndarray = self.items[box + (Ellipsis,)]
        return view

    def _range(self, box: Box) -> tuple[int, int]:
        """The offset of the first element of a box, and the offset after its last element."""
        strides = self.items.strides
        first = self.offset + sum(b.start * s for b, s in zip(box, strides))
        last = self.offset + sum((b.stop - 1) * s for b, s in zip(box, strides))
        return first, last + self.dtype.itemsize

    def open_window(self, file: _SlotFile, box: Box) -> tuple[np.ndarray, _Window | None]:
        """A writable view of a chunk, and the mapped memory of the chunk; None instead of the
        memory if the chunk has no bytes.

        Raises FillTruncatedError if the file ends before the chunk.
        """
        first, last = self._range(box)
        if first == last:
            return self.view(box).copy(), None
        start = first - first % mmap.ALLOCATIONGRANULARITY
        try:
            window = file.window(start, last - start)
        except ValueError:
            self._check_size()
            raise
        shape = tuple(b.stop - b.start for b in box)
        return np.ndarray(shape, self.dtype, window, first - start, self.items.strides), window

    def _check_size(self) -> None:
        size, whole = self.size_now(), self.offset + self.items.nbytes
        if size < whole:
            raise FillTruncatedError(f"{self.path}: it has {size} bytes and not {whole}")

    def bring_in(self, file: _SlotFile, box: Box) -> None:
        """Writes zeros into a chunk that was never claimed before, if its bytes are contiguous.

        The mapping uses the pages that the write calls allocate. Without them, the first store into
        each page of reserved space would cost a page fault and an update of the file system's
        tables. On a full disk, the calls raise OSError; a page fault would kill the process. Raises
        FillTruncatedError if the file has become shorter, because a write would extend it again.
        """
        first, last = self._range(box)
        items = math.prod(b.stop - b.start for b in box)
        if last - first != items * self.dtype.itemsize:
            return
        self._check_size()
        zeros = memoryview(_ZEROS)
        while first < last:
            first += file.write(zeros[: last - first], first)


def _reserve(descriptor: int, size: int, path: str) -> None:
    """Extends the file to `size` bytes and reserves its disk space. Raises OSError on a full disk.
    """
    try:
        os.ftruncate(descriptor, size)
        try:
            os.posix_fallocate(descriptor, 0, size)
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS):
                raise
            # Neither the file system nor the C library supports it: write a byte into each block,
            # as glibc does.
            block = os.fstat(descriptor).st_blksize or 4096
            for at in range(0, size, block):
                os.pwrite(descriptor, os.pread(descriptor, 1, at) or b"\0", at)
    except OSError as error:
        raise OSError(error.errno, f"{error.strerror}, {size} bytes were requested", path) from error


def _as_stored(dtype: Any) -> np.dtype:
    """The dtype that NumPy reads back from a header written for `dtype`. Raises ValueError for
    objects.
    """
    dtype = np.dtype(dtype)
    if dtype.hasobject:
        raise ValueError(f"arrays of objects cannot be mapped: {dtype}")
    return npy_format.descr_to_dtype(npy_format.dtype_to_descr(dtype))


class _Wanted:
    """The checked arguments of ``create_or_join``."""

    def __init__(
        self,
        dtype: Any,
        shape: Any,
        order: str,
        chunks: Sequence[int] | None,
        flags: int,
        limits: tuple[int, int],
    ) -> None:
        base = np.dtype(dtype)
        shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
        # As in NumPy, an array whose dtype is a subarray gets the axes of the subarray.
        self.shape = tuple(operator.index(n) for n in shape) + base.shape
        self.dtype = _as_stored(base.base)
        if order not in ("C", "F"):
            raise ValueError(f"order must be 'C' or 'F', not {order!r}")
        self.bytes = math.prod(self.shape) * self.dtype.itemsize
        if len(self.shape) > _MAX_AXES or any(n < 0 for n in self.shape) or self.bytes >= 2**62:
            raise ValueError(
                f"an array of shape {self.shape} and dtype {self.dtype} cannot be made"
            )
        if any(not 0 <= limit <= _MOST for limit in limits):
            raise ValueError(
                f"max_failures and max_deaths are from 0 to {_MOST},"
                f" not {limits[0]} and {limits[1]}"
            )
        self.order = order
        self.chunks = chunks
        self.flags = flags
        self.limits = limits
        self.grid = _Grid.of(self.shape, chunks, order, self.dtype.itemsize)

    def check(self, array: _Array) -> None:
        """Raises FillMismatchError unless the array has this dtype, shape and order."""
        flags = array.items.flags
        ordered = flags.f_contiguous if self.order == "F" else flags.c_contiguous
        if array.dtype != self.dtype or array.shape != self.shape or not ordered:
            raise FillMismatchError(
                f"{array.path}: it has dtype {array.dtype}, shape {array.shape} and order"
                f" {array.order}; expected {self.dtype}, {self.shape} and {self.order}"
            )

    def check_fill(self, path: str, ledger: _Ledger, grid: _Grid) -> None:
        """Raises FillMismatchError if the existing fill has other parameters than the requested
        ones.
        """
        for what, found, expected in (
            ("chunks", grid.chunk, grid.chunk if self.chunks is None else self.grid.chunk),
            ("durable", ledger.durable, bool(self.flags & _DURABLE)),
            ("visible", ledger.visible, bool(self.flags & _VISIBLE)),
            ("max_failures", ledger.max_failures, self.limits[0]),
            ("max_deaths", ledger.max_deaths, self.limits[1]),
        ):
            if found != expected:
                raise FillMismatchError(
                    f"{path}: it is filled with {what} {found}, expected {expected}"
                )

    def create(self, files: _Files, lock_id: bytes) -> None:
        """Creates the array and the ledger, which must not exist. The caller holds the mutex.

        A failure leaves no files. Raises OSError, for instance on a full disk, FillError if the
        file system has no hard links, and FillForceError if the names of a durable fill could not
        be forced.
        """
        name = files.array if self.flags & _VISIBLE else files.working
        made = None
        files.remove_leftovers()
        _remove(files.reasons)  # the process that ended the last fill may have died before
        _step("create.begun")
        try:
            header = self._write_header(files.working_tmp)
            _step("create.header")
            size = len(header) + self.bytes
            with open(files.working_tmp, "r+b") as file:
                made = os.fstat(file.fileno()).st_ino
                _reserve(file.fileno(), size, files.working_tmp)
                os.fsync(file.fileno())
            _step("create.array")
            _Ledger.write(
                files.ledger_tmp, self.grid, made, size, header, self.flags, self.limits, lock_id
            )
            _step("create.ledger")
            os.rename(files.ledger_tmp, files.ledger)
            _step("create.renamed")
            files.link(files.working_tmp, name)
            _step("create.linked")
            os.unlink(files.working_tmp)
            _step("create.unlinked")
            files.force_directory(bool(self.flags & _DURABLE))
            _step("create.forced")
        except BaseException:
            if made is not None and _inode(name) == made:
                _remove(name)
            _remove(files.ledger)
            files.remove_leftovers()
            raise

    def _write_header(self, path: str) -> bytes:
        """Lets NumPy write the header, and returns its bytes."""
        try:
            array = npy_format.open_memmap(
                path, mode="w+", dtype=self.dtype, shape=self.shape, fortran_order=self.order == "F"
            )
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from error
        if array.offset > _HEADER_MOST:
            raise ValueError(
                f"{path}: NumPy does not read headers of more than {_HEADER_MOST} bytes"
            )
        with open(path, "rb") as file:
            return file.read(array.offset)


# ------------------------------------------------------------------------------------ participants


class _Seat:
    """The part of a participant that exists until it leaves: its opened lock file, the ledger, and
    its slot.
    """

    def __init__(self, lock: _LockFile, ledger: _Ledger, file: _SlotFile, slot: int) -> None:
        """Frees the chunks of a dead participant in the slot, and writes the slot's entry. The
        caller holds the mutex and the slot's lock.
        """
        self.lock = lock
        self.ledger = ledger
        self.file = file
        self.slot = slot
        self._changing = threading.Lock()
        # Released chunks that forked children may still write, with the words to store later.
        self._left: dict[int, tuple[int, _Witness]] = {}
        ledger.take_from_dead(slot)  # the slot was free, so owners of its chunks are dead
        _step("join.taken")
        worker = ledger.workers[slot : slot + 1]
        worker["pid"] = os.getpid()
        worker["start"] = (_process("self") or ("?", 0))[1]
        worker["joined"] = _milliseconds()
        worker["committed"] = worker["last"] = 0
        worker["kind"] = _PYTHON
        worker["namespace"] = _pid_namespace()
        worker["in_use"] = 1
        _step("join.written")

    def take_from_dead(self, owners: set[int]) -> int:
        """Frees the chunks of the dead participants among the slots `owners`. Returns the number of
        chunks. The caller holds the mutex.
        """
        return sum(self.ledger.take_from_dead(s) for s in owners if not self.file.lives(s))

    def count_commit(self) -> None:
        with self._changing:
            self.ledger.workers["committed"][self.slot] += np.uint64(1)
            self.ledger.workers["last"][self.slot] = _milliseconds()

    def give_back(self, index: int, word: int, witness: _Witness | None) -> None:
        """Stores the word of a released chunk: at once, or later if a child may still write the
        chunk.
        """
        with _Description.guard:  # prevents a fork between the check and the store
            if witness is not None and witness.children_live():
                self._left[index] = word, witness
            else:
                self.ledger.words[index] = word

    def give_back_left(self) -> None:
        """Stores the words of released chunks whose last child has ended meanwhile."""
        with self._changing:
            for index, (word, witness) in list(self._left.items()):
                if not witness.children_live():
                    del self._left[index]  # before others may claim the chunk
                    self.ledger.words[index] = word

    def leave(self) -> None:
        """Frees the chunks CLAIMED by the slot, and then the slot. A chunk that children may still
        write stays CLAIMED, and the children keep the lock of the slot.

        The chunks are found by a scan of the ledger: if Ctrl-C came between the store of a word and
        the creation of the claim, no object knows the chunk.
        """
        if self.lock.closed:
            return
        with contextlib.ExitStack() as leaving:  # all steps run, even if one raises
            leaving.callback(self.lock.close)
            leaving.callback(lambda: self.file.close(unlock=not self._left))
            leaving.callback(self._mark_left)
            self.give_back_left()
            self.ledger.release_all(self.slot, but=self._left)
            _step("leave.released")

    def _mark_left(self) -> None:
        self.ledger.workers["in_use"][self.slot] = 0
        _step("leave.marked")


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


# -------------------------------------------------------------------------- create, publish, abort


def _settle(files: _Files, lock: _LockFile) -> _Ledger | None:
    """Completes or undoes the creation, publication or abort that a dead participant has begun. The
    caller holds the mutex.

    Returns the ledger if the fill continues, otherwise None; in this case the lock file may have
    been removed.
    """
    identity = lock.identity()
    try:
        ledger = _Ledger(files.ledger)
    except FileNotFoundError:
        return None
    if identity != ledger.lock_id:
        _adopt(files, lock, ledger, identity)
    working, own = _inode(files.working), _inode(files.array)
    if ledger.state == _ABORTED:
        files.force_directory(ledger.durable)
        _finish_abort(files, ledger)
        return None
    name, found = (files.array, own) if ledger.visible else (files.working, working)
    if ledger.state == _FILLING and found == ledger.inode:
        return ledger  # even if the array also has its final name: another user may have linked it
    if ledger.state == _PUBLISHED or own == ledger.inode:
        files.force_directory(ledger.durable)
        _finish_publication(files, ledger)
        return None
    if found is not None:
        raise FillMismatchError(f"{name}: it is not the array that {files.ledger} belongs to")
    # The creator of the fill died before it linked the array, or the array was removed.
    ledger.state = _ABORTED  # for processes that have the ledger mapped
    _step("stale.state")
    _remove(files.ledger)
    _remove(files.reasons)
    return None


def _adopt(files: _Files, lock: _LockFile, ledger: _Ledger, identity: bytes) -> None:
    """Stores the id of this lock file in the ledger, whose former lock file was lost. Raises
    FillMismatchError if there are participants, because they use the lost file.
    """
    if (file := _SlotFile.of(files, ledger.inode)) is None:
        return
    try:
        slot = file.who_else_lives()
    finally:
        file.close()
    if slot is not None:
        raise FillMismatchError(
            f"{lock.path}: it was removed or replaced while {_who(ledger, slot)} takes part;"
            " participants may continue, but no process may join before they have left"
        )
    ledger.lock_id = identity


def _who(ledger: _Ledger, slot: int) -> str:
    """Describes the participant in a slot for a message. The process number is the number in the
    participant's own pid namespace.
    """
    worker = ledger.workers[slot]
    kind = _KINDS.get(int(worker["kind"]), "unknown")
    return f"the participant in slot {slot} ({kind}, process {int(worker['pid'])})"


def _check_belongs(files: _Files, ledger: _Ledger, array: _Array, grid: _Grid) -> None:
    for what, found, expected in (
        ("inode", array.inode, ledger.inode),
        # The file may have grown: bytes after the last element are irrelevant.
        ("size", min(array.bytes, ledger.bytes), ledger.bytes),
        ("data offset", array.offset, ledger.offset),
        ("digest of the header", hashlib.sha256(array.header).hexdigest(), ledger.digest.hex()),
        ("number of axes", len(array.shape), ledger.axes),
        ("number of chunks", grid.count, ledger.count),
    ):
        if found != expected:
            raise FillMismatchError(
                f"{files.ledger}: it does not belong to {array.path};"
                f" the {what} is {found}, the ledger says {expected}"
            )


def _force_complete(ledger: _Ledger, file: _SlotFile) -> None:
    """Forces the array of a durable fill before publication. Raises FillForceError if this fails.
    """
    if ledger.durable:
        try:
            file.force()
        except OSError as error:
            raise FillForceError(
                f"{file.path}: it was not forced, so it is not published: {error}"
            ) from error
    _step("publish.forced")


def _publish(files: _Files, ledger: _Ledger) -> None:
    """Publishes the array. The caller holds the mutex, has checked that all chunks are DONE, and
    has forced them if the fill is durable.
    """
    if _inode(files.array) != ledger.inode:  # otherwise visible, or linked by a dead publisher
        name = files.array if ledger.visible else files.working
        if ledger.visible or _inode(name) != ledger.inode:
            raise FillMismatchError(f"{name}: the array of the fill is not there any more")
        try:
            files.link(name, files.array)
        except FileExistsError:
            raise FillMismatchError(
                f"{files.array}: another file has this name; the complete array stays {name}"
            ) from None
    _step("publish.linked")
    files.force_directory(ledger.durable)
    _step("publish.directory")
    _finish_publication(files, ledger)


def _finish_publication(files: _Files, ledger: _Ledger) -> None:
    ledger.state = _PUBLISHED
    _step("publish.state")
    if not ledger.visible and _inode(files.working) == ledger.inode:
        _remove(files.working)
    _step("publish.working")
    _remove_files(files)


def _finish_abort(files: _Files, ledger: _Ledger) -> None:
    ledger.state = _ABORTED
    _step("abort.state")
    files.remove_leftovers()
    if not ledger.visible and _inode(files.working) == ledger.inode:
        _remove(files.working)
    _step("abort.working")
    _remove_files(files)


def _remove_files(files: _Files) -> None:
    """Removes the files of a fill except the array. The lock file is removed last: while it exists,
    no new fill begins.
    """
    _remove(files.ledger)
    _step("end.ledger")
    _remove(files.reasons)
    _step("end.reasons")
    _remove(files.lock)
    _step("end.lock")
    # Failures are ignored: the next participant removes files that reappear after a crash.
    files.force_directory(False)


# ------------------------------------------------------------------------- the fill and its claims


class Claim:
    """A chunk owned by this participant, from ``SharedFill.claim`` to commit, release or abandon.

    Write the whole chunk: it may still contain data of a dead process or of a released claim. As a
    context manager, a claim releases the chunk on exit, also after an exception, unless the chunk
    was committed or abandoned before. A chunk that a durable fill could not force is abandoned.

    Use a claim in one thread at a time. Different threads may use different claims of a fill at
    once, and another thread may close the fill: running commits complete first.

    A child that is forked while the claim is open may write into ``array``, and counts as an owner.
    End such children, or wait for them, before committing. If the chunk is released or abandoned
    while one of them lives, it is claimed again only after the last one has ended.
    """

    def __init__(self, fill: SharedFill, seat: _Seat, index: int, word: int) -> None:
        """Internal; use ``SharedFill.claim``."""
        self._fill = fill
        self._seat = seat
        self._word = word
        self._open = True
        # Two threads must not end the claim at once, for instance by close() and commit(): one
        # could change the chunk's word after the other has checked it.
        self._ending = threading.RLock()
        self._force_error: OSError | None = None
        self.index = index
        """The number of the chunk, from 0."""
        self.box = fill._grid.box(index)
        """Where the chunk is in the array: a slice for each axis."""
        self.array, self._window = fill._array.open_window(seat.file, self.box)
        """The mapped elements of the chunk. A pickled array is a copy. The array is read-only once
        the claim has ended; views of it that were made before stay writable. Such views keep the
        memory and a descriptor open. In a forked child they also keep the chunk from being claimed.
        """

    def __repr__(self) -> str:
        state = "open" if self._open else "ended"
        return f"<Claim of chunk {self.index} of {_shown(self._fill.path)}, {state}>"

    def __reduce__(self) -> Any:
        raise TypeError(
            "a Claim belongs to one process; join the fill in the other one, by SharedFill.join,"
            " and claim there"
        )

    def __enter__(self) -> Claim:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._fill._is_closed():
            return
        with self._ending:
            if not self._open or self._fill._is_closed():
                return
            if self._force_error is not None:
                self.abandon(f"not forced: {self._force_error}")
            else:
                self.release()

    def commit(self) -> None:
        """Marks the chunk as DONE: it is completely written and does not change any more.

        Raises FillAbortedError if the fill was aborted, FillTruncatedError if the file has become
        shorter, FillForceError if the disk of a durable fill fails, FillClosedError if the claim
        has ended, FillError if the chunk's word in the ledger is no longer that of this claim.
        After an exception the chunk is not DONE, and an open claim stays open; after FillForceError
        the chunk can only be abandoned or released. But if the chunk was forced and only its word
        in the ledger was not, FillForceError is raised although the chunk is DONE and the claim has
        ended.
        """
        with self._alone():
            self._commit()

    def _commit(self) -> None:
        fill, ledger = self._fill, self._seat.ledger
        if self._force_error is not None:
            # The kernel reports lost pages only once: a later success would not mean that the pages
            # of the first attempt are on the disk.
            raise FillForceError(
                f"{fill.path}: chunk {self.index} was not forced before; abandon it"
            )
        if ledger.state == _ABORTED:
            raise FillAbortedError(
                f"{fill.path}: the fill was aborted, so chunk {self.index} is not done"
            )
        size = fill._array.size_now()
        if size < ledger.bytes:
            raise FillTruncatedError(
                f"{fill._array.path}: it has {size} bytes and not {ledger.bytes},"
                f" so chunk {self.index} is not done"
            )
        self._check_own()
        _step("commit.checked")
        if ledger.durable and self._window is not None:
            try:
                self._seat.file.force(self._window)
            except OSError as error:
                self._force_error = error
                raise FillForceError(
                    f"{fill._array.path}: chunk {self.index} was not forced: {error}"
                ) from error
            _step("commit.forced")
        # Check again: a close() in a signal handler, or one that Ctrl-C interrupted, has not waited
        # for this commit.
        self._check_open()
        self._check_own()
        _, slot, failures, deaths, epoch = _fields(self._word)
        self._end(_pack(_DONE, slot, failures, deaths, epoch))
        _step("commit.done")
        self._seat.count_commit()
        if ledger.durable:
            try:
                ledger.force_word(self.index)
            except OSError as error:
                raise FillForceError(
                    f"{ledger.path}: chunk {self.index} is done, but that was not forced: {error}"
                ) from error

    def release(self) -> None:
        """Frees the chunk without counting a failure. Raises FillClosedError if the claim has
        ended, FillError if the chunk's word in the ledger is no longer that of this claim.
        """
        with self._alone():
            self._check_own()
            _, _, failures, deaths, epoch = _fields(self._word)
            self._end(_pack(_FREE, 0, failures, deaths, epoch))

    def abandon(self, reason: str) -> None:
        """Abandons a chunk that cannot be computed. `reason` is appended to ``x.npy.reasons``.

        The chunk becomes FREE, or POISONED if it has now failed as often as the fill allows.
        Raises FillClosedError if the claim has ended, FillError if the chunk's word in the ledger
        is no longer that of this claim, and OSError if the reason cannot be written; in this last
        case the chunk is abandoned nevertheless.
        """
        with self._alone():
            self._abandon(reason)

    def _abandon(self, reason: str) -> None:
        self._check_own()
        _, slot, failures, deaths, epoch = _fields(self._word)
        words = " ".join(str(reason)[:_REASON_MOST].split())
        line = f"{self.index}\t{epoch}\t{slot}\t{words}\n".encode("utf-8", "backslashreplace")
        failures = min(failures + 1, _MOST)
        state = _POISONED if 0 < self._seat.ledger.max_failures <= failures else _FREE
        try:
            descriptor = _open_to_write(self._fill._files.reasons, os.O_WRONLY | os.O_APPEND)
            try:
                if os.fstat(descriptor).st_size >= _REASONS_MOST:
                    os.ftruncate(descriptor, 0)
                os.write(descriptor, line)
            finally:
                os.close(descriptor)
            _step("abandon.noted")
        finally:
            self._end(_pack(state, 0, failures, deaths, epoch))

    def _close(self) -> None:
        """Ends the claim because its fill is closed, even if releasing the chunk raises."""
        with self._ending:
            try:
                self.__exit__()
            finally:
                self._let_go()
                self._open = False

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Prevents other threads from ending the claim meanwhile. Raises FillClosedError if the
        claim has ended.
        """
        self._check_open()  # before acquiring the lock, which a forked child may inherit locked
        with self._ending:
            self._check_open()
            try:
                yield
            finally:
                if not self._open:
                    self._fill._claims.discard(self)

    def _check_open(self) -> None:
        self._fill._check_open()
        if not self._open:
            raise FillClosedError(f"{self._fill.path}: the claim of chunk {self.index} has ended")

    def _check_own(self) -> None:
        word = self._seat.ledger.word(self.index)
        if word != self._word:
            raise FillError(
                f"{self._seat.ledger.path}: the word of chunk {self.index} was {self._word:#018x}"
                f" and is {word:#018x}; somebody changed it who does not keep to the protocol"
            )

    def _end(self, word: int) -> None:
        # Make the array read-only first, so that no erroneous store follows the store of the word.
        self.array.setflags(write=False)
        if word >> 62 == _DONE:
            self._seat.ledger.words[self.index] = word
        else:
            witness = None if self._window is None else self._window.witness
            self._seat.give_back(self.index, word, witness)
        self._open = False
        self._let_go()

    def _let_go(self) -> None:
        """Drops the claim's reference to the memory, which is unmapped with the last reference. The
        array becomes read-only.
        """
        self.array.setflags(write=False)
        self.array, self._window = self._fill._array.view(self.box), None


class SharedFill:
    """A participant in the filling of one array, made by ``create_or_join`` or ``join``.

    Close the object at the end. Several threads may call its methods; they share its slot. In a
    forked child the object is closed, and the child must join again. It cannot be pickled. If the
    array is already published, the object only reads.
    """

    def __init__(
        self, files: _Files, array: _Array, grid: _Grid, patience: float | None, seat: _Seat | None
    ) -> None:
        """Internal; use ``create_or_join`` or ``join``."""
        self._files = files
        self._array = array
        self._grid = grid
        self._patience = patience
        self._seat = seat
        # The mutex of the lock file does not exclude other threads of the same participant.
        self._threads = threading.Lock()
        self._claims: set[Claim] = set()
        # Participants begin at different chunks, so that they rarely write to the same pages.
        self._cursor = (
            0 if seat is None else seat.slot % 16 * max(1, grid.count // 16) % max(1, grid.count)
        )
        self._closed = False

    # ------------------------------------------------------------------------- joining and leaving

    @classmethod
    def create_or_join(
        cls,
        path: os.PathLike[str] | str,
        dtype: Any,
        shape: int | Sequence[int],
        order: str = "C",
        chunks: Sequence[int] | None = None,
        durable: bool = False,
        visible: bool = False,
        max_failures: int = 3,
        max_deaths: int = 20,
        patience: float | None = 60.0,
    ) -> SharedFill:
        """Creates the fill of the array at `path`, or joins it.

        `chunks` is the shape of a chunk; None means about 1 MiB of contiguous bytes. `durable`
        forces each chunk to the disk before it is done. `visible` gives the array its name at once.
        `max_failures` and `max_deaths` are the numbers of failures and of owners' deaths that
        poison a chunk (0: never; a chunk that cannot be computed is then claimed again and again).
        All participants must pass the same values; only `chunks` may be omitted by processes that
        join. `patience` is the number of seconds for which other participants may hold the mutex,
        in this and later calls (None: forever).

        An existing array without a fill counts as published.

        Raises FillMismatchError if the existing array or fill is not the requested one, or if the
        fill's lock file was lost while there are participants; FillRebootError if the fill must be
        recovered first; FillTimeoutError if the mutex is not available within `patience` seconds;
        FillError on a file system without hard links or locks, if the array is filled by parts, or
        if all 1024 slots are taken; FillForceError if the names of a durable fill could not be
        forced; ValueError for an invalid array, and if the names of the fill's other files would
        exceed 255 bytes (the name of a complete array may be that long); OSError, for instance on a
        full disk. A failed creation leaves no files.
        """
        flags = (_DURABLE if durable else 0) | (_VISIBLE if visible else 0)
        wanted = _Wanted(dtype, shape, order, chunks, flags, (max_failures, max_deaths))
        fill = cls._open(_Files(path), wanted, patience, _Waiting(patience, 1e-3, 50e-3))
        assert fill is not None
        return fill

    @classmethod
    def join(cls, path: os.PathLike[str] | str, patience: float | None = 60.0) -> SharedFill:
        """Waits until the fill of the array at `path` is created, and joins it.

        Raises FillTimeoutError if the fill is not created within `patience` seconds (None: waits
        forever), or if the mutex is held that long; FillMismatchError if array and ledger do not
        match, or the lock file was lost while there are participants; FillRebootError if the fill
        must be recovered first; FillError on a file system without locks, if the array is filled by
        parts, or if all 1024 slots are taken; ValueError for a name that is too long.
        """
        files = _Files(path)
        waiting = _Waiting(patience, 1e-3, 50e-3)
        while True:
            files.check_parts()
            if _inode(files.ledger) is not None or _inode(files.array) is not None:
                fill = cls._open(files, None, patience, waiting)
                if fill is not None:
                    return fill
            files.check_room()
            if not waiting.pause():
                raise FillTimeoutError(
                    f"{files.array}: no fill was created within {patience} s"
                )

    @classmethod
    def _open(
        cls, files: _Files, wanted: _Wanted | None, patience: float | None, waiting: _Waiting
    ) -> SharedFill | None:
        """Creates the fill or joins it. Without `wanted` it only joins, and returns None if there
        is neither a fill nor an array.
        """
        while True:
            files.check_parts()
            if _inode(files.array) and not _inode(files.ledger) and not _inode(files.lock):
                # No lock file is created here: the directory may belong to another user.
                return cls._published(files, wanted, patience)
            files.check_room()
            try:
                lock = _LockFile.holding_mutex(files.lock, waiting.left)
            except FileNotFoundError as error:
                # Name the array instead of the lock file, which the caller does not know.
                raise FileNotFoundError(error.errno, error.strerror, files.array) from error
            seated = False
            try:
                ledger = _settle(files, lock)
                if not lock.has_its_name():
                    continue  # the lock file was removed with the fill that has just ended
                if ledger is None and _inode(files.array) is not None:
                    _remove(files.reasons)  # the publisher may have died before it removed them
                    return cls._published(files, wanted, patience)
                if ledger is None:
                    if wanted is None:
                        return None
                    if _inode(files.working) is not None:
                        raise FillMismatchError(
                            f"{files.working}: it has no ledger; remove it, or give it its name"
                        )
                    wanted.create(files, lock.identity())
                    ledger = _Ledger(files.ledger)
                fill = None
                with contextlib.suppress(FileNotFoundError):  # removed meanwhile
                    fill = cls._join(files, wanted, patience, lock, ledger)
                if fill is not None:
                    seated = True
                    return fill
            finally:
                if seated:
                    lock.unlock(_MUTEX)
                else:
                    _turn_away(files, lock)
            if not waiting.pause():
                raise FillTimeoutError(f"{files.lock}: it was removed again and again")

    @classmethod
    def _published(
        cls, files: _Files, wanted: _Wanted | None, patience: float | None
    ) -> SharedFill:
        array = _Array(files.array)
        if wanted is not None:
            wanted.check(array)
        chunks = None if wanted is None else wanted.chunks
        grid = _Grid.of(array.shape, chunks, array.order, array.dtype.itemsize)
        return cls(files, array, grid, patience, None)

    @classmethod
    def _join(
        cls,
        files: _Files,
        wanted: _Wanted | None,
        patience: float | None,
        lock: _LockFile,
        ledger: _Ledger,
    ) -> SharedFill | None:
        """Joins the fill of a ledger. Returns None if the lock file was removed meanwhile. The
        caller holds the mutex.
        """
        array = _Array(files.array if ledger.visible else files.working)
        grid = _Grid(array.shape, ledger.chunk, array.order)
        _check_belongs(files, ledger, array, grid)
        if wanted is not None:
            wanted.check(array)
            wanted.check_fill(files.array, ledger, grid)
        if ledger.needs_recovery():
            raise FillRebootError(
                f"{files.array}: the system was rebooted since this fill was created, and it is"
                f" not durable: what its {ledger.count_in(_DONE)} chunks of {ledger.count} that are"
                " done hold may not have reached the disk; to fill all of them again, or to trust"
                f" them, use 'ndmap_fill.py recover {files.array}' with --refill or --trust, or"
                " abort the fill"
            )
        files.remove_leftovers()
        if ledger.durable:
            files.force_directory(True)  # the creator may have died before it did this
        file = _SlotFile(array.path)
        try:
            if file.stat().st_ino != ledger.inode:
                raise FillMismatchError(f"{array.path}: it was replaced while it was opened")
            slot = file.take()
            if slot is None:
                raise FillError(
                    f"{files.array}: all {_SLOTS} slots are taken by participants that live"
                )
            _step("join.locked")
            if not lock.has_its_name():
                file.close()
                return None
            return cls(files, array, grid, patience, _Seat(lock, ledger, file, slot))
        except BaseException:
            file.close()
            raise

    def close(self) -> None:
        """Leaves the fill: releases the open claims and the slot.

        Closing again has no effect. Running commits of other threads complete first. If all chunks
        are DONE the array is published, unless another process holds the mutex and will publish it.
        Raises the exceptions of ``claim`` if publication fails, and those of ``Claim.abandon`` if a
        claim cannot be ended properly; the participant has left nevertheless.
        """
        if self._is_closed():
            self._closed = True
            return
        with self._threads:
            if self._is_closed():  # by another thread, meanwhile
                return
            try:
                with contextlib.ExitStack() as leaving:  # all steps run, even if one raises
                    leaving.callback(self._publish_leaving)
                    for claim in self._claims.copy():
                        leaving.callback(claim._close)
            finally:
                self._closed = True
                if self._seat is not None:
                    self._seat.leave()

    def _publish_leaving(self) -> None:
        if self._seat is not None and self._seat.lock.try_lock(_MUTEX):
            self._publish_complete(self._seat)

    def __enter__(self) -> SharedFill:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return (
            f"<SharedFill of {_shown(self.path)}, {self.state},"
            f" {self.done} of {self.chunks} chunks done>"
        )

    def __reduce__(self) -> Any:
        raise TypeError(
            "a SharedFill belongs to one process; join the fill in the other one, by"
            " SharedFill.join"
        )

    # ------------------------------------------------------------------------------- what is there

    @property
    def path(self) -> str:
        """The absolute path of the array, with its final name."""
        return self._files.array

    @property
    def dtype(self) -> np.dtype:
        return self._array.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self._array.shape

    @property
    def chunk_shape(self) -> tuple[int, ...]:
        """The shape of a chunk; chunks at the end of an axis may be shorter."""
        return self._grid.chunk

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return self._grid.count

    @property
    def done(self) -> int:
        """The number of DONE chunks."""
        return self.chunks if self._seat is None else self._seat.ledger.count_in(_DONE)

    @property
    def state(self) -> str:
        """``'filling'``, ``'published'`` or ``'aborted'``."""
        return _STATE_NAMES[_PUBLISHED if self._seat is None else self._seat.ledger.state]

    def completed(self, index: int) -> np.ndarray | None:
        """A read-only view of a chunk, which stays valid after the fill is closed; None if the
        chunk is not DONE yet. Raises IndexError if there is no such chunk.
        """
        if not 0 <= index < self.chunks:
            raise IndexError(f"{self.path}: chunk {index} of {self.chunks}")
        if self._seat is not None and _fields(self._seat.ledger.word(index))[0] != _DONE:
            return None
        return self._array.view(self._grid.box(index))

    def status(self) -> dict[str, Any]:
        """The state of the fill; see the function ``status``."""
        return status(self.path)

    # ------------------------------------------------------------------------------------- filling

    def claim(self, block: bool = True, timeout: float | None = None) -> Claim | None:
        """Claims a chunk, or publishes the array if all chunks are DONE.

        Returns None if no chunk will become available: either all chunks are DONE and the array is
        published, or all chunks that are not DONE are POISONED (``status`` lists the reasons).
        While all remaining chunks are claimed by other participants, or by other threads of this
        one, this method waits, because their owners may die or release them; if `block` is False,
        it returns None at once.

        Raises FillTimeoutError after `timeout` seconds, or if another process or thread holds the
        mutex for longer than this fill's patience; FillClosedError if this participant has closed
        the fill; FillAbortedError if the fill was aborted;
        FillMismatchError if the fill's files were replaced or the array's name belongs to another
        file; FillForceError if a durable array could not be forced; FillTruncatedError if the file
        has become shorter; OSError if the disk fails to store a new chunk.
        """
        waiting = _Waiting(timeout, 1e-3, 50e-3)
        while True:
            began = time.thread_time()
            claim, more = self._claim_once(waiting.left)
            if claim is not None or not more or not block:
                return claim
            if not waiting.pause(_REST * (time.thread_time() - began)):
                raise FillTimeoutError(
                    f"{self.path}: others held all chunks that are left for {timeout} s"
                )

    def tryclaim(self) -> Claim | None:
        """The same as ``claim(block=False)``: returns None if no chunk is available now."""
        return self.claim(block=False)

    def _claim_once(self, patience: float = math.inf) -> tuple[Claim | None, bool]:
        """Tries once to claim a chunk. Returns the claim, or None and whether a chunk may become
        available later.
        """
        self._check_open()
        if self._seat is None:
            return None, False
        self._seat.give_back_left()
        # Check first without the mutex, so that waiting participants do not block others.
        ledger = self._seat.ledger
        index = ledger.find_free(self._cursor)
        owners: set[int] = set()
        if index is None:
            owners = ledger.counts_and_owners()[1].keys() - {self._seat.slot}
        claim, taken = None, 0
        try:
            with self._mutex(patience) as seat:
                if self._has_ended(seat):
                    return None, False
                if index is None and owners:
                    taken = seat.take_from_dead(owners)
                if index is not None or taken:
                    index = ledger.find_free(self._cursor if index is None else index)
                if index is not None:
                    claim = self._take(seat, index)
            if claim is not None:
                self._bring_in(claim)
                return claim, True
        except BaseException:
            if claim is not None:
                claim.release()  # the caller never gets this claim
            raise
        counts, _ = ledger.counts_and_owners()
        if counts[_DONE] < ledger.count:
            return None, counts[_DONE] + counts[_POISONED] < ledger.count
        with self._mutex(patience) as seat:
            if not self._has_ended(seat):
                self._publish_complete(seat)
        return None, False

    def _bring_in(self, claim: Claim) -> None:
        """Allocates the pages of a new chunk; raises the exceptions of ``_Array.bring_in``."""
        if _fields(claim._word)[4] == 1:  # in later epochs the chunk may contain data
            self._array.bring_in(claim._seat.file, claim.box)

    def _take(self, seat: _Seat, index: int) -> Claim:
        """Claims a FREE chunk. The caller holds the mutex. If this raises, the chunk stays FREE."""
        ledger = seat.ledger
        before = ledger.word(index)
        _, _, failures, deaths, epoch = _fields(before)
        word = _pack(_CLAIMED, seat.slot, failures, deaths, (epoch + 1) % _EPOCHS)
        _step("claim.found")
        claim = None
        try:
            ledger.words[index] = word
            _step("claim.stored")
            claim = Claim(self, seat, index, word)
            self._claims.add(claim)
        except BaseException:
            ledger.words[index] = before
            if claim is not None:
                self._claims.discard(claim)
            raise
        self._cursor = (index + 1) % ledger.count
        return claim

    def await_completion(
        self, timeout: float | None = None, progress: Callable[[int, int], object] | None = None
    ) -> None:
        """Waits until all chunks are DONE, and publishes the array if necessary. Claims no chunks.

        `progress` is called in this thread, at the beginning and after each change, with the number
        of DONE chunks and the number of all chunks. If this thread has an open claim, the method
        never returns without a timeout.

        Raises FillTimeoutError after `timeout` seconds, FillPoisonedError if all remaining chunks
        are POISONED, and the exceptions of ``claim``.
        """
        waiting = _Waiting(timeout, 1e-3, 50e-3)
        told = -1
        while True:
            began = time.thread_time()
            self._check_open()
            if self._seat is not None:
                self._seat.give_back_left()
            done, state = self.done, self.state
            if progress is not None and done != told:
                progress(done, self.chunks)
                told = done
            if state == "published":
                return
            if state == "aborted" or done == self.chunks:
                self.finish()
                return
            assert self._seat is not None
            poisoned = self._seat.ledger.count_in(_POISONED)
            if self.done + poisoned == self.chunks and poisoned:
                raise FillPoisonedError(
                    f"{self.path}: {poisoned} chunks failed too often, see {self._files.reasons}"
                )
            if not waiting.pause(_REST * (time.thread_time() - began)):
                raise FillTimeoutError(
                    f"{self.path}: {self.done} of {self.chunks} chunks were done after {timeout} s"
                )

    def finish(self) -> None:
        """Publishes the array, unless it is already published.

        Raises FillError if chunks are not DONE, and the exceptions of ``claim``.
        """
        if self._seat is None:
            return
        with self._mutex() as seat:
            if self._has_ended(seat):
                return
            if not self._publish_complete(seat):
                done, poisoned = seat.ledger.count_in(_DONE), seat.ledger.count_in(_POISONED)
                raise FillError(
                    f"{self.path}: only {done} of {self.chunks} chunks are done,"
                    f" {poisoned} are poisoned"
                )

    def abort(self) -> None:
        """Aborts the fill, removes its files, and closes this object. The array is removed too,
        unless it is visible.

        If there are other participants or the array is published, raises FillError and changes
        nothing.
        """
        if self._seat is None:
            raise FillError(f"{self.path}: it is published, there is nothing to abort")
        with self._mutex() as seat:
            if seat.ledger.state == _PUBLISHED:
                raise FillError(f"{self.path}: it is published, there is nothing to abort")
            if seat.ledger.state == _ABORTED:  # the names may now belong to the files of a new fill
                raise FillAbortedError(f"{self.path}: the fill was aborted")
            if seat.file.others_live():
                raise FillError(f"{self.path}: others take part in the fill; it cannot be aborted")
            _finish_abort(self._files, seat.ledger)
        self.close()

    def evict(self, slot: int) -> None:
        """Kills the participant in a slot; see the function ``evict``."""
        evict(self.path, slot, self._patience)

    def retry_poisoned(self) -> int:
        """Frees all POISONED chunks and resets their counts of failures and deaths. Returns the
        number of these chunks.
        """
        if self._seat is None:
            return 0
        with self._mutex() as seat:
            ledger = seat.ledger
            poisoned = ledger.in_state(_POISONED)
            for index in poisoned:
                ledger.words[index] = _pack(_FREE, 0, 0, 0, _fields(ledger.word(index))[4])
            return len(poisoned)

    # ----------------------------------------------------------------------------- under the mutex

    @contextlib.contextmanager
    def _mutex(self, patience: float = math.inf) -> Iterator[_Seat]:
        """Holds the mutex, which excludes other processes and other threads of this one."""
        patience = min(patience, math.inf if self._patience is None else self._patience)
        waiting = _Waiting(max(patience, 0), 50e-6, 2e-3)
        self._check_open()
        if not self._threads.acquire(
            timeout=min(waiting.left, threading.TIMEOUT_MAX) if waiting.left > 0 else 0
        ):
            raise FillTimeoutError(f"{self.path}: another thread was at it for {patience} s")
        try:
            self._check_open()
            seat = self._seat
            assert seat is not None
            seat.lock.acquire_mutex(waiting)
            try:
                _step("mutex.held")
                self._check_names(seat)
                yield seat
            finally:
                seat.lock.unlock(_MUTEX)
        finally:
            self._threads.release()

    def _check_names(self, seat: _Seat) -> None:
        """Raises FillMismatchError if the ledger's name no longer belongs to the opened ledger,
        unless the fill has ended.
        """
        if seat.ledger.state != _FILLING:
            return
        if _inode(self._files.ledger) != seat.ledger.file_inode:
            raise FillMismatchError(
                f"{self._files.ledger}: it was removed or replaced under a fill that goes on"
            )

    def _has_ended(self, seat: _Seat) -> bool:
        """Whether the array is published; raises FillAbortedError if the fill was aborted."""
        state = seat.ledger.state
        if state == _ABORTED:
            raise FillAbortedError(f"{self.path}: the fill was aborted")
        if state != _PUBLISHED:
            return False
        if seat.lock.has_its_name() and _inode(self._files.ledger) in (
            None,
            seat.ledger.file_inode,
        ):
            _finish_publication(
                self._files, seat.ledger
            )  # the publisher died before it had removed all files
        return True

    def _publish_complete(self, seat: _Seat) -> bool:
        """Publishes the array if all chunks are DONE and the array is not published yet. Returns
        whether it did. The caller holds the mutex.
        """
        if seat.ledger.state != _FILLING or seat.ledger.count_in(_DONE) < seat.ledger.count:
            return False
        self._check_names(seat)
        _force_complete(seat.ledger, seat.file)
        self._check_names(seat)  # again, because forcing may have taken long
        _publish(self._files, seat.ledger)
        return True

    def _is_closed(self) -> bool:
        return self._closed or (self._seat is not None and self._seat.lock.closed)

    def _check_open(self) -> None:
        if self._seat is not None and self._seat.lock.inherited:
            raise FillClosedError(
                f"{self.path}: a forked child inherited this fill and has to join anew"
            )
        if self._is_closed():
            raise FillClosedError(f"{self.path}: this fill is closed")


def _turn_away(files: _Files, lock: _LockFile) -> None:
    """Closes the lock file, and removes it if there is no ledger. The caller holds the mutex."""
    try:
        if lock.has_its_name() and not _inode(files.ledger):
            _remove(files.lock)
    finally:
        lock.close()


# -------------------------------------------------------------------------------- from the outside


def status(path: os.PathLike[str] | str) -> dict[str, Any]:
    """The state of the array at `path`, without joining or waiting.

    The result has these keys:

    - ``file``: the path of the array;
    - ``state``: as in ``SharedFill.state``, or ``'complete'`` if all chunks are done and the next
      participant will publish the array;
    - ``chunks``, ``done``, ``claimed``, ``dead`` (claimed chunks of dead owners), ``poisoned``:
      numbers of chunks. The chunks of a published array are unknown: ``chunks`` and ``done`` are
      None, the other numbers 0;
    - ``missing_bytes``: the number of bytes that a truncated file lacks, otherwise 0; an array with
      missing bytes cannot be completed;
    - ``workers``: a list with a dict for each participant, living or dead, with the keys ``slot``,
      ``pid``, ``kind``, ``alive``, ``stopped``, ``committed``, ``claimed``, ``joined_ms`` and
      ``last_commit_ms`` (milliseconds since 1970; None if it has committed nothing);
    - ``rate_per_s``, ``eta_s``: chunks per second and the seconds left, estimated from the commits
      of the living participants; None if they have committed nothing;
    - ``reasons``: a list with a dict for each abandonment that is still recorded in
      ``x.npy.reasons``, with the keys ``chunk``, ``epoch``, ``slot``, ``reason``.

    Raises FillError if there is neither array nor fill, FillMismatchError if the ledger is damaged.
    """
    files = _Files(path)
    about: dict[str, Any] = {"file": files.array, "state": "published"}
    about.update(
        chunks=None,
        done=None,
        claimed=0,
        dead=0,
        poisoned=0,
        missing_bytes=0,
        workers=[],
        rate_per_s=None,
        eta_s=None,
        reasons=[],
    )
    try:
        ledger = _Ledger(files.ledger, writable=False)
    except FileNotFoundError:
        if _inode(files.array) is None:
            raise FillError(f"{files.array}: neither an array nor a fill of that name") from None
        return about
    counts, claimed = ledger.counts_and_owners()
    slots: set[int] = set(np.flatnonzero(ledger.workers["in_use"] != 0).tolist()) | claimed.keys()
    with _lives_in(files, ledger) as lives:
        about["workers"] = [
            _worker(ledger, slot, lives(slot), claimed.get(slot, 0))
            for slot in sorted(slots)
        ]
    about["state"] = _STATE_NAMES[ledger.state]
    if ledger.state == _FILLING and counts[_DONE] == ledger.count:
        about["state"] = "complete"
    about.update(
        chunks=ledger.count,
        done=counts[_DONE],
        claimed=counts[_CLAIMED],
        poisoned=counts[_POISONED],
        missing_bytes=_missing_bytes(ledger, files),
    )
    about["dead"] = sum(worker["claimed"] for worker in about["workers"] if not worker["alive"])
    about["reasons"] = _reasons(files.reasons)
    rate = sum(
        1000 * worker["committed"] / max(1, worker["last_commit_ms"] - worker["joined_ms"])
        for worker in about["workers"]
        if worker["alive"] and worker["last_commit_ms"] is not None
    )
    if rate > 0:
        about["rate_per_s"] = round(rate, 3)
        about["eta_s"] = round((ledger.count - counts[_DONE] - counts[_POISONED]) / rate, 3)
    return about


def _missing_bytes(ledger: _Ledger, files: _Files) -> int:
    if ledger.state != _FILLING:
        return 0
    try:
        size = os.stat(files.array if ledger.visible else files.working).st_size
    except FileNotFoundError:
        return 0  # published or removed meanwhile
    return max(0, ledger.bytes - size)


@contextlib.contextmanager
def _lives_in(files: _Files, ledger: _Ledger) -> Iterator[Callable[[int], bool]]:
    """Yields a function that tells whether the participant in a slot is alive. If the array is
    missing, none is.
    """
    if (file := _SlotFile.of(files, ledger.inode)) is None:
        yield lambda slot: False
        return
    try:
        yield file.lives
    finally:
        file.close()


def _worker(ledger: _Ledger, slot: int, alive: bool, claimed: int) -> dict[str, Any]:
    pid, start, joined, committed, last, kind, _, namespace = ledger.workers[slot].item()
    seen = alive and namespace != 0 and namespace == _pid_namespace() and _proc_is_ours()
    process = _process(pid) if seen else None
    return {
        "slot": slot,
        "pid": pid,
        "kind": _KINDS.get(kind, str(kind)),
        "alive": alive,
        "stopped": process is not None and process[1] == start and process[0] in "Tt",
        "committed": committed,
        "claimed": claimed,
        "joined_ms": joined,
        "last_commit_ms": last or None,
    }


def _reasons(path: str) -> list[dict[str, Any]]:
    """The reasons of abandoned chunks, from the last 4 MiB of the file."""
    try:
        with open(path, "rb") as file:
            begin = max(0, os.fstat(file.fileno()).st_size - _REASONS_MOST)
            file.seek(begin)
            text = file.read(_REASONS_MOST).decode("utf-8", "replace")
    except (FileNotFoundError, PermissionError):
        return []
    lines = [line.split("\t", 3) for line in text.split("\n")[1 if begin else 0 :]]
    return [
        {"chunk": int(line[0]), "epoch": int(line[1]), "slot": int(line[2]), "reason": line[3]}
        for line in lines
        if len(line) == 4 and all(re.fullmatch("[0-9]{1,20}", number) for number in line[:3])
    ]


def evict(path: os.PathLike[str] | str, slot: int, patience: float | None = 60.0) -> None:
    """Kills all processes that hold the lock of a hanging participant: its process and the forked
    children that inherited the lock. Waits until the kernel has released the lock.

    The chunks of the participant are then freed. If the mutex is not available, the next
    participant that looks for dead owners frees the chunks. If the participant is dead already, no
    process is killed. The caller need not be a participant. Killing needs no mutex, because the
    hanging participant may hold it.

    Raises FillError at once if no process that holds the lock is visible, because it lives in
    another pid namespace or is hidden, or if one of the holders is this process or may not be
    killed; FillTimeoutError if the lock is still held after `patience` seconds; FileNotFoundError
    if there is no fill; ValueError if `slot` is not from 0 to 1023.
    """
    files = _Files(path)
    if not 0 <= slot < _SLOTS:
        raise ValueError(f"slot {slot} is not from 0 to {_SLOTS - 1}")
    ledger = _Ledger(files.ledger)
    waiting = _Waiting(patience, 1e-3, 20e-3)
    file = _SlotFile.of(files, ledger.inode)
    if file is None:
        return  # the array was removed, so no participant can hold a slot
    try:
        entry = _entry(ledger, slot)
        killed: set[int] = set()
        # Once another participant has joined in the slot, the evicted one is gone.
        for turn in itertools.count():
            if not file.lives(slot) or _entry(ledger, slot) != entry:
                break
            if turn % 10 == 0:  # repeatedly, because the holders may have forked meanwhile
                killed |= _kill_holders(files, ledger, slot, entry, file, killed)
            if not waiting.pause():
                raise FillTimeoutError(
                    f"{files.array}: {_who(ledger, slot)} was killed, but its lock was held for"
                    f" {patience} s more{_suspects(ledger.inode)}"
                )
    finally:
        file.close()
    _take_from_evicted(files, ledger, slot, waiting)


def _entry(ledger: _Ledger, slot: int) -> tuple[int, ...]:
    """A key that differs between successive participants in the same slot."""
    entry: tuple[int, ...] = ledger.workers[slot].item()[:3]
    return entry


def _kill_holders(
    files: _Files,
    ledger: _Ledger,
    slot: int,
    entry: tuple[int, ...],
    file: _SlotFile,
    killed: set[int],
) -> set[int]:
    """Kills the visible processes that hold the slot's lock, unless another participant has joined
    in the slot meanwhile. Returns the numbers of these processes.

    Raises FillError if this process is one of them, if one of them may not be killed, or if none is
    visible and none was killed before.
    """
    about, byte = file.stat(), _FIRST_SLOT + slot
    who = f"{files.array}: {_who(ledger, slot)}"
    found = {pid for pid in _processes() if _holds(pid, about, byte)}
    if os.getpid() in found:
        raise FillError(f"{who} is this process, {os.getpid()}")
    for pid in found:
        with contextlib.suppress(ProcessLookupError):  # the process has ended meanwhile
            process = os.pidfd_open(pid)
            try:
                # The pidfd refers to the same process even if the process number is reused.
                if _holds(pid, about, byte) and _entry(ledger, slot) == entry:
                    signal.pidfd_send_signal(process, signal.SIGKILL)
            except PermissionError as error:
                raise FillError(
                    f"{who} cannot be evicted: process {pid}, which holds its lock, may not be"
                    f" killed: {error.strerror}"
                ) from error
            finally:
                os.close(process)
    if not found and not killed and file.lives(slot):
        raise FillError(
            f"{who} cannot be evicted: no process that holds its lock is to be seen here; it lives"
            " in another pid namespace, or is another user's, or /proc hides it"
            f"{_suspects(ledger.inode)}"
        )
    return found


def _suspects(inode: int) -> str:
    """Names, for a message, the processes that may keep the lock by a mapping alone."""
    holders = [pid for pid in _processes() if pid != os.getpid() and _may_write(pid, inode)]
    return f"; the array is mapped by {', '.join(map(str, holders))}" if holders else ""


def _take_from_evicted(files: _Files, ledger: _Ledger, slot: int, waiting: _Waiting) -> None:
    """Frees the chunks of an evicted participant, if its slot is free and the fill continues."""
    try:
        lock = _LockFile(files.lock, create=False)  # the fill may have ended
    except FileNotFoundError:
        return
    try:
        with contextlib.suppress(FillTimeoutError):
            lock.acquire_mutex(waiting)
            goes_on = lock.has_its_name() and _inode(files.ledger) == ledger.file_inode
            with _lives_in(files, ledger) as lives:
                if goes_on and lock.identity() == ledger.lock_id and not lives(slot):
                    ledger.take_from_dead(slot)
    finally:
        lock.close()


def recover(
    path: os.PathLike[str] | str, trust: bool = False, patience: float | None = 60.0
) -> bool:
    """Recovers a fast fill after a reboot of the system, so that it can be joined again.

    With `trust`, DONE chunks stay DONE. This is correct only if no data was lost, because the
    system was shut down cleanly. Without `trust`, all chunks are filled again.

    Returns whether recovery was necessary. It is not if the fill is durable, or if it was created
    or recovered after the reboot; in these cases nothing is changed. Raises FillError if there is
    no such fill, or if recovery is necessary and there are participants, and the exceptions of
    ``SharedFill.join``.
    """
    files = _Files(path)
    if _inode(files.ledger) is None:
        raise FillError(f"{files.array}: it is not being filled, so there is nothing to recover")
    lock = _LockFile.holding_mutex(files.lock, patience)
    try:
        ledger = _settle(files, lock)
        if ledger is None:
            raise FillError(
                f"{files.array}: it is not being filled, so there is nothing to recover"
            )
        if not ledger.needs_recovery():
            return False
        file = _SlotFile.of(files, ledger.inode)
        slot = None if file is None else file.who_else_lives()
        if file is not None:
            file.close()
        if slot is not None:
            raise FillError(f"{files.array}: {_who(ledger, slot)} takes part in it")
        ledger.recover(trust)
        return True
    finally:
        _turn_away(files, lock)


# ------------------------------------------------------------------------------------ command line


def _flat_indices(box: Box, shape: Sequence[int]) -> np.ndarray:
    """The flat C index of each element in the box."""
    indices = np.zeros((), np.int64)
    for part, length in zip(box, shape):
        indices = indices[..., np.newaxis] * length + np.arange(part.start, part.stop)
    return indices


def _store(array: np.ndarray, values: np.ndarray) -> None:
    """Stores a number into each element, recursively into fields and subarrays."""
    if array.dtype.names is None:
        array[...] = values[(Ellipsis,) + (np.newaxis,) * (array.ndim - values.ndim)]
    else:
        for name in array.dtype.names:
            _store(array[name], values)


def _filler(text: str) -> Callable[[Claim, tuple[int, ...]], None]:
    if text == "index":
        return lambda claim, shape: _store(claim.array, _flat_indices(claim.box, shape))
    if not text.startswith("const:"):
        raise argparse.ArgumentTypeError(f"{text!r} is neither 'index' nor 'const:VALUE'")
    value: Any = text[len("const:") :]
    with contextlib.suppress(ValueError, SyntaxError):
        value = ast.literal_eval(value)

    def constant(claim: Claim, shape: tuple[int, ...]) -> None:
        try:
            claim.array[...] = value
        except (ValueError, TypeError, OverflowError) as error:
            raise FillError(f"--with {text}: no value of {claim.array.dtype}: {error}") from error

    return constant


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",")) if text.strip() else ()
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a list of integers, such as 16,8192"
        ) from None


def _dtype(text: str) -> np.dtype:
    try:
        return np.dtype(ast.literal_eval(text) if text.lstrip()[:1] in ("[", "(", "{") else text)
    except (TypeError, ValueError, SyntaxError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a dtype: {error}") from error


def _work(arguments: argparse.Namespace) -> None:
    filled = 0
    with SharedFill.join(arguments.file, arguments.patience) as fill:
        while arguments.max_chunks is None or filled < arguments.max_chunks:
            claim = fill.claim()
            if claim is None:
                break
            with claim:
                try:
                    arguments.fill(claim, fill.shape)
                except FillError as error:
                    raise FillError(f"{fill.path}: {error}") from error
                time.sleep(arguments.throttle / 1000)
                claim.commit()
            filled += 1
        done = fill.done
    print(_shown(f"{fill.path}: {filled} chunks filled here, {done} of {fill.chunks} done"))


def _init(arguments: argparse.Namespace) -> None:
    with SharedFill.create_or_join(
        arguments.file,
        arguments.dtype,
        arguments.shape,
        arguments.order,
        arguments.chunks,
        arguments.durable,
        arguments.visible,
        patience=arguments.patience,
    ) as fill:
        print(
            f"{_shown(fill.path)}: {fill.state}, {fill.chunks} chunks of shape {fill.chunk_shape},"
            f" {fill.done} done"
        )


def _recover(arguments: argparse.Namespace) -> None:
    if not recover(arguments.file, arguments.trust, arguments.patience):
        said = "there is nothing to recover; the fill continues"
    else:
        said = (
            "continues with the chunks that are done"
            if arguments.trust
            else "all chunks are free again"
        )
    print(f"{_shown(os.path.abspath(arguments.file))}: {said}")


def _status(arguments: argparse.Namespace) -> None:
    about = status(arguments.file)
    reasons = about.pop("reasons")
    if arguments.json:
        print(json.dumps(about))
        return
    missing = about["missing_bytes"]
    damage = f", but its data end early: {missing} bytes missing, so it cannot be completed"
    print(f"{_shown(about['file'])}: {about['state']}{damage if missing else ''}")
    if about["state"] == "published":
        return
    counts = ", ".join(f"{about[key]} {key}" for key in ("done", "claimed", "dead", "poisoned"))
    print(f"{about['chunks']} chunks: {counts}")
    if about["rate_per_s"] is not None:
        print(f"{about['rate_per_s']} chunks/s, {about['eta_s']} s left")
    for worker in about["workers"]:
        condition = "dead" if not worker["alive"] else "stopped" if worker["stopped"] else "alive"
        print(
            f"slot {worker['slot']}: {worker['kind']} {worker['pid']}, {condition},"
            f" {worker['committed']} committed"
        )
    for reason in reasons:
        why = _shown(reason["reason"])
        print(f"chunk {reason['chunk']} was abandoned by slot {reason['slot']}: {why}")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(_shown(message))


def _arguments() -> argparse.ArgumentParser:
    parser = _Parser(description="Several processes fill one .npy array.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], None], about: str
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=about, description=about)
        sub.set_defaults(run=run)
        sub.add_argument("file", metavar="FILE", help="the array's own name")
        sub.add_argument(
            "--patience",
            type=float,
            default=60.0,
            metavar="S",
            help="seconds to wait for others (60)",
        )
        return sub

    init = command("init", _init, "Begin a fill.")
    init.add_argument("--dtype", type=_dtype, required=True, metavar="D", help="as '<f8'")
    init.add_argument(
        "--shape", type=_numbers, required=True, metavar="S", help="as 16,8192; '' for no axes"
    )
    init.add_argument("--order", choices=("C", "F"), default="C")
    init.add_argument(
        "--chunks", type=_numbers, metavar="S", help="the shape of a chunk (about 1 MiB)"
    )
    init.add_argument(
        "--durable", action="store_true", help="chunks are on the disk before they are done"
    )
    init.add_argument(
        "--visible", action="store_true", help="the array has its name from the beginning"
    )
    work = command("work", _work, "Take part in a fill, until nothing is left.")
    work.add_argument("--with", dest="fill", type=_filler, default="index", metavar="index|const:V")
    work.add_argument("--max-chunks", type=int, metavar="N", help="leave after N chunks")
    work.add_argument(
        "--throttle",
        type=float,
        default=0,
        metavar="MS",
        help="milliseconds to wait before each commit",
    )
    show = command("status", _status, "Show how far a fill is, and who takes part.")
    show.add_argument("--json", action="store_true", help="one JSON object on one line")
    decide = command(
        "recover", _recover, "Let a fill that is not durable go on after the system was restarted."
    )
    choice = decide.add_mutually_exclusive_group(required=True)
    choice.add_argument("--refill", action="store_true", help="fill all chunks again")
    choice.add_argument("--trust", action="store_true", help="keep the chunks that are done")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line. Returns 0, or 1 after an error; wrong usage exits with 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    parsed = _arguments().parse_args(arguments)
    try:
        parsed.run(parsed)
    except (FillError, OSError, ValueError, TypeError, OverflowError) as error:
        print(f"ndmap_fill: {_shown(error)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
