package io.ndmap.mmap;

import io.ndmap.nd.Backing;

/// The memory of a mapped file.
final class MappedBacking extends Backing {

  private final String name;

  /// @param name the file's path
  MappedBacking(String name) {
    this.name = name;
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

  /// Ends the use of the views.
  void close() {
    retire();
  }
}
