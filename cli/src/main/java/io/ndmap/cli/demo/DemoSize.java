package io.ndmap.cli.demo;

/// Chooses the size of the array by the free disk space.
///
/// @param bytes the size of the array, a multiple of a row's size
/// @param reduced whether this is less than the requested size
record DemoSize(long bytes, boolean reduced) {

  static final long LEAST = 16L << 20;

  /// The fraction of the array that is copied in Fortran order.
  private static final int COPY_PART = 16;

  private static final long COPY_MOST = 256L << 20;

  /// The fraction of that copy that is written to an archive and to a growing file.
  private static final int PARTS = 4;

  /// @param requested the requested size of the array, at least [#LEAST]
  /// @param free the free space of the disk
  static DemoSize of(long requested, long free) {
    if (requested + allCopies(requested) <= free - free / 10) {
      return new DemoSize(wholeRows(requested), false);
    }
    // The copies take at most an eighth of the array's size.
    return new DemoSize(wholeRows(Math.min(requested, (free - free / 10) / 9 * 8)), true);
  }

  boolean isEnough() {
    return bytes >= LEAST;
  }

  /// The size of the copy in Fortran order.
  static long copyBytes(long bytes) {
    return wholeRows(Math.min(bytes / COPY_PART, COPY_MOST));
  }

  /// The size of the rows that are written to the archive, and of the rows that are appended.
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
