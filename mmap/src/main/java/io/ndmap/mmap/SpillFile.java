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

/// A file beside another one that has no name: nothing of it is left when the process dies.
final class SpillFile implements Spill {

  /// Bytes of a system call, between which an interrupt is heard.
  private static final long STEP = 1 << 24;

  /// A transfer of some bytes, or of fewer.
  private interface Transfer {
    int run(ByteBuffer bytes, long at) throws IOException;
  }

  private final Path beside;
  private final long size;
  private final TemporaryFile file;

  private SpillFile(Path beside, long size, TemporaryFile file) {
    this.beside = beside;
    this.size = size;
    this.file = file;
  }

  /// Makes one.
  ///
  /// @param beside the file that gives the directory
  /// @param size how many bytes will be written at most
  /// @throws UncheckedIOException if it cannot be made, or there is no room for them
  static SpillFile of(Path beside, long size) {
    OptionalLong free = DiskSpace.free(beside);
    try {
      if (free.orElse(Long.MAX_VALUE) < size) {
        throw new IOException(
            failure(beside, size, free) + ": there is not enough space on the disk");
      }
      TemporaryFile file = TemporaryFile.createNameless(beside);
      try {
        // What is open needs no name.
        file.delete();
        return new SpillFile(beside, size, file);
      } catch (Throwable e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String failure(Path beside, long size, OptionalLong free) {
    return "%s: sorting needs %s bytes of temporary space beside it%s"
        .formatted(beside, size, DiskSpace.told(free));
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
      // Nothing but an interrupt of a thread that reads or writes closes it.
      OperationInterruptedException interrupted =
          new OperationInterruptedException(beside.toString());
      interrupted.initCause(e);
      throw interrupted;
    } catch (IOException e) {
      throw new UncheckedIOException(failed(e));
    }
  }

  private IOException failed(IOException e) {
    OptionalLong free = SystemError.isDiskFull(e) ? DiskSpace.free(beside) : OptionalLong.empty();
    return new IOException(failure(beside, size, free) + ": " + SystemError.text(e), e);
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
