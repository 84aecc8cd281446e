package io.ndmap.mmap;

import io.ndmap.memory.Alias;
import io.ndmap.memory.Aliased;
import io.ndmap.op.Backing;
import io.ndmap.op.FileClosedException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/// The backing of a mapped file, or of a part of it: converts offsets in a view's segment to
/// offsets in the file for calls to the kernel.
final class MappedBacking extends Backing implements Aliased {

  /// Advice on pages that are there takes less than this, on others their reading is begun.
  private static final long NANOS_FOR_RESIDENT = 4000;

  private final Path path;
  private final String name;
  private final OpenMode mode;
  private final Mapping mapping;
  private final long origin;
  private final boolean stable;
  private volatile Told told;

  // Those that are still in use, to be retired with the whole. Made by the first part: most files
  // have none.
  private @Nullable Set<MappedBacking> parts;
  private boolean closed;

  /// Whether the kernel tells which pages are resident: it says that all are of files that belong
  /// to others and may not be written.
  private enum Told {
    NOT_ASKED,
    YES,
    NO
  }

  MappedBacking(Path path, String name, OpenMode mode, Mapping mapping, boolean isSizePromised) {
    this.path = path;
    this.name = name;
    this.mode = mode;
    this.mapping = mapping;
    this.origin = 0;
    this.stable = isSizePromised || !mapping.isMapped();
    this.told = Told.NOT_ASKED;
  }

  private MappedBacking(MappedBacking whole, long origin) {
    super(whole);
    this.path = whole.path;
    this.name = whole.name;
    this.mode = whole.mode;
    this.mapping = whole.mapping;
    this.origin = origin;
    this.stable = whole.stable;
    this.told = whole.told;
  }

  /// The backing of views whose segment begins at a byte of the data; its use ends with that of
  /// this one.
  synchronized MappedBacking part(long first) {
    MappedBacking part = new MappedBacking(this, first);
    if (closed) {
      part.retire();
      return part;
    }
    if (parts == null) {
      parts = Collections.newSetFromMap(new WeakHashMap<>());
    }
    parts.add(part);
    return part;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public @Nullable MemorySegment withoutArena(MemorySegment segment) {
    Alias alias = mapping.alias();
    return alias == null ? null : alias.part(segment);
  }

  @Override
  public boolean isStable() {
    return stable;
  }

  // An arena of the caller's may have been closed without the file.
  @Override
  public boolean isInUse() {
    return super.isInUse() && mapping.isAlive();
  }

  /// What is thrown when the memory is not for use any more.
  FileClosedException closed() {
    return new FileClosedException(name, ending(), null);
  }

  // A view of a file that may be written is read-only on purpose.
  @Override
  public String writingAdvice() {
    return mode == OpenMode.READ_ONLY
        ? "; open the file READ_WRITE or COPY_ON_WRITE to write to it"
        : "";
  }

  // A fault in compiled code stays pending until the thread passes a safepoint poll, and returning
  // from a native method is one. Of those this is the cheapest (20 ns; yielding takes 500 and gives
  // the processor away), and it needs no native access of ours.
  @Override
  public void barrier() {
    var _ = Runtime.getRuntime().totalMemory();
  }

  @Override
  public void prefetch(long start, long end) {
    var _ = advise(start, end, Advice.WILLNEED);
  }

  @Override
  public boolean isResident(long start, long end) {
    if (told == Told.NOT_ASKED) {
      told = mode == OpenMode.READ_WRITE || Files.isWritable(path) ? Told.YES : Told.NO;
    }
    if (told == Told.YES) {
      try {
        return mapping.isResident(origin + start, origin + end);
      } catch (IllegalStateException e) {
        throw failure(e);
      }
    }
    long began = System.nanoTime();
    var _ = advise(start, end, Advice.WILLNEED);
    return System.nanoTime() - began < NANOS_FOR_RESIDENT;
  }

  @Override
  public void release(long start, long end) {
    // What was written to a private mapping would be lost.
    if (mode != OpenMode.COPY_ON_WRITE) {
      var _ =
          advise(
              Math.max(-origin, start),
              Math.min(end, mapping.data().byteSize() - origin),
              Advice.DONTNEED);
    }
  }

  /// Whether pages can be brought in at all: false of an array that was read into memory.
  boolean isPopulated() {
    return mapping.isMapped();
  }

  /// Brings the pages of bytes in and waits for it, within a hold.
  ///
  /// @return false if one cannot be read
  boolean populate(long start, long end) {
    try {
      return mapping.populate(origin + start, origin + end);
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }

  private boolean advise(long start, long end, Advice advice) {
    try {
      return mapping.advise(origin + start, origin + end, advice);
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }

  /// Ends the use of the views, also of those of parts, and waits for bulk operations to let go of
  /// the memory.
  void close() {
    synchronized (this) {
      closed = true;
      retire();
      if (parts != null) {
        parts.forEach(MappedBacking::retire);
      }
    }
    drain();
  }

  /// The same, and unmaps the memory.
  void unmap() {
    close();
    mapping.close();
  }
}
