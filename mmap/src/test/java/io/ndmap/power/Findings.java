package io.ndmap.power;

/// Counts findings of checks that are not losses.
final class Findings {

  private long checked;
  private long repaired;

  /// Counts acknowledged rows, members, chunks or names that were found.
  void checked(long count) {
    checked += count;
  }

  /// Counts a file that was refused or needed repair, and was then repaired.
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
