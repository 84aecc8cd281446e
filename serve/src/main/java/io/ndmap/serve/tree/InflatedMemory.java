package io.ndmap.serve.tree;

import io.ndmap.serve.answer.Problem;

/// Limits the memory of inflated members of all open archives together. Thread-safe.
final class InflatedMemory {

  private final long most;
  private final Runnable retireIdle;
  private long bytes;

  /// @param most the maximum number of bytes
  /// @param retireIdle closes archives that are not in use, which releases their claims
  InflatedMemory(long most, Runnable retireIdle) {
    this.most = most;
    this.retireIdle = retireIdle;
  }

  /// Claims memory. If no other memory is claimed, the claim is always granted, because the archive
  /// itself limits the size of a member.
  ///
  /// @throws Problem with 503 if members of archives in use already take too much
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

  /// Releases claimed memory.
  synchronized void release(long claimed) {
    bytes -= claimed;
  }

  synchronized long bytes() {
    return bytes;
  }
}
