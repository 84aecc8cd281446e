package io.ndmap.fill.ledger;

import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The file of an array that is being filled, opened in addition to its mapping: for the locks that
/// show which participants are alive, and for I/O that thread interrupts do not abort.
///
/// The locks are on the array, not on the lock file, because the kernel keeps them as long as any
/// process can write to the array through the same open file description (docs/fill-protocol.md,
/// "Locks").
///
/// Thread-safe; slots are acquired under the mutex.
public final class FillArrayFile implements AutoCloseable {

  /// The byte of slot 0, far beyond the data of any array.
  public static final long FIRST_SLOT = 1L << 62;

  /// The maximum number of bytes of one write in [#populate].
  private static final int ZEROS = 1 << 18;

  private final Path path;
  private final OpenFile file;

  private FillArrayFile(Path path, OpenFile file) {
    this.path = path;
    this.file = file;
  }

  /// Opens the file for a participant.
  ///
  /// @throws NoSuchFileException if there is none
  public static FillArrayFile open(Path path) throws IOException {
    return new FillArrayFile(path, OpenFile.open(path, false));
  }

  /// Opens the file only for testing which participants are alive.
  ///
  /// @throws NoSuchFileException if there is none
  public static FillArrayFile openReadOnly(Path path) throws IOException {
    return new FillArrayFile(path, OpenFile.openReadOnly(path));
  }

  /// Opens the array of a ledger, only for testing which participants are alive.
  ///
  /// @return the file, or null if it was removed
  public static @Nullable FillArrayFile openReadOnly(Ledger ledger, FillFiles files)
      throws IOException {
    Optional<Path> name = files.named(ledger.header().inode());
    try {
      return name.isEmpty() ? null : openReadOnly(name.get());
    } catch (NoSuchFileException removedSince) {
      return null;
    }
  }

  /// Returns the file's inode number.
  public long inode() throws IOException {
    return file.inode();
  }

  /// Acquires a slot. The slot is released when this file is closed or the process dies.
  ///
  /// @return false if another participant, or a forked child of it, owns the slot
  boolean tryTakeSlot(int slot) throws IOException {
    return file.tryLock(FIRST_SLOT + slot);
  }

  /// Returns whether another participant is alive in the slot, or a forked child of it that can
  /// still write to its chunks.
  public boolean isAlive(int slot) throws IOException {
    return file.isLockedElsewhere(FIRST_SLOT + slot, 1);
  }

  /// Returns the lowest slot in which another participant is alive, or empty if there is none.
  public OptionalInt anyAlive() throws IOException {
    if (file.isLockedElsewhere(FIRST_SLOT, LedgerHeader.SLOTS)) {
      for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
        if (isAlive(slot)) {
          return OptionalInt.of(slot);
        }
      }
    }
    return OptionalInt.empty();
  }

  /// Checks that the file was not truncated.
  ///
  /// @param data the array in this file
  /// @param name the name of the data, for the message
  /// @throws MappingFaultException if the file was truncated
  public void requireWhole(NpyFile data, String name) throws IOException {
    long size = file.size();
    long whole = data.header().dataOffset() + data.header().dataBytes();
    if (size < whole) {
      throw new MappingFaultException(
          name, new IOException("the file has " + size + " bytes, its array reaches to " + whole));
    }
  }

  /// Prefaults a chunk that was never claimed before, by writing zeros to the file. Does nothing if
  /// the chunk is not contiguous in the file.
  ///
  /// The mapping shares the pages that these writes create. Without them, stores into reserved but
  /// unwritten space cost a page fault and a change of the file system's tables for each page: 0.5
  /// to 2.9 s per GiB instead of 0.3 s. Also, a failing disk raises an exception here, not a fault
  /// at a later store.
  public void populate(NpyFile data, NdView<?> region) throws IOException {
    long bytes = region.segment().byteSize();
    if (bytes != region.itemCount() * region.dtype().itemsize()) {
      // The chunk is not contiguous: elements of other chunks lie in between.
      return;
    }
    long from =
        data.header().dataOffset() + (region.segment().address() - data.view().segment().address());
    // The write would silently extend a truncated file again.
    requireWhole(data, path.toString());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment zeros = arena.allocate(Math.min(ZEROS, Math.max(1, bytes)));
      for (long done = 0; done < bytes; done += zeros.byteSize()) {
        file.write(zeros.asSlice(0, Math.min(zeros.byteSize(), bytes - done)), from + done);
      }
    }
  }

  /// Closes the file, and releases the slot.
  @Override
  public void close() {
    file.close();
  }
}
