package io.ndmap.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A file opened by `open(2)`, for operations that the JDK's channels do not offer:
/// open-file-description locks on bytes (`fcntl(2)`, `F_OFD_SETLK`), the identity of the opened
/// file, and writes that an interrupt of the thread does not end.
///
/// A lock lasts until it is released, this file is closed, or the process dies. A lock excludes
/// locks of other open file descriptions, even in the same process, and record locks
/// ([java.nio.channels.FileChannel#lock()]) of any process, also this one. Programs started by this
/// process do not inherit the file.
///
/// Files are on the default file system, memory is native. Using a closed file, or opening one
/// despite an [#obstacle] (except by [#nameless]), throws [IllegalStateException]; if opening
/// fails, the JDK's exception for the reason is thrown. Thread-safe.
public final class OpenFile implements AutoCloseable {

  private static final int F_OFD_GETLK = 36;
  private static final int F_OFD_SETLK = 37;
  private static final short F_WRLCK = 1;
  private static final short F_UNLCK = 2;

  private static final int O_RDONLY = 0;
  private static final int O_RDWR = 2;
  private static final int O_CREAT = 0x40;
  private static final int O_EXCL = 0x80;
  // ARM has a different value.
  private static final int O_NOFOLLOW =
      System.getProperty("os.arch", "").equals("aarch64") ? 0x8000 : 0x20000;
  // O_TMPFILE includes O_DIRECTORY, which also has a different value on ARM.
  private static final int O_TMPFILE =
      0x400000 | (System.getProperty("os.arch", "").equals("aarch64") ? 0x4000 : 0x10000);
  private static final int READ_WRITE_BY_ALL = 0666;
  private static final int READ_WRITE_BY_OWNER = 0600;
  private static final int ENOENT = 2;
  private static final int EAGAIN = 11;
  private static final int EACCES = 13;
  private static final int EEXIST = 17;
  private static final int EFAULT = 14;
  private static final int EINVAL = 22;
  private static final int ENOLCK = 37;

  // fallocate(2): inserts a range into a file by changing its block tables only.
  private static final int INSERT_RANGE = 0x20;

  // sync_file_range(2): starts write-back without waiting.
  private static final int RANGE_WRITE = 2;

  // The maximum number of attempts to open a file whose name another process keeps creating and
  // removing.
  private static final int MAX_TRIES = 100;

  // struct flock with 64-bit offsets: type, whence, start, length, process.
  private static final long FLOCK_BYTES = 32;
  private static final long TYPE = 0;
  private static final long START = 8;
  private static final long LENGTH = 16;

  // struct statx has the same layout on all processors.
  private static final long STATX_BYTES = 256;
  private static final long STATX_BLOCK_SIZE = 4;
  private static final long STATX_INODE = 32;
  private static final long STATX_SIZE = 40;
  private static final long STATX_DEVICE = 136;
  private static final int STATX_BASIC_STATS = 0x7ff;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int AT_FDCWD = -100;
  private static final int AT_SYMLINK_FOLLOW = 0x400;

  /// The directory of the process's open files, by descriptor.
  private static final Path OPENED = Path.of("/proc/self/fd");

  private final Path path;
  private final int descriptor;
  // Closing waits for running calls: after closing, another file may get the same descriptor
  // number.
  private final ReadWriteLock closing = new ReentrantReadWriteLock();
  private boolean open = true;

  private OpenFile(Path path, int descriptor) {
    this.path = path;
    this.descriptor = descriptor;
  }

  /// Returns the reason why no file can be opened in this way. Native access is used even without
  /// the flag that grants it; the JVM then warns once. So only a JVM that denies native access, or
  /// a system without the calls, is an obstacle.
  ///
  /// @return the obstacle and its remedy, or empty if there is none
  public static Optional<String> obstacle() {
    return Calls.OBSTACLE;
  }

