package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Clock;

/// The sizes of a run's data, and the time of each row.
///
/// @param bytes of the array of doubles, and of the largest result
/// @param coldBytes of the file whose scattered rows are read
/// @param coldRows how many of them
/// @param rounds how many laps each contender runs
/// @param warmUpMillis how much processor time the JVM's contenders spend before them
/// @param clock what time counts

record Scale(long bytes, long coldBytes, int coldRows, int rounds, int warmUpMillis, Clock clock) {

  private static final long MEBI = 1L << 20;

  /// Below two minutes, without the cells of the matrix.
  static final Scale QUICK = new Scale(256 * MEBI, 256 * MEBI, 2_000, 3, 150, Clock.WALL);

  /// Sizes that fit the second-level cache of most processors: a loop's time where memory does not
  /// limit it. Nothing of it is cold.
  static final Scale CACHED = new Scale(MEBI, 16 * MEBI, 2_000, 15, 300, Clock.WALL);

  /// More than any cache holds.
  static final Scale FULL = new Scale(1024 * MEBI, 8192 * MEBI, 20_000, 9, 2_000, Clock.WALL);

  /// Elements of a row of the array of doubles: 64 KiB.
  static final int COLUMNS = 8192;

  /// Elements of a row of the cold file: 512 bytes.
  static final int COLD_COLUMNS = 64;

  /// How many scattered elements are gathered.
  static final int GATHERED = 2_000_000;

  /// How many whole rows are taken.
  static final int TAKEN = 4096;

  /// Bytes of the small arrays.
  static final int SMALL = 1 << 20;

  /// How many rows of the cold file numpy reads.
  static final int NUMPY_COLD_ROWS = 100;

  /// How many sets of cold rows there are.
  static final int SETS = 64;

  /// How many times small things are done at once.
  static final int CALLS = 1000;

  /// How many results of a function are compared.
  static final int SHOWN = 512;

  /// Cells of an overview from left to right, and from top to bottom where there are as many rows.
  static final int CELLS = 512;

  /// Rows and columns of the matrices that are multiplied.
  static final int MATRIX = 512;

  /// Rows and columns of the array that is read element by element.
  static final int SQUARE = 256;

  /// Bytes that a result may need: as many rows as are taken, or the largest copy.
  long targetBytes() {
    return Math.max(bytes, (long) TAKEN * COLUMNS * Double.BYTES);
  }

  /// Bytes that are sorted: some contenders need the heap for several times as many.
  long sortedBytes() {
    return Math.min(bytes, QUICK.bytes);
  }

  /// How many times a lap does what takes a single run at full scale, so that a lap is long enough
  /// for the clock.
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
