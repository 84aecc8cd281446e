package io.ndmap.mmap;

import io.ndmap.nd.Backing;
import java.nio.file.Files;
import java.nio.file.Path;

/// The memory of a mapped file.
final class MappedBacking extends Backing {

  /// Advice on pages that are there takes less than this, on others their reading is begun.
  private static final long NANOS_FOR_RESIDENT = 4000;

  private final Path path;
  private final String name;
  private final OpenMode mode;
  private final Mapping mapping;
  private volatile Told told = Told.NOT_ASKED;

  /// Whether the kernel tells which pages are resident: it says that all are of files that belong
  /// to others and may not be written.
  private enum Told {
    NOT_ASKED,
    YES,
    NO
  }

  MappedBacking(Path path, OpenMode mode, Mapping mapping) {
    this.path = path;
    this.name = path.toString();
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
  public boolean isResident(long start, long end) {
    if (told == Told.NOT_ASKED) {
      told = mode == OpenMode.READ_WRITE || Files.isWritable(path) ? Told.YES : Told.NO;
    }
    if (told == Told.YES) {
      return mapping.isResident(start, end);
    }
    long began = System.nanoTime();
    var _ = mapping.advise(start, end, Advice.WILLNEED);
    return System.nanoTime() - began < NANOS_FOR_RESIDENT;
  }

  @Override
  public void release(long start, long end) {
    // What was written to a private mapping would be lost.
    if (mode != OpenMode.COPY_ON_WRITE) {
      var _ =
          mapping.advise(
              Math.max(0, start), Math.min(end, mapping.data().byteSize()), Advice.DONTNEED);
    }
  }

  /// Ends the use of the views.
  void close() {
    retire();
  }
}