  /// Opens a file for reading, writing and locks.
  ///
  /// @param create whether an empty file is created if the file does not exist; if true, the name
  ///   must not be a symbolic link
  /// @throws NoSuchFileException if the file does not exist and `create` is false, or its directory
  ///   does not exist
  public static OpenFile open(Path path, boolean create) throws IOException {
    int access = O_RDWR | (create ? O_NOFOLLOW : 0);
    int opened = tryOpen(path, access);
    for (int tries = 0; opened == -ENOENT && create && tries < MAX_TRIES; tries++) {
      // Not O_CREAT alone: Linux refuses it for another user's file in a sticky directory, even if
      // the file may be written (fs.protected_regular, proc_sys_fs(5)).
      opened = tryOpen(path, access | O_CREAT | O_EXCL);
      if (opened == -EEXIST) {
        opened = tryOpen(path, access);
      } else {
        break;
      }
    }
    return of(path, opened);
  }

  /// Opens a file for reading and for testing its locks. Locks cannot be acquired.
  public static OpenFile openReadOnly(Path path) throws IOException {
    return of(path, tryOpen(path, O_RDONLY));
  }

  /// Opens a new file without a name, accessible to its owner only. If it is closed or the process
  /// dies before it is [published][#publish], nothing is left.
  ///
  /// @param directory the directory that determines the file system, and in which the file may be
  ///   published
  /// @return the file; empty if it cannot be opened, for instance because the system, the JVM's
  ///   flags, the file system or the directory do not allow nameless files
  public static Optional<OpenFile> nameless(Path directory) {
    if (!Posix.isEnabled() || obstacle().isPresent()) {
      return Optional.empty();
    }
    int opened = tryOpen(directory, O_TMPFILE | O_RDWR, READ_WRITE_BY_OWNER);
    return opened < 0 ? Optional.empty() : Optional.of(new OpenFile(directory, opened));
  }

  /// Returns a path under which this process can open the file, even if the file has no name: a
  /// symbolic link in `/proc/self/fd`. It is valid until the file is closed.
  public Path link() {
    return OPENED.resolve(String.valueOf(descriptor));
  }

  /// Returns whether a path is in `/proc/self/fd`, as every [#link] is.
  public static boolean isLink(Path name) {
    return name.startsWith(OPENED);
  }

  /// Publishes a nameless file under a name that must be free, in one step.
  ///
  /// @throws FileAlreadyExistsException if the name is taken
  /// @throws FileSystemException if the file cannot be published, with the reason
  public void publish(Path name) throws IOException {
    int errno =
        change(
            Link.CALL,
            (call, state, arena) ->
                (int)
                    call.invokeExact(
                        state,
                        AT_FDCWD,
                        Posix.name(arena, link()),
                        AT_FDCWD,
                        Posix.name(arena, name),
                        AT_SYMLINK_FOLLOW));
    if (errno == EEXIST) {
      throw new FileAlreadyExistsException(name.toString());
    }
    if (errno != 0) {
      throw new SystemError(errno).ofOpening(name);
    }
  }

  private static OpenFile of(Path path, int opened) throws FileSystemException {
    if (opened < 0) {
      throw new SystemError(-opened).ofOpening(path);
    }
    return new OpenFile(path, opened);
  }

  /// @return the descriptor, or the negated errno
  private static int tryOpen(Path path, int flags) {
    return tryOpen(path, flags, READ_WRITE_BY_ALL);
  }

  private static int tryOpen(Path path, int flags, int mode) {
    obstacle()
        .ifPresent(
            obstacle -> {
              throw new IllegalStateException(path + ": " + obstacle);
            });
    int all = flags | Posix.O_CLOEXEC;
    return (int)
        Posix.call(
            Calls.OPEN,
            (call, state, arena) ->
                (int) call.invokeExact(state, Posix.name(arena, path), all, mode));
  }

