package io.ndmap.cli.demo;

/// Chooses the size of the array by the free disk space.
///
/// @param bytes the size of the array, a multiple of a row's
/// @param reduced whether this is less than was asked for
record DemoSize(long bytes, boolean reduced) {

  static final long LEAST = 16L << 20;

  /// The part of the array that is written a second time, in Fortran order.
  private static final int COPY_PART = 16;

  private static final long COPY_MOST = 256L << 20;

  /// The parts of the copy that go into an archive and into a growing file.
  private static final int PARTS = 4;

  /// @param asked bytes that the array should have, at least [#LEAST]
  /// @param free bytes that the disk has
  static DemoSize of(long asked, long free) {
    if (asked + allCopies(asked) <= free - free / 10) {
      return new DemoSize(wholeRows(asked), false);
    }
    // The copies have at most an eighth of the array's size.
    return new DemoSize(wholeRows(Math.min(asked, (free - free / 10) / 9 * 8)), true);
  }

  boolean isEnough() {
    return bytes >= LEAST;
  }

  /// The size of the copy in Fortran order.
  static long copyBytes(long bytes) {
    return wholeRows(Math.min(bytes / COPY_PART, COPY_MOST));
  }

  /// The size of the rows that go into an archive, and of those that are appended.
  static long partBytes(long bytes) {
    return wholeRows(copyBytes(bytes) / PARTS);
  }

  /// The size of all copies.
  static long allCopies(long bytes) {
    return copyBytes(bytes) + 2 * partBytes(bytes);
  }

  private static long wholeRows(long bytes) {
    return bytes / DemoArray.ROW_BYTES * DemoArray.ROW_BYTES;
  }
}
