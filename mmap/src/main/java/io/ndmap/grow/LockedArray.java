package io.ndmap.grow;

import io.ndmap.fill.ledger.ArrayFile;
import io.ndmap.fill.ledger.Deadline;
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

/// The file of an array that only its holder changes in length: opened with the lock of a byte that
/// all appenders agree on. The kernel drops it when the holder closes it or dies.
///
/// The lock is on the array itself, so that it needs no other file and goes with the array to other
/// names.
///
/// @param path the file's own name, no symbolic link
/// @param file the open file
record LockedArray(Path path, OpenFile file) implements AutoCloseable {

  /// The byte, far beyond the data of any array, and those of fills.
  static final long BYTE = 3L << 61;

  private static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /// Opens an array and takes the lock.
  ///
  /// @throws IOException if there is none that may be read and written, or the thread is
  ///   interrupted while it waits
  /// @throws AppenderActiveException if another has the lock for too long
  /// @throws GrowException if it is being filled, or this JVM has no such locks
  static LockedArray open(Path path, Duration patience) throws IOException {
    OpenFile.obstacle()
        .ifPresent(
            obstacle -> {
              throw new GrowException(path.toString(), "cannot be appended to: " + obstacle);
            });
    if (!Files.isRegularFile(path)) {
      // To open a FIFO is to wait. This says what it is, or that it is not there.
      NpyFile.open(path).close();
    }
    Path real = path.toRealPath();
    Deadline deadline = Deadline.in(patience);
    while (true) {
      LockedArray array = new LockedArray(real, OpenFile.open(real, false));
      try {
        array.lock(deadline);
        // The one that had the lock may have replaced the file.
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

  private void requireNoFill() throws IOException {
    FillFiles fill = FillFiles.of(path);
    for (Path of : new Path[] {fill.ledger(), fill.parts()}) {
      if (Files.exists(of)) {
        throw new GrowException(
            path.toString(), "is being filled, says " + of.getFileName() + ": it cannot grow yet");
      }
    }
    if (file.isLockedElsewhere(ArrayFile.FIRST_SLOT, LedgerHeader.SLOTS)) {
      throw new GrowException(
          path.toString(), "a process still takes part in its fill: it cannot grow yet");
    }
  }

  /// Reads bytes, fewer only where the file ends.
  byte[] read(long at, int count) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(count);
      long read = file.read(bytes, at);
      return bytes.asSlice(0, read).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  /// Writes what remains of a buffer, at once.
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