  /// Locks a byte exclusively, without waiting. Locking a byte that this object has already locked
  /// is not an error.
  ///
  /// @param at the offset of the byte, which may be beyond the end of the file
  /// @return false if another open file description owns a lock on the byte
  /// @throws NoLocksException if the file system does not support such locks
  public boolean tryLock(long at) throws IOException {
    int errno = control(F_OFD_SETLK, F_WRLCK, at, 1).errno();
    if (errno == EAGAIN || errno == EACCES) {
      return false;
    }
    requireLocks(errno);
    return true;
  }

  /// Releases the lock of a byte.
  public void unlock(long at) throws IOException {
    requireLocks(control(F_OFD_SETLK, F_UNLCK, at, 1).errno());
  }

  /// Returns whether another open file description, in this process or another, owns a lock in a
  /// range.
  ///
  /// @return whether the range could not be locked now
  public boolean isLockedElsewhere(long at, long count) throws IOException {
    LockResult result = control(F_OFD_GETLK, F_WRLCK, at, count);
    requireLocks(result.errno());
    return result.type() != F_UNLCK;
  }

  /// The result of `fcntl`.
  ///
  /// @param errno 0 for success
  /// @param type the type of the conflicting lock, or `F_UNLCK` if there is none; only for
  ///   `F_OFD_GETLK`
  private record LockResult(int errno, short type) {}

