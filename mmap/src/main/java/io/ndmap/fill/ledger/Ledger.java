package io.ndmap.fill.ledger;

import io.ndmap.fill.model.FillProgress;
import io.ndmap.npy.FillException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.Channels;
import io.ndmap.posix.Disk;
import io.ndmap.posix.Proc;
import java.io.IOException;
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
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The mapped ledger of a fill: the state of each chunk. Words are read with acquire semantics and
/// written with release semantics; docs/fill-protocol.md defines which participant may write which
/// word.
///
/// Thread-safe. If the file is truncated, methods throw [MappingFaultException]; if a word names a
/// slot that does not exist, methods that read it throw [FillException].
public final class Ledger implements AutoCloseable {

  /// The fill is running.
  public static final long FILLING = 0;

  /// The array is published.
  public static final long PUBLISHED = 1;

  /// The fill was aborted.
  public static final long ABORTED = 2;

  private static final VarHandle WORD =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

  private final Path path;

  /// Distinguishes this file from others of the same name, see [FillFiles#key].
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

  /// Creates a ledger file whose chunks are all free, and forces it to the disk.
  ///
  /// @param lockId the ID of the lock file of the mutex
  public static void create(Path path, LedgerHeader header, long lockId) throws IOException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.allocate(LedgerHeader.WORKERS).order(ByteOrder.LITTLE_ENDIAN);
      bytes.put(header.encode());
      bytes.putLong(LedgerHeader.LOCK_ID, lockId);
      bytes.putLong(LedgerHeader.SYSTEM_START, Proc.systemStart());
      Channels.write(channel, bytes.clear(), 0);
      // Zeros are written instead of a hole, to detect a full disk now.
      Channels.writeZeros(channel, LedgerHeader.WORKERS, size(header));
      Disk.force(channel, path);
    }
  }

  /// Opens a ledger.
  ///
  /// @param writable whether this process participates or changes the fill
  /// @throws FillException if the file is not a ledger of this version, or is damaged
  public static Ledger open(Path path, boolean writable) throws IOException {
    try (FileChannel channel =
        writable
            ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
            : FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer bytes = Channels.read(channel, 0, LedgerHeader.BYTES);
      if (bytes.remaining() < LedgerHeader.BYTES) {
        throw new FillException(
            path + ": not the ledger of a fill: it has only " + bytes.remaining() + " bytes");
      }
      LedgerHeader header = LedgerHeader.decode(path.toString(), bytes);
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
    return LedgerHeader.WORDS + header.chunks() * Long.BYTES;
  }

  /// Returns whether the path still names this ledger. The caller must own the mutex.
  public boolean isNamed() throws IOException {
    return key != null && key.equals(FillFiles.key(path));
  }

  public LedgerHeader header() {
    return header;
  }

  public long chunks() {
    return header.chunks();
  }

  /// Returns [#FILLING], [#PUBLISHED] or [#ABORTED].
  ///
  /// @throws FillException if the ledger has none of them
  public long state() {
    long state = get(LedgerHeader.STATE);
    if (state != FILLING && state != PUBLISHED && state != ABORTED) {
      throw new FillException(
          path.toString(), "damaged: there is no state " + state + " of a fill");
    }
    return state;
  }

  public void setState(long state) {
    set(LedgerHeader.STATE, state);
  }

  /// Returns the ID of the lock file of the mutex.
  public long lockId() {
    return get(LedgerHeader.LOCK_ID);
  }

  void setLockId(long id) {
    set(LedgerHeader.LOCK_ID, id);
  }

  void setSystemStart(long start) {
    set(LedgerHeader.SYSTEM_START, start);
  }

  /// Returns whether the data of DONE chunks may have been lost: the fill is not durable, and the
  /// system is known to have been rebooted since the fill was created or recovered.
  public boolean mayHaveLost() {
    long now = Proc.systemStart();
    long then = get(LedgerHeader.SYSTEM_START);
    return !header.durable()
        && now != Proc.UNKNOWN_START
        && then != Proc.UNKNOWN_START
        && now != then;
  }

  /// Returns a chunk's word.
  public long word(long chunk) {
    return access(() -> read(chunk));
  }

  /// Reads a word. The caller must wrap the call in [#access], which throws pending faults of the
  /// mapping.
  private long read(long chunk) {
    long word = (long) WORD.getAcquire(memory, offset(chunk));
    int slot = ChunkWord.slot(word);
    if (slot >= LedgerHeader.SLOTS) {
      throw new FillException(
          path.toString(),
          "damaged: the word of chunk %s names slot %s, the last one is %s"
              .formatted(chunk, slot, LedgerHeader.SLOTS - 1));
    }
    return word;
  }

  public void setWord(long chunk, ChunkWord word) {
    set(offset(chunk), word.bits());
  }

  private static long offset(long chunk) {
    return LedgerHeader.WORDS + chunk * Long.BYTES;
  }

  /// Finds the next chunk in a state.
  ///
  /// @param from the first chunk of the search
  /// @param to the end of the search, exclusive
  /// @return the chunk, or -1 if there is none
  public long find(ChunkState state, long from, long to) {
    return access(
        () -> {
          for (long chunk = from; chunk < to; chunk++) {
            if (ChunkWord.state(read(chunk)) == state) {
              return chunk;
            }
          }
          return -1L;
        });
  }

  /// Changes the words in a state.
  ///
  /// @param change maps a word to the new word, or to itself to keep it
  /// @return the number of changed words
  public long update(ChunkState state, UnaryOperator<ChunkWord> change) {
    long count = 0;
    for (long chunk = find(state, 0, chunks());
        chunk >= 0;
        chunk = find(state, chunk + 1, chunks())) {
      ChunkWord word = ChunkWord.of(word(chunk));
      // The chunk may have become DONE since it was found.
      ChunkWord changed = word.state() == state ? change.apply(word) : word;
      if (!changed.equals(word)) {
        setWord(chunk, changed);
        count++;
      }
    }
    return count;
  }

  /// Visits all words in the order of their chunks.
  public void forEach(LongConsumer visitor) {
    var _ =
        access(
            () -> {
              for (long chunk = 0; chunk < chunks(); chunk++) {
                visitor.accept(read(chunk));
              }
              return chunks();
            });
  }

  /// Returns the slots that own claimed chunks.
  ///
  /// @return the slots
  public BitSet owners() {
    BitSet owners = new BitSet();
    forEach(
        word -> {
          if (ChunkWord.state(word) == ChunkState.CLAIMED) {
            owners.set(ChunkWord.slot(word));
          }
        });
    return owners;
  }

  /// Counts chunks by their states.
  public FillProgress progress() {
    long[] counts = new long[ChunkState.values().length];
    forEach(word -> counts[ChunkWord.state(word).code()]++);
    return new FillProgress(
        chunks(),
        counts[ChunkState.DONE.code()],
        counts[ChunkState.CLAIMED.code()],
        counts[ChunkState.POISONED.code()]);
  }

  /// Returns a worker's entry.
  public WorkerEntry worker(int slot) {
    return access(() -> WorkerEntry.read(entry(slot)));
  }

  /// Returns whether a participant has joined in a slot and not left. After a kill this stays true
  /// until its chunks are reclaimed, or another participant has joined in the slot and left.
  public boolean isInUse(int slot) {
    return access(() -> WorkerEntry.isInUse(entry(slot)));
  }

  /// Writes the entry of a joining participant.
  public void setWorker(int slot, WorkerEntry worker) {
    store(() -> worker.write(entry(slot)));
  }

  /// Writes the commits of a worker into its entry.
  ///
  /// @param chunks the number of chunks committed since it joined
  /// @param now the time in milliseconds since 1970
  public void setCommitted(int slot, long chunks, long now) {
    store(() -> WorkerEntry.writeCommitted(entry(slot), chunks, now));
  }

  /// Records in a worker's entry that it has left or is dead.
  public void setLeft(int slot) {
    store(() -> WorkerEntry.writeLeft(entry(slot)));
  }

  private MemorySegment entry(int slot) {
    return memory.asSlice(
        LedgerHeader.WORKERS + (long) slot * WorkerEntry.BYTES, WorkerEntry.BYTES);
  }

  /// Forces a chunk's word to the disk.
  public void force(long chunk) throws IOException {
    Disk.force(memory.asSlice(offset(chunk), Long.BYTES), path);
  }

  private long get(long offset) {
    return access(() -> (long) WORD.getAcquire(memory, offset));
  }

  private void set(long offset, long bits) {
    store(() -> WORD.setRelease(memory, offset, bits));
  }

  private void store(Runnable stores) {
    var _ =
        access(
            () -> {
              stores.run();
              return true;
            });
  }

  /// Accesses the mapping, and throws a fault of this access as [MappingFaultException]. To this
  /// end it calls a native method (`totalMemory`): the JVM raises a fault of compiled code no later
  /// than on return from a native method, see [io.ndmap.op.Backing#barrier].
  private <T> T access(Supplier<T> use) {
    try {
      T value = use.get();
      var _ = Runtime.getRuntime().totalMemory();
      return value;
    } catch (InternalError e) {
      throw new MappingFaultException(path.toString(), e);
    }
  }

  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
