package io.ndmap.serve.tree;

import io.ndmap.serve.answer.Problem;

/// Memory of the compressed members, inflated, of all open archives together. For many threads.
final class InflatedMemory {

  private final long most;
  private final Runnable retireIdle;
  private long bytes;

  /// @param most how many bytes
  /// @param retireIdle closes archives that nobody uses, which releases what they have claimed
  InflatedMemory(long most, Runnable retireIdle) {
    this.most = most;
    this.retireIdle = retireIdle;
  }

  /// Counts memory.
  ///
  /// @throws Problem with 503 if archives that are in use have too much; one member alone is never
  ///   too much, which its archive checks
  void claim(String member, long requested) {
    if (tryClaim(requested)) {
      return;
    }
    retireIdle.run();
    if (!tryClaim(requested)) {
      throw new Problem(
          503,
          "'%s' would take %s bytes of memory in addition to the inflated members in use, the limit is %s"
              .formatted(member, requested, most));
    }
  }

  private synchronized boolean tryClaim(long requested) {
    if (bytes > 0 && requested > most - bytes) {
      return false;
    }
    bytes += requested;
    return true;
  }

  /// Ends claims.
  synchronized void release(long claimed) {
    bytes -= claimed;
  }

  synchronized long bytes() {
    return bytes;
  }
}
