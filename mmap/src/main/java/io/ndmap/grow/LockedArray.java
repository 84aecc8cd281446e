package io.ndmap.grow;

import io.ndmap.fill.ledger.Deadline;
import io.ndmap.fill.ledger.FillArrayFile;
import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.LedgerHeader;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.AppenderActiveException;
import io.ndmap.npy.GrowException;
import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// The open file of an array to which rows are appended, with a lock on the byte [#BYTE]. All
/// appenders use this byte, and only the owner of the lock may change the file's length. The kernel
/// releases the lock when the owner closes the file or dies.
///
/// The lock is on the array's own file, so it needs no other file and survives renaming.
///
/// @param path the file's own name, not a symbolic link
/// @param file the open file
record LockedArray(Path path, OpenFile file) implements AutoCloseable {

  /// The offset of the locked byte, far beyond the data of any array and the bytes that fills lock.
  static final long BYTE = 3L << 61;

  // The first and the longest pause between two attempts to lock.
  private static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /// Opens an array and locks it.
  ///
  /// @throws IOException if the file cannot be read and written, its file system does not support
  ///   the locks, or the thread is interrupted while it waits
  /// @throws AppenderActiveException if another appender still has the lock after the timeout
  /// @throws GrowException if the array is being filled, or this JVM does not support the locks
  static LockedArray open(Path path, Duration timeout) throws IOException {
    OpenFile.obstacle()
        .ifPresent(
            obstacle -> {
              throw new GrowException(path.toString(), "cannot be appended to: " + obstacle);
            });
    if (!Files.isRegularFile(path)) {
      // Opening a FIFO would block; this throws the suitable exception instead.
      NpyFile.open(path).close();
    }
    Path real = path.toRealPath();
    Deadline deadline = Deadline.in(timeout);
    while (true) {
      LockedArray array = new LockedArray(real, OpenFile.open(real, false));
      try {
        array.lock(deadline);
        // The previous owner of the lock may have replaced the file.
        if (array.file.isAt(real)) {
          array.requireNoFill();
          return array;
        }
      } catch (Throwable e) {
        array.close();
        throw e;
      }
      array.close();
    }
  }

  private void lock(Deadline deadline) throws IOException {
    for (long pause = SHORTEST_NANOS;
        !file.tryLock(BYTE);
        pause = Math.min(2 * pause, LONGEST_NANOS)) {
      if (deadline.hasPassed()) {
        throw new AppenderActiveException(
            path.toString(),
            "another appender has had the file for "
                + deadline.text()
                + ", in this process or another; wait longer, or end it");
      }
      try {
        deadline.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException(path + ": interrupted, waiting for another appender");
      }
    }
  }

  /// Requires that no fill of the array is running.
  private void requireNoFill() throws IOException {
    FillFiles fill = FillFiles.of(path);
    for (Path of : new Path[] {fill.ledger(), fill.parts()}) {
      if (Files.exists(of)) {
        throw new GrowException(
            path.toString(), "is being filled, says " + of.getFileName() + ": it cannot grow yet");
      }
    }
    if (file.isLockedElsewhere(FillArrayFile.FIRST_SLOT, LedgerHeader.SLOTS)) {
      throw new GrowException(
          path.toString(), "a process still takes part in its fill: it cannot grow yet");
    }
  }

  /// Reads bytes; returns fewer only at the end of the file.
  byte[] read(long at, int count) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(count);
      long read = file.read(bytes, at);
      return bytes.asSlice(0, read).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  /// Writes the remaining bytes of a buffer in one call.
  void write(ByteBuffer bytes, long at) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(bytes.remaining());
      memory.asByteBuffer().put(bytes.duplicate());
      file.write(memory, at);
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
