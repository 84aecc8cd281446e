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

/// The [Backing] of the views of a mapped file, or of a region of the file. It ends the use of the
/// views when the file is closed, and passes requests for pages to the kernel: byte offsets in a
/// view's segment become offsets in the mapped data.
final class MappedBacking extends Backing implements Aliased {

  /// If `MADV_WILLNEED` returns within this number of nanoseconds, the pages count as resident:
  /// starting reads of pages that are not resident takes longer.
  private static final long NANOS_FOR_RESIDENT = 4000;

  private final Path path;
  private final String name;
  private final OpenMode mode;
  private final Mapping mapping;

  /// The byte offset of the views' segment in the mapped data.
  private final long origin;

  private final boolean stable;
  private volatile Reporting reporting;

  // The reachable backings of regions, which are retired together with this backing. Null until the
  // first call of `part`: most files have no views of regions.
  private @Nullable Set<MappedBacking> parts;
  private boolean closed;

  /// Whether `mincore` is reliable. For files that the process neither owns nor may write,
  /// `mincore` reports all pages as resident.
  private enum Reporting {
    UNKNOWN,
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
    this.reporting = Reporting.UNKNOWN;
  }

  private MappedBacking(MappedBacking whole, long origin) {
    super(whole);
    this.path = whole.path;
    this.name = whole.name;
    this.mode = whole.mode;
    this.mapping = whole.mapping;
    this.origin = origin;
    this.stable = whole.stable;
    this.reporting = whole.reporting;
  }

  /// Creates the backing of views whose segment begins at a byte offset of the data. That backing
  /// is retired together with this one.
  ///
  /// @param first the byte offset, from the start of the array's data
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

  // The caller may have closed its arena (see OpenOptions) without closing the file.
  @Override
  public boolean isInUse() {
    return super.isInUse() && mapping.isAlive();
  }

  /// The exception for accesses after the file was closed.
  FileClosedException closed() {
    return new FileClosedException(name, ending(), null);
  }

  // A read-only view of a file in a writable mode was made read-only on purpose: no advice.
  @Override
  public String writingAdvice() {
    return mode == OpenMode.READ_ONLY
        ? "; open the file READ_WRITE or COPY_ON_WRITE to write to it"
        : "";
  }

  // A fault in compiled code stays pending until the thread passes a safepoint poll. The return
  // from a native method has a safepoint poll. `totalMemory` is the cheapest native method (20 ns;
  // `yield` takes 500 ns and gives up the processor), and works without native access.
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
    if (reporting == Reporting.UNKNOWN) {
      reporting =
          mode == OpenMode.READ_WRITE || Files.isWritable(path) ? Reporting.YES : Reporting.NO;
    }
    if (reporting == Reporting.YES) {
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
    // In a private mapping, DONTNEED would drop the stored elements.
    if (mode != OpenMode.COPY_ON_WRITE) {
      var _ =
          advise(
              Math.max(-origin, start),
              Math.min(end, mapping.data().byteSize() - origin),
              Advice.DONTNEED);
    }
  }

  /// Whether pages can be faulted in: false for an array that was read into memory.
  boolean isPopulated() {
    return mapping.isMapped();
  }

  /// Faults in the pages of a byte range and waits for them. The memory must be pinned.
  ///
  /// @param start byte offset in the views' segment
  /// @param end byte offset after the last byte
  /// @return false if a page cannot be read
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

  /// Ends the use of all views, including views of regions, and waits until bulk operations have
  /// unpinned the memory.
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

  /// Closes this backing, and unmaps the memory as [Mapping#close] does.
  void unmap() {
    close();
    mapping.close();
  }
}
