package io.ndmap.mmap;

import io.ndmap.external.Spill;
import io.ndmap.file.DiskSpace;
import io.ndmap.file.TemporaryFile;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.posix.SystemError;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.OptionalLong;

/// The temporary file of an external sort, in the directory of another file. The open file has no
/// name, so it disappears when it is closed or the process dies.
final class SpillFile implements Spill {

  /// The maximum bytes per system call; interrupts are checked between calls.
  private static final long STEP = 1 << 24;

  /// Reads or writes some or all of the remaining bytes of a buffer at a file offset. Returns the
  /// number of bytes; -1 at the end of the file.
  private interface Transfer {
    int run(ByteBuffer bytes, long at) throws IOException;
  }

  private final Path sibling;
  private final long size;
  private final TemporaryFile file;

  private SpillFile(Path sibling, long size, TemporaryFile file) {
    this.sibling = sibling;
    this.size = size;
    this.file = file;
  }

  /// Creates a file.
  ///
  /// @param sibling a file in the same directory; it need not exist
  /// @param size the maximum number of bytes written
  /// @throws UncheckedIOException if the file cannot be created, or the disk has too little free
  ///   space
  static SpillFile of(Path sibling, long size) {
    OptionalLong free = DiskSpace.free(sibling);
    try {
      if (free.orElse(Long.MAX_VALUE) < size) {
        throw new IOException(
            failure(sibling, size, free) + ": there is not enough space on the disk");
      }
      TemporaryFile file = TemporaryFile.createNameless(sibling);
      try {
        // An open file needs no name: delete the name if the file has one.
        file.delete();
        return new SpillFile(sibling, size, file);
      } catch (Throwable e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String failure(Path sibling, long size, OptionalLong free) {
    return "%s: sorting needs %s bytes of temporary space beside it%s"
        .formatted(sibling, size, DiskSpace.describe(free));
  }

  @Override
  public void write(long at, MemorySegment from) {
    transfer(at, from, (bytes, to) -> file.channel().write(bytes, to));
  }

  @Override
  public void read(long at, MemorySegment to) {
    transfer(at, to, (bytes, from) -> file.channel().read(bytes, from));
  }

  private void transfer(long at, MemorySegment memory, Transfer transfer) {
    try {
      for (long done = 0; done < memory.byteSize(); ) {
        long step = Math.min(STEP, memory.byteSize() - done);
        int moved = transfer.run(memory.asSlice(done, step).asByteBuffer(), at + done);
        if (moved < 0) {
          throw new EOFException("the temporary file ends at byte " + (at + done));
        }
        done += moved;
      }
    } catch (ClosedChannelException e) {
      // Only an interrupt of a reading or writing thread closes the channel.
      OperationInterruptedException interrupted =
          new OperationInterruptedException(sibling.toString());
      interrupted.initCause(e);
      throw interrupted;
    } catch (IOException e) {
      throw new UncheckedIOException(failed(e));
    }
  }

  private IOException failed(IOException e) {
    OptionalLong free = SystemError.isDiskFull(e) ? DiskSpace.free(sibling) : OptionalLong.empty();
    return new IOException(failure(sibling, size, free) + ": " + SystemError.text(e), e);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
