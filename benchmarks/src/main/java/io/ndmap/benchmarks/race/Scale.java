package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Clock;

/// The sizes of a run's data, and the duration of each row.
///
/// @param bytes the size of the array of doubles in bytes
/// @param coldBytes the size of the cold file in bytes, from which scattered rows are read
/// @param coldRows the number of rows that are read from the cold file
/// @param rounds the number of laps of each contender
/// @param warmUpMillis the minimum CPU time, in milliseconds, for which each contender in this JVM
///   is warmed up before a row
/// @param clock the kind of time to measure

record Scale(long bytes, long coldBytes, int coldRows, int rounds, int warmUpMillis, Clock clock) {

  private static final long MEBI = 1L << 20;

  /// Takes less than two minutes, without the cells of the matrix.
  static final Scale QUICK = new Scale(256 * MEBI, 256 * MEBI, 2_000, 3, 150, Clock.WALL);

  /// The array fits into the second-level cache of most CPUs, so memory does not limit the measured
  /// loops. The cold file is small.
  static final Scale CACHED = new Scale(MEBI, 16 * MEBI, 2_000, 15, 300, Clock.WALL);

  /// The array is larger than the caches of the CPU.
  static final Scale FULL = new Scale(1024 * MEBI, 8192 * MEBI, 20_000, 9, 2_000, Clock.WALL);

  /// The number of elements of a row of the array of doubles, which has 64 KiB.
  static final int COLUMNS = 8192;

  /// The number of elements of a row of the cold file, which has 512 bytes.
  static final int COLD_COLUMNS = 64;

  /// The number of scattered elements that are gathered.
  static final int GATHERED = 2_000_000;

  /// The number of whole rows that are taken.
  static final int TAKEN = 4096;

  /// The size of the small arrays in bytes.
  static final int SMALL = 1 << 20;

  /// The number of rows of the cold file that numpy reads.
  static final int NUMPY_COLD_ROWS = 100;

  /// The number of sets of cold rows.
  static final int SETS = 64;

  /// The number of repetitions of small operations in one run.
  static final int CALLS = 1000;

  /// The number of results of an elementary function that are compared between contenders.
  static final int SHOWN = 512;

  /// The number of cells of an overview along each axis; along axis 0 there are fewer if the array
  /// has fewer rows.
  static final int CELLS = 512;

  /// The number of rows and columns of the matrices that are multiplied.
  static final int MATRIX = 512;

  /// The number of rows and columns of the array that is read element by element.
  static final int SQUARE = 256;

  /// Returns the size of the largest result in bytes: a copy of the array, or the taken rows.
  long targetBytes() {
    return Math.max(bytes, (long) TAKEN * COLUMNS * Double.BYTES);
  }

  /// Returns the number of bytes that are sorted. It is limited, because some contenders need
  /// several times as much heap.
  long sortedBytes() {
    return Math.min(bytes, QUICK.bytes);
  }

  /// Returns the number of runs in a lap of an operation for which one run per lap is enough at
  /// full scale. With less data a lap consists of more runs, so that the clock can measure it.
  int repeats() {
    return (int) Math.max(1, QUICK.bytes / bytes / 4);
  }

  long rows() {
    return bytes / Double.BYTES / COLUMNS;
  }

  long coldFileRows() {
    return coldBytes / Double.BYTES / COLD_COLUMNS;
  }

  Scale withRounds(int count) {
    return new Scale(bytes, coldBytes, coldRows, count, warmUpMillis, clock);
  }

  Scale by(Clock other) {
    return new Scale(bytes, coldBytes, coldRows, rounds, warmUpMillis, other);
  }
}
