package io.ndmap.mmap;

import io.ndmap.nd.Backing;

/// The memory of a mapped file.
final class MappedBacking extends Backing {

  private final String name;
  private final OpenMode mode;
  private final Mapping mapping;

  /// @param name the file's path
  MappedBacking(String name, OpenMode mode, Mapping mapping) {
    this.name = name;
    this.mode = mode;
    this.mapping = mapping;
  }

  @Override
  public String name() {
    return name;
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
    var _ = mapping.advise(start, end, Advice.WILLNEED);
  }

  @Override
  public boolean isResident(long at) {
    return mapping.isResident(at);
  }

  @Override
  public void load(long start, long end) {
    mapping.load(start, end);
  }

  @Override
  public void release(long start, long end) {
    // What was written to a private mapping would be lost.
    if (mode != OpenMode.COPY_ON_WRITE) {
      var _ = mapping.advise(start, end, Advice.DONTNEED);
    }
  }

  /// Ends the use of the views.
  void close() {
    retire();
  }
}
