package io.ndmap.mpi;

import java.io.Serial;

/// A suppressed exception. It marks the exception that contains it as first thrown by another rank
/// and rethrown by this rank.
final class ThrownElsewhere extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  ThrownElsewhere(int rank) {
    super("thrown by rank " + rank);
  }

  /// Returns whether another rank has first thrown an exception or one of its causes.
  static boolean marks(Throwable error) {
    for (Throwable each = error; each != null; each = each.getCause()) {
      for (Throwable suppressed : each.getSuppressed()) {
        if (suppressed instanceof ThrownElsewhere) {
          return true;
        }
      }
    }
    return false;
  }
}
