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

/// The file of an array that is filled, opened a second time beside its mapping: for the locks that
/// show which participants live, and for reads and writes that survive interrupts.
///
/// The locks are on the array, and not on the lock file, because the kernel keeps them as long as
/// anything is left that could write to the array by them (docs/fill-protocol.md, "Locks").
///
/// Thread-safe; slots are taken under the mutex.
public final class ArrayFile implements AutoCloseable {

  /// The byte of slot 0, far beyond the data of any array.
  public static final long FIRST_SLOT = 1L << 62;

  private static final int ZEROS = 1 << 18;

  private final Path path;
  private final OpenFile file;

  private ArrayFile(Path path, OpenFile file) {
    this.path = path;
    this.file = file;
  }

  /// The array.
  public Path path() {
    return path;
  }

  /// Opens the file for a participant.
  ///
  /// @throws NoSuchFileException if there is none
  public static ArrayFile open(Path path) throws IOException {
    return new ArrayFile(path, OpenFile.open(path, false));
  }

  /// Opens the file only to find out which participants live.
  ///
  /// @throws NoSuchFileException if there is none
  public static ArrayFile openReadOnly(Path path) throws IOException {
    return new ArrayFile(path, OpenFile.openReadOnly(path));
  }

  /// Opens the array that a ledger belongs to, only to find out which participants live.
  ///
  /// @return null if it is gone
  public static @Nullable ArrayFile openReadOnly(Ledger ledger, FillFiles files)
      throws IOException {
    Optional<Path> name = files.named(ledger.header().inode());
    try {
      return name.isEmpty() ? null : openReadOnly(name.get());
    } catch (NoSuchFileException removedSince) {
      return null;
    }
  }

  /// The file's number, whatever name it has now.
  public long inode() throws IOException {
    return file.inode();
  }

  /// Takes a slot for as long as this is open.
  ///
  /// @return false if its participant lives
  boolean tryTakeSlot(int slot) throws IOException {
    return file.tryLock(FIRST_SLOT + slot);
  }

  /// Whether another participant lives, or a child of it that could write in its place.
  public boolean isAlive(int slot) throws IOException {
    return file.isLockedElsewhere(FIRST_SLOT + slot, 1);
  }

  /// The lowest slot in which another participant lives.
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

  /// Makes sure that the file was not truncated.
  ///
  /// @param data the array in it
  /// @param name of what is in it, for the message
  /// @throws MappingFaultException if it was
  public void requireWhole(NpyFile data, String name) throws IOException {
    long size = file.size();
    long whole = data.header().dataOffset() + data.header().dataBytes();
    if (size < whole) {
      throw new MappingFaultException(
          name, new IOException("the file has " + size + " bytes, its array reaches to " + whole));
    }
  }

  /// Prefaults a chunk that was never written, by writing zeros, if it is contiguous.
  ///
  /// The pages that these calls make are taken by the mapping as they are, where storing into
  /// reserved space that was never written costs a fault with a change of the file system's tables
  /// for each page (0.3 s a GiB instead of 0.5 to 2.9). And a disk that cannot take them says so,
  /// instead of a fault.
  public void populate(NpyFile data, NdView<?> region) throws IOException {
    long bytes = region.segment().byteSize();
    if (bytes != region.itemCount() * region.dtype().itemsize()) {
      // There are items of others in between.
      return;
    }
    long from =
        data.header().dataOffset() + (region.segment().address() - data.view().segment().address());
    // A file that was truncated would be extended again silently.
    requireWhole(data, path.toString());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment zeros = arena.allocate(Math.min(ZEROS, Math.max(1, bytes)));
      for (long done = 0; done < bytes; done += zeros.byteSize()) {
        file.write(zeros.asSlice(0, Math.min(zeros.byteSize(), bytes - done)), from + done);
      }
    }
  }

  /// Leaves the slot.
  @Override
  public void close() {
    file.close();
  }
}
