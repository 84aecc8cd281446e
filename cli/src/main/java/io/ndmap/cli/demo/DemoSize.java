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

  /// @param asked bytes that the array should have, at least [#LEAST]
  /// @param free bytes that the disk has
  static DemoSize of(long asked, long free) {
    if (asked + copyBytes(asked) <= free - free / 10) {
      return new DemoSize(wholeRows(asked), false);
    }
    return new DemoSize(
        wholeRows(Math.min(asked, (free - free / 10) / (COPY_PART + 1) * COPY_PART)), true);
  }

  boolean isEnough() {
    return bytes >= LEAST;
  }

  /// The size of the copy in Fortran order.
  static long copyBytes(long bytes) {
    return wholeRows(Math.min(bytes / COPY_PART, COPY_MOST));
  }

  private static long wholeRows(long bytes) {
    return bytes / DemoArray.ROW_BYTES * DemoArray.ROW_BYTES;
  }
}
