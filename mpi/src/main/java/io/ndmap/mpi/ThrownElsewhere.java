package io.ndmap.mpi;

import java.io.Serial;

/// Marks an exception, among those that it suppresses, as one that another rank has thrown, and
/// that this one throws with it.
final class ThrownElsewhere extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  ThrownElsewhere(int rank) {
    super("thrown by rank " + rank);
  }

  /// Whether another rank has thrown an exception, or one that has caused it.
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
