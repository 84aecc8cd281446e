package io.ndmap.npz;

import io.ndmap.memory.Alias;
import io.ndmap.memory.Aliased;
import io.ndmap.memory.SharedArenas;
import io.ndmap.mmap.event.FileRecording;
import io.ndmap.mmap.event.InflateEvent;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.op.Backing;
import io.ndmap.pages.HugePageArena;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.lang.ref.Cleaner.Cleanable;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The elements of a compressed member, inflated into off-heap memory, and the [Backing] of their
/// view.
final class InflatedArray extends Backing implements Aliased {

  private static final Cleaner CLEANER = Cleaner.create();

  /// Tries again after 20 ms to close an arena whose memory was in use.
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

  private static final int ALIGNMENT = 64;

  /// The maximum bytes per buffer. (A [ByteBuffer] has less than 2 GiB.)
  private static final long STEP = 1L << 30;

  private final String name;
  private final boolean writable;
  private final MemorySegment data;
  private final @Nullable Alias alias;

  /// Closes the arena of the memory; null in a caller's arena.
  private final @Nullable Cleanable release;

  private final NdView<?> view;

  private InflatedArray(
      String name,
      boolean writable,
      NpyHeader header,
      MemorySegment data,
      @Nullable Cleanable release) {
    this.name = name;
    this.writable = writable;
    this.data = data;
    this.alias = release == null ? null : Alias.of(data);
    this.release = release;
    this.view =
        NdView.of(
            writable ? data : data.asReadOnly(),
            header.dtype(),
            header.shape(),
            header.order(),
            this);
  }

  /// Inflates the elements.
  ///
  /// @param from the bytes after the header
  /// @param owner the caller's arena, or null for memory that is freed with this array
  static InflatedArray read(
      ReadableByteChannel from,
      String name,
      boolean writable,
      NpyHeader header,
      @Nullable Arena owner)
      throws IOException {
    InflateEvent event = FileRecording.inflate();
    Arena arena = owner == null ? HugePageArena.ofShared() : owner;
    try {
      // The cleaner observes a slice, not the allocated segment. The cleaner's action references
      // the arena, and the arena references the allocated segment, which would thus stay reachable.
      MemorySegment data = allocate(arena, name, header).asSlice(0, header.dataBytes());
      fill(data, from);
      if (event != null) {
        event.record(name, header.dataBytes());
      }
      Cleanable release = owner == null ? CLEANER.register(data, () -> close(arena)) : null;
      return new InflatedArray(name, writable, header, data, release);
    } catch (Throwable e) {
      if (owner == null) {
        close(arena);
      }
      throw e;
    }
  }

  private static MemorySegment allocate(Arena arena, String name, NpyHeader header) {
    try {
      return arena.allocate(header.dataBytes(), ALIGNMENT);
    } catch (OutOfMemoryError e) {
      ResourceLimitException refused =
          new ResourceLimitException(
              name,
              header.dataOffset(),
              "the system does not give this process %s bytes of memory for the inflated elements"
                  .formatted(header.dataBytes()));
      refused.initCause(e);
      throw refused;
    }
  }

  private static void fill(MemorySegment data, ReadableByteChannel from) throws IOException {
    for (long at = 0; at < data.byteSize(); at += STEP) {
      ByteBuffer part = data.asSlice(at, Math.min(STEP, data.byteSize() - at)).asByteBuffer();
      while (part.hasRemaining() && from.read(part) >= 0) {
        // Read until the part is full: the channel throws an exception if the member ends early.
      }
    }
  }

  private static void close(Arena arena) {
    try {
      SharedArenas.close(arena);
    } catch (IllegalStateException e) {
      // A native call still uses the memory: try again later.
      LATER.execute(() -> close(arena));
    }
  }

  NdView<?> view() {
    return view;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public @Nullable MemorySegment withoutArena(MemorySegment segment) {
    return alias == null ? null : alias.part(segment);
  }

  @Override
  public boolean isInUse() {
    return super.isInUse() && data.scope().isAlive();
  }

  @Override
  protected String ending() {
    return "the archive is closed";
  }

  @Override
  public String writingAdvice() {
    return writable
        ? ""
        : "; the member is compressed: open the archive COPY_ON_WRITE to write to memory, or align"
            + " it by NpzRepair.align to write to the file";
  }

  @Override
  public boolean mayFault() {
    return false;
  }

  @Override
  public boolean isStable() {
    return true;
  }

  @Override
  public void barrier() {
    // No fault can be pending: no other process can unmap this memory.
  }

  /// Ends the use of the view, and releases the memory.
  void close() {
    retire();
    drain();
    if (release != null) {
      release.clean();
    }
  }
}
