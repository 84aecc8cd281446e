package io.ndmap.posix;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// A file that is opened for nothing but locks of its bytes that belong to the open file
/// description (`fcntl(2)`, `F_OFD_SETLK`): the kernel drops them when this is closed or the
/// process dies, and at no other time. They exclude other openings of the file in this process too,
/// and record locks ([java.nio.channels.FileChannel#lock()]) of other processes.
///
/// For one thread at a time.
public final class DescriptorLocks implements AutoCloseable {

  private static final int F_OFD_GETLK = 36;
  private static final int F_OFD_SETLK = 37;
  private static final short F_WRLCK = 1;
  private static final short F_UNLCK = 2;

  private static final int O_RDONLY = 0;
  private static final int O_RDWR = 2;
  private static final int O_CREAT = 0x40;
  private static final int READ_WRITE_BY_ALL = 0666;
  private static final int EACCES = 13;
  private static final int EAGAIN = 11;

  // struct flock where file offsets have 64 bits: type, whence, start, length, process.
  private static final long FLOCK_BYTES = 32;
  private static final long TYPE = 0;
  private static final long START = 8;
  private static final long LENGTH = 16;

  private final Path path;
  private final int descriptor;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
  private final MemorySegment flock = arena.allocate(FLOCK_BYTES, Long.BYTES);
  private boolean open = true;

  private DescriptorLocks(Path path, int descriptor) {
    this.path = path;
    this.descriptor = descriptor;
  }

  /// Whether there are such locks here.
  ///
  /// @return whether [#open] may be called
  public static boolean areAvailable() {
    return Posix.isEnabled()
        && Calls.OPEN.isPresent()
        && Calls.CLOSE.isPresent()
        && Calls.FCNTL.isPresent();
  }

  /// Opens a file for locks. Child processes do not inherit it.
  ///
  /// @param path the file, on the default file system
  /// @param create whether it is created, empty, if it does not exist
  /// @return the opened file, without locks
  /// @throws NoSuchFileException if it does not exist and is not to be created, or has no directory
  /// @throws AccessDeniedException if permissions do not allow it
  /// @throws FileSystemException if it cannot be opened otherwise; its reason says why
  /// @throws IllegalStateException if there are no such locks here
  public static DescriptorLocks open(Path path, boolean create) throws IOException {
    return open(path, O_RDWR | (create ? O_CREAT : 0));
  }

  /// Opens a file to see who holds its locks, for which it need not be writable here. Nothing can
  /// be locked by what is returned.
  ///
  /// @param path the file, on the default file system
  /// @return the opened file
  /// @throws NoSuchFileException if it does not exist
  /// @throws AccessDeniedException if permissions do not allow it
  /// @throws FileSystemException if it cannot be opened otherwise; its reason says why
  /// @throws IllegalStateException if there are no such locks here
  public static DescriptorLocks openToLook(Path path) throws IOException {
    return open(path, O_RDONLY);
  }

  private static DescriptorLocks open(Path path, int access) throws IOException {
    if (!areAvailable()) {
      throw new IllegalStateException("there are no locks of open file descriptions here");
    }
    int flags = access | Posix.O_CLOEXEC;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      MemorySegment name = arena.allocateFrom(path.toAbsolutePath().toString(), Posix.NAMES);
      int descriptor =
          (int) Calls.OPEN.orElseThrow().invokeExact(state, name, flags, READ_WRITE_BY_ALL);
      if (descriptor >= 0) {
        return new DescriptorLocks(path, descriptor);
      }
      throw new SystemError(Posix.errno(descriptor, state)).ofOpening(path);
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw Posix.unexpected(e);
    }
  }

  /// The name by which this process can ask the system for the file that was opened, whatever name
  /// that has now.
  ///
  /// @return a path in `/proc`
  public Path self() {
    return Path.of("/proc/self/fd/" + descriptor);
  }

  /// Locks a byte exclusively, without waiting. Locking it again is no error.
  ///
  /// @param at which byte; the file need not reach there
  /// @return false if somebody else has it
  /// @throws IOException if the file system does not lock
  public boolean tryLock(long at) throws IOException {
    int errno = control(F_OFD_SETLK, F_WRLCK, at);
    if (errno == EAGAIN || errno == EACCES) {
      return false;
    }
    require(errno, at, "locked");
    return true;
  }

  /// Gives a byte's lock back.
  ///
  /// @param at which byte
  /// @throws IOException if the file system does not unlock
  public void unlock(long at) throws IOException {
    require(control(F_OFD_SETLK, F_UNLCK, at), at, "unlocked");
  }

  /// Whether somebody else holds a byte's lock: another opening of the file, in this process or
  /// another.
  ///
  /// @param at which byte
  /// @return whether it could not be locked now
  /// @throws IOException if the file system does not tell
  public boolean isLockedElsewhere(long at) throws IOException {
    require(control(F_OFD_GETLK, F_WRLCK, at), at, "asked about");
    return flock.get(ValueLayout.JAVA_SHORT, TYPE) != F_UNLCK;
  }

  private int control(int command, short type, long at) {
    if (!open) {
      throw new IllegalStateException(path + ": closed");
    }
    flock.fill((byte) 0);
    flock.set(ValueLayout.JAVA_SHORT, TYPE, type);
    flock.set(ValueLayout.JAVA_LONG, START, at);
    flock.set(ValueLayout.JAVA_LONG, LENGTH, 1);
    try {
      int errno;
      do {
        int result = (int) Calls.FCNTL.orElseThrow().invokeExact(state, descriptor, command, flock);
        errno = Posix.errno(result, state);
      } while (errno == Posix.EINTR);
      return errno;
    } catch (Throwable e) {
      throw Posix.unexpected(e);
    }
  }

  private void require(int errno, long at, String what) throws IOException {
    if (errno != 0) {
      throw new IOException(
          path + ": byte " + at + " cannot be " + what + ": " + new SystemError(errno).text());
    }
  }

  /// Drops all locks. Closing again does nothing.
  @Override
  public void close() {
    if (open) {
      open = false;
      try {
        // What close(2) says is of no account: the descriptor is gone in any case.
        var _ = (int) Calls.CLOSE.orElseThrow().invokeExact(state, descriptor);
      } catch (Throwable e) {
        throw Posix.unexpected(e);
      } finally {
        arena.close();
      }
    }
  }

  private static final class Calls {
    static final Optional<MethodHandle> OPEN =
        Posix.link(
            "open",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT),
            Linker.Option.firstVariadicArg(2));

    static final Optional<MethodHandle> CLOSE =
        Posix.link("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    static final Optional<MethodHandle> FCNTL =
        Posix.link(
            "fcntl",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS),
            Linker.Option.firstVariadicArg(2));
  }
}