  private LockResult control(int command, short type, long at, long count) {
    Lock use = use();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment flock = arena.allocate(FLOCK_BYTES, Long.BYTES);
      flock.set(JAVA_SHORT, TYPE, type);
      flock.set(JAVA_LONG, START, at);
      flock.set(JAVA_LONG, LENGTH, count);
      int errno;
      do {
        errno =
            Posix.errno(
                Calls.FCNTL,
                (call, state, _) -> (int) call.invokeExact(state, descriptor, command, flock));
      } while (errno == Posix.EINTR);
      return new LockResult(errno, flock.get(JAVA_SHORT, TYPE));
    } finally {
      use.unlock();
    }
  }

  /// Returns whether a name refers to the opened file; links are followed.
  ///
  /// @return false also if there is no file with this name
  public boolean isAt(Path name) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment own = arena.allocate(STATX_BYTES, Long.BYTES);
      MemorySegment named = arena.allocate(STATX_BYTES, Long.BYTES);
      require(ask(own), "cannot be asked which file it is");
      int errno = statx(AT_FDCWD, Posix.name(arena, name), 0, named);
      if (errno == ENOENT) {
        return false;
      }
      require(errno, name + " cannot be asked which file it is");
      return own.get(JAVA_LONG, STATX_INODE) == named.get(JAVA_LONG, STATX_INODE)
          && own.get(JAVA_LONG, STATX_DEVICE) == named.get(JAVA_LONG, STATX_DEVICE);
    }
  }

  /// Returns the file's inode number.
  public long inode() throws IOException {
    return asked(STATX_INODE);
  }

  /// Returns the file's current length.
  public long size() throws IOException {
    return asked(STATX_SIZE);
  }

  /// Returns the preferred size of I/O on the file in bytes (`stx_blksize` of statx(2)), on ext4
  /// and xfs a multiple of the file system's block size; [#insert] takes multiples of it.
  public int blockSize() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      return asked(arena).get(JAVA_INT, STATX_BLOCK_SIZE);
    }
  }

  private long asked(long field) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      return asked(arena).get(JAVA_LONG, field);
    }
  }

  private MemorySegment asked(Arena arena) throws IOException {
    MemorySegment own = arena.allocate(STATX_BYTES, Long.BYTES);
    require(ask(own), "cannot be asked about");
    return own;
  }

  private int ask(MemorySegment into) {
    Lock use = use();
    try (Arena arena = Arena.ofConfined()) {
      return statx(descriptor, arena.allocateFrom(""), AT_EMPTY_PATH, into);
    } finally {
      use.unlock();
    }
  }

  private static int statx(int directory, MemorySegment name, int flags, MemorySegment into) {
    return Posix.errno(
        Calls.STATX,
        (call, state, _) ->
            (int) call.invokeExact(state, directory, name, flags, STATX_BASIC_STATS, into));
  }

  /// Reads bytes until the segment is full or the file ends, and returns the number of bytes.
  public long read(MemorySegment into, long at) throws IOException {
    return move(Calls.PREAD, into, at, "read");
  }

  /// Writes bytes.
  ///
  /// @param at the offset of the first byte in the file, which is extended if needed
  /// @throws BadAddressException if the memory is mapped from a file that was truncated
  /// @throws IOException if the bytes cannot be written, for instance because the disk is full;
  ///   some of them may have been written
  public void write(MemorySegment from, long at) throws IOException {
    long count = move(Calls.PWRITE, from, at, "written");
    if (count < from.byteSize()) {
      throw new IOException(path + ": only " + count + " of " + from.byteSize() + " were written");
    }
  }

  /// Forces written bytes and the file's length to the disk: `fdatasync(2)`.
  ///
  /// @throws IOException if the disk reports an error; it is then unknown which bytes reached the
  ///   disk
  public void force() throws IOException {
    int errno = change(Sync.CALL, (call, state, _) -> (int) call.invokeExact(state, descriptor));
    if (errno != 0) {
      throw new IOException(Disk.failure(path, new IOException(new SystemError(errno).text())));
    }
  }

  /// Starts write-back of a range, including stores into mappings of the file
  /// (`sync_file_range(2)`, `SYNC_FILE_RANGE_WRITE`). Without this call, the kernel starts
  /// write-back when many pages are dirty, when a page has been dirty for half a minute, or when
  /// the file is forced. The call is a hint: it may block while the disk's queue is full, and
  /// failures surface only when the file or the mapping is forced.
  ///
  /// @param length the number of bytes, at least 1
  public void beginForcing(long at, long length) {
    var _ =
        change(
            Range.CALL,
            (call, state, _) -> (int) call.invokeExact(state, descriptor, at, length, RANGE_WRITE));
  }

  /// Sets the file's length.
  public void truncate(long size) throws IOException {
    require(
        change(Truncate.CALL, (call, state, _) -> (int) call.invokeExact(state, descriptor, size)),
        "cannot be made " + size + " bytes long");
  }

  /// Inserts zeros at an offset, and moves the bytes after it without copying them.
  ///
  /// @param at the offset, a multiple of [#blockSize] before the end of the file
  /// @param length the number of bytes, a multiple of [#blockSize]
  /// @return false if the file system does not support insertion, or not at this offset or of this
  ///   length; the file is then unchanged
  public boolean insert(long at, long length) throws IOException {
    int errno =
        change(
            Insert.CALL,
            (call, state, _) ->
                (int) call.invokeExact(state, descriptor, INSERT_RANGE, at, length));
    if (errno == Posix.EOPNOTSUPP || errno == Posix.ENOSYS || errno == EINVAL) {
      return false;
    }
    require(errno, length + " bytes cannot be inserted at byte " + at);
    return true;
  }

  /// Makes a call on the descriptor, and repeats the call if a signal has interrupted it.
  ///
  /// @return the errno, 0 for success
  private int change(@Nullable MethodHandle handle, Posix.Invocation invocation) {
    Lock use = use();
    try {
      int errno;
      do {
        errno = Posix.errno(handle, invocation);
      } while (errno == Posix.EINTR);
      return errno;
    } finally {
      use.unlock();
    }
  }

  /// Reads into memory or writes it, until all of it is transferred or the file ends.
  ///
  /// @param what the past participle of the operation, for messages
  /// @return the number of bytes transferred
  private long move(@Nullable MethodHandle handle, MemorySegment memory, long at, String what)
      throws IOException {
    Lock use = use();
    try {
      long done = 0;
      while (done < memory.byteSize()) {
        MemorySegment rest = memory.asSlice(done);
        long from = at + done;
        long moved =
            Posix.call(
                handle,
                (call, state, _) ->
                    (long) call.invokeExact(state, descriptor, rest, rest.byteSize(), from));
        if (moved == -EFAULT) {
          throw new BadAddressException(
              path + ": the memory is mapped from a file that was truncated");
        }
        if (moved != -Posix.EINTR) {
          require(
              (int) -Math.min(0, moved),
              rest.byteSize() + " bytes from " + from + " cannot be " + what);
          if (moved == 0) {
            break;
          }
          done += moved;
        }
      }
      return done;
    } finally {
      use.unlock();
    }
  }

  /// Prevents closing of the descriptor until the lock is released.
  private Lock use() {
    Lock use = closing.readLock();
    use.lock();
    if (!open) {
      use.unlock();
      throw new IllegalStateException(path + ": closed");
    }
    return use;
  }

  private void requireLocks(int errno) throws IOException {
    if (errno == EINVAL || errno == ENOLCK || errno == Posix.EOPNOTSUPP || errno == Posix.ENOSYS) {
      throw new NoLocksException(path, new SystemError(errno));
    }
    require(errno, "cannot be locked");
  }

  private void require(int errno, String what) throws IOException {
    if (errno != 0) {
      throw new IOException(path + ": " + what + ": " + new SystemError(errno).text());
    }
  }

  /// Waits until running calls have ended, then releases all locks and closes the file. Closing
  /// again does nothing.
  @Override
  public void close() {
    closing.writeLock().lock();
    try {
      if (open) {
        // Unlock explicitly: a child process that is just being started shares the descriptor until
        // its exec.
        var _ = control(F_OFD_SETLK, F_UNLCK, 0, 0);
        open = false;
        // The result of close(2) does not matter: the descriptor is released in any case.
        var _ =
            Posix.call(Calls.CLOSE, (call, state, _) -> (int) call.invokeExact(state, descriptor));
      }
    } finally {
      closing.writeLock().unlock();
    }
  }

  // Rarely used calls are linked when first needed.

  private static final class Sync {
    static final @Nullable MethodHandle CALL =
        Posix.linkWarned("fdatasync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  }

  private static final class Range {
    static final @Nullable MethodHandle CALL =
        Posix.linkWarned(
            "sync_file_range",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
  }

  private static final class Truncate {
    static final @Nullable MethodHandle CALL =
        Posix.linkWarned("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
  }

  private static final class Insert {
    static final @Nullable MethodHandle CALL =
        Posix.linkWarned(
            "fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
  }

  private static final class Link {
    static final @Nullable MethodHandle CALL =
        Posix.linkWarned(
            "linkat",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT));
  }

  private static final class Calls {

    private static final FunctionDescriptor MOVE =
        FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);

    static final @Nullable MethodHandle OPEN =
        Posix.linkWarned(
            "open",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    static final @Nullable MethodHandle CLOSE =
        Posix.linkWarned("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    static final @Nullable MethodHandle FCNTL =
        Posix.linkWarned(
            "fcntl",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS),
            Linker.Option.firstVariadicArg(2));
    static final @Nullable MethodHandle STATX =
        Posix.linkWarned(
            "statx",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
    static final @Nullable MethodHandle PREAD = Posix.linkWarned("pread", MOVE);
    static final @Nullable MethodHandle PWRITE = Posix.linkWarned("pwrite", MOVE);

    static final Optional<String> OBSTACLE =
        Posix.obstacle()
            .or(
                () ->
                    Stream.of(OPEN, CLOSE, FCNTL, STATX, PREAD, PWRITE).allMatch(Objects::nonNull)
                        ? Optional.empty()
                        : Optional.of("the C library lacks open, close, fcntl, statx or pread"));
  }
}
