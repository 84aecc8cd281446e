package io.ndmap.power;

/// Findings of checks that are no loss.
final class Findings {

  private long checked;
  private long repaired;

  /// Acknowledged things were there: rows, members, chunks or names.
  void checked(long count) {
    checked += count;
  }

  /// A file was refused, or was to be repaired, and is well since.
  void repaired() {
    repaired++;
  }

  long checked() {
    return checked;
  }

  long repairs() {
    return repaired;
  }
}
