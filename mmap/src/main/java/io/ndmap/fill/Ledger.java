package io.ndmap.fill;

import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.Proc;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The ledger of a fill in memory: who has which chunk. Words are read with acquire order and
/// written with release order; who may write which is said in docs/fill-protocol.md.
///
/// May be used by many threads. When the file is truncated, its methods throw
/// [MappingFaultException]; when a word names a slot that there is not, those that read it throw
/// [FillException].
final class Ledger implements AutoCloseable {

  /// The fill goes on.
  static final long FILLING = 0;

  /// The array has its name.
  static final long PUBLISHED = 1;

  /// It was given up.
  static final long ABORTED = 2;

  private static final VarHandle WORD =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

  private final Path path;
  private final @Nullable Object key;
  private final LedgerHeader header;
  private final Arena arena;
  private final MemorySegment memory;

  private Ledger(
      Path path, @Nullable Object key, LedgerHeader header, Arena arena, MemorySegment memory) {
    this.path = path;
    this.key = key;
    this.header = header;
    this.arena = arena;
    this.memory = memory;
  }

  /// Writes a ledger of free chunks, and has it on the disk.
  ///
  /// @param lockId of the lock file by which the participants exclude each other
  static void create(Path path, LedgerHeader header, long lockId) throws IOException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.allocate(LedgerHeader.WORKERS).order(ByteOrder.LITTLE_ENDIAN);
      bytes.put(header.encode());
      bytes.putLong(LedgerHeader.LOCK_ID, lockId);
      bytes.putLong(LedgerHeader.SYSTEM_START, Proc.systemStart());
      bytes.clear();
      while (bytes.hasRemaining()) {
        channel.write(bytes, bytes.position());
      }
      // Zeros are written, not left out: a full disk is to be found now.
      ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
      long size = size(header);
      for (long at = LedgerHeader.WORKERS; at < size; at += zeros.position()) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), size - at));
        channel.write(zeros, at);
      }
      channel.force(true);
    }
  }

  /// Opens a ledger.
  ///
  /// @param writable whether this process takes part
  /// @throws FillException if the file is no ledger
  static Ledger open(Path path, boolean writable) throws IOException {
    try (FileChannel channel =
        writable
            ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
            : FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocate(LedgerHeader.BYTES);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Until it is full or the file ends.
      }
      if (bytes.hasRemaining()) {
        throw new FillException(
            path + ": not the ledger of a fill: it has only " + bytes.position() + " bytes");
      }
      LedgerHeader header = LedgerHeader.decode(path.toString(), bytes.flip());
      long size = size(header);
      if (channel.size() != size) {
        throw new FillException(
            path + ": damaged: it has " + channel.size() + " bytes and should have " + size);
      }
      Arena arena = Arena.ofShared();
      try {
        MapMode mode = writable ? MapMode.READ_WRITE : MapMode.READ_ONLY;
        return new Ledger(
            path, FillFiles.key(path), header, arena, channel.map(mode, 0, size, arena));
      } catch (Throwable e) {
        arena.close();
        throw e;
      }
    }
  }

  private static long size(LedgerHeader header) {
    return LedgerHeader.WORDS + Math.multiplyExact(header.chunks(), Long.BYTES);
  }

  /// Whether the name is still that of this ledger; for who holds the mutex.
  boolean isNamed() throws IOException {
    return key != null && key.equals(FillFiles.key(path));
  }

  LedgerHeader header() {
    return header;
  }

  long chunks() {
    return header.chunks();
  }

  /// [#FILLING], [#PUBLISHED] or [#ABORTED].
  long state() {
    return get(LedgerHeader.STATE);
  }

  void setState(long state) {
    set(LedgerHeader.STATE, state);
  }

  /// The id of the lock file by which the participants exclude each other.
  long lockId() {
    return get(LedgerHeader.LOCK_ID);
  }

  void setLockId(long id) {
    set(LedgerHeader.LOCK_ID, id);
  }

  void setSystemStart(long start) {
    set(LedgerHeader.SYSTEM_START, start);
  }

  /// Whether what is DONE may have been lost: the fill is fast, and the system was started anew
  /// since it was begun or recovered, as far as that is known.
  boolean mayHaveLost() {
    long now = Proc.systemStart();
    long then = get(LedgerHeader.SYSTEM_START);
    return !header.durable()
        && now != Proc.UNKNOWN_START
        && then != Proc.UNKNOWN_START
        && now != then;
  }

  /// A chunk's word.
  long word(long chunk) {
    long word = get(offset(chunk));
    requireSlot(chunk, word);
    return word;
  }

  /// One word of a scan, whose caller brings out late faults.
  private long scanned(long chunk) {
    long word = (long) WORD.getAcquire(memory, offset(chunk));
    requireSlot(chunk, word);
    return word;
  }

  private void requireSlot(long chunk, long word) {
    int slot = ChunkWord.slot(word);
    if (slot >= LedgerHeader.SLOTS) {
      throw new FillException(
          path
              + ": damaged: the word of chunk "
              + chunk
              + " names slot "
              + slot
              + ", the last one is "
              + (LedgerHeader.SLOTS - 1));
    }
  }

  void setWord(long chunk, ChunkWord word) {
    set(offset(chunk), word.bits());
  }

  private static long offset(long chunk) {
    return LedgerHeader.WORDS + chunk * Long.BYTES;
  }

  /// The next chunk in a state.
  ///
  /// @param from where the search begins
  /// @param to behind where it ends
  /// @return -1 if there is none
  long find(ChunkState state, long from, long to) {
    try {
      for (long chunk = from; chunk < to; chunk++) {
        if (ChunkWord.state(scanned(chunk)) == state) {
          barrier();
          return chunk;
        }
      }
      barrier();
      return -1;
    } catch (InternalError e) {
      throw new MappingFaultException(path.toString(), e);
    }
  }

  /// Who has claimed chunks.
  ///
  /// @return their slots
  BitSet owners() {
    BitSet owners = new BitSet();
    try {
      for (long chunk = 0; chunk < header.chunks(); chunk++) {
        long word = scanned(chunk);
        if (ChunkWord.state(word) == ChunkState.CLAIMED) {
          owners.set(ChunkWord.slot(word));
        }
      }
      barrier();
      return owners;
    } catch (InternalError e) {
      throw new MappingFaultException(path.toString(), e);
    }
  }

  /// Counts chunks by their states.
  FillProgress progress() {
    long done = 0;
    long claimed = 0;
    long poisoned = 0;
    try {
      for (long chunk = 0; chunk < header.chunks(); chunk++) {
        switch (ChunkWord.state(scanned(chunk))) {
          case FREE -> {}
          case CLAIMED -> claimed++;
          case DONE -> done++;
          case POISONED -> poisoned++;
        }
      }
      barrier();
    } catch (InternalError e) {
      throw new MappingFaultException(path.toString(), e);
    }
    return new FillProgress(header.chunks(), done, claimed, poisoned);
  }

  /// A worker's entry.
  WorkerEntry worker(int slot) {
    return ofEntry(slot, WorkerEntry::read);
  }

  /// Whether somebody has joined in a slot and not left; of one that was killed for ever.
  boolean isInUse(int slot) {
    return ofEntry(slot, WorkerEntry::isInUse);
  }

  /// Writes the entry of who joins.
  void setWorker(int slot, WorkerEntry worker) {
    inEntry(slot, worker::write);
  }

  /// Writes into a worker's entry what it has committed.
  ///
  /// @param chunks how many, since it has joined
  /// @param now in milliseconds since 1970
  void setCommitted(int slot, long chunks, long now) {
    inEntry(slot, entry -> WorkerEntry.writeCommitted(entry, chunks, now));
  }

  /// Writes into a worker's entry that it takes part no more.
  void setLeft(int slot) {
    inEntry(slot, WorkerEntry::writeLeft);
  }

  private <T> T ofEntry(int slot, Function<MemorySegment, T> reading) {
    try {
      T value = reading.apply(entry(slot));
      barrier();
      return value;
    } catch (InternalError e) {
      throw new MappingFaultException(path.toString(), e);
    }
  }

  private void inEntry(int slot, Consumer<MemorySegment> writing) {
    try {
      writing.accept(entry(slot));
      barrier();
    } catch (InternalError e) {
      throw new MappingFaultException(path.toString(), e);
    }
  }

  private MemorySegment entry(int slot) {
    return memory.asSlice(
        LedgerHeader.WORKERS + (long) slot * WorkerEntry.BYTES, WorkerEntry.BYTES);
  }

  /// Has a chunk's word on the disk.
  void force(long chunk) throws IOException {
    force(offset(chunk), Long.BYTES);
  }

  /// Has everything on the disk.
  void force() throws IOException {
    force(0, memory.byteSize());
  }

  private void force(long at, long bytes) throws IOException {
    try {
      memory.asSlice(at, bytes).force();
    } catch (UncheckedIOException e) {
      throw new IOException(
          path + ": the disk did not take what was written: " + e.getMessage(), e);
    }
  }

  private long get(long offset) {
    try {
      long bits = (long) WORD.getAcquire(memory, offset);
      barrier();
      return bits;
    } catch (InternalError e) {
      throw new MappingFaultException(path.toString(), e);
    }
  }

  private void set(long offset, long bits) {
    try {
      WORD.setRelease(memory, offset, bits);
      barrier();
    } catch (InternalError e) {
      throw new MappingFaultException(path.toString(), e);
    }
  }

  // See io.ndmap.mmap.MappedBacking: a fault in compiled code comes out on return from a native
  // method.
  private static void barrier() {
    var _ = Runtime.getRuntime().totalMemory();
  }

  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
