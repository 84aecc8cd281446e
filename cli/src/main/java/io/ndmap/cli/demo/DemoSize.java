package io.ndmap.cli.demo;

/// Chooses the size of the array from the free disk space.
///
/// @param bytes the size of the array in bytes, a multiple of a row's size
/// @param reduced whether the size is less than requested
record DemoSize(long bytes, boolean reduced) {

  /// The minimum size of the array in bytes.
  static final long LEAST = 16L << 20;

  /// The copy in Fortran order has at most 1/16 of the array's size.
  private static final int COPY_PART = 16;

  /// The maximum size of the copy in Fortran order, in bytes.
  private static final long COPY_MOST = 256L << 20;

  /// The rows that are written to an archive, and again to a growing file, have 1/4 of the size of
  /// the copy in Fortran order.
  private static final int PARTS = 4;

  /// @param requested the requested size of the array in bytes, at least [#LEAST]
  /// @param free the free space of the disk in bytes
  static DemoSize of(long requested, long free) {
    if (requested + allCopies(requested) <= free - free / 10) {
      return new DemoSize(wholeRows(requested), false);
    }
    // The copies take at most an eighth of the array's size, so the array gets 8/9 of the space.
    return new DemoSize(wholeRows(Math.min(requested, (free - free / 10) / 9 * 8)), true);
  }

  boolean isEnough() {
    return bytes >= LEAST;
  }

  /// The size of the copy in Fortran order, in bytes.
  static long copyBytes(long bytes) {
    return wholeRows(Math.min(bytes / COPY_PART, COPY_MOST));
  }

  /// The size in bytes of the rows that are written to the archive. The rows that are appended to
  /// the growing file have the same size.
  static long partBytes(long bytes) {
    return wholeRows(copyBytes(bytes) / PARTS);
  }

  /// The size of all copies, in bytes.
  static long allCopies(long bytes) {
    return copyBytes(bytes) + 2 * partBytes(bytes);
  }

  private static long wholeRows(long bytes) {
    return bytes / DemoArray.ROW_BYTES * DemoArray.ROW_BYTES;
  }
}
