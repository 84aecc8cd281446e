package io.ndmap.benchmarks.race;

import java.util.List;

/// A row of the race of files.
///
/// @param name its name in the table and for all contenders
/// @param files the names of the [FilesData] that it needs
/// @param output the ending of the file that it writes, such as `.npz`, or empty; the files of all
///   contenders must have the same elements for ndmap and numpy
/// @param bytes the bytes of elements that it reads or writes; 0 if the speed in bytes is not of
///   interest
/// @param repeats the number of runs in a lap, so that a lap is long enough for the clock
/// @param numpyRepeats the number of runs in a lap of numpy
/// @param rounds the maximum number of laps of each contender, or 0 for the number of the race
/// @param memory the bytes of memory that must be free
/// @param heap the heap flag of a separate JVM for this row, or empty for the JVMs of the other
///   rows
/// @param least the minimum of numpy's time divided by ndmap's; 0 if their guarantees differ
record FilesRow(
    String name,
    List<String> files,
    String output,
    long bytes,
    int repeats,
    int numpyRepeats,
    int rounds,
    long memory,
    String heap,
    double least) {

  private static final long GIBI = 1L << 30;
  private static final int SHORT = 200;

  FilesRow {
    files = List.copyOf(files);
  }

  /// Returns all rows, in the order of the table.
  ///
  /// @param bytes the bytes of the array
  /// @param appends the number of blocks that are appended
  static List<FilesRow> all(long bytes, int appends) {
    FilesRow huge =
        reading("open, one item, 5 GiB stored", "big.npz", 0)
            .in(8 * GIBI)
            .repeated(SHORT, 1)
            .most(1);
    long appended = (long) appends * FilesData.BLOCK;
    return List.of(
        reading("open, one item, 1 MiB stored", "small.npz", 0).repeated(SHORT, SHORT),
        huge,
        huge.withHeap("open, one item, 5 GiB, -Xmx128m", "-Xmx128m"),
        reading("sum, stored", "stored.npz", bytes),
        reading("sum, stored, CRC checked", "stored.npz", bytes),
        reading("sum, deflated", "deflated.npz", bytes),
        writing("savez", ".npz", bytes),
        writing("savez, forced", ".npz", bytes),
        writing("savez_compressed, level 1", ".npz", bytes).most(3),
        writing("level 1, two threads", ".npz", bytes).most(3),
        writing("savez_compressed, level 6", ".npz", bytes).most(1),
        writing("level 6, two threads", ".npz", bytes).most(1),
        reading("pipe to array, stream", "data.npy", bytes),
        reading("pipe to array, channel", "data.npy", bytes),
        writing("append 1 MiB blocks", ".npy", appended),
        writing("append, each forced", ".npy", appended).most(3),
        writing("append, forced; numpy: once", ".npy", appended).most(3).atLeast(0));
  }

  private static FilesRow reading(String name, String file, long bytes) {
    return new FilesRow(name, List.of(file), "", bytes, 1, 1, 0, 0, "", 1);
  }

  private static FilesRow writing(String name, String output, long bytes) {
    return new FilesRow(name, List.of("data.npy"), output, bytes, 1, 1, 0, 0, "", 1);
  }

  private FilesRow repeated(int times, int byNumpy) {
    return new FilesRow(name, files, output, bytes, times, byNumpy, rounds, memory, heap, least);
  }

  private FilesRow most(int laps) {
    return new FilesRow(
        name, files, output, bytes, repeats, numpyRepeats, laps, memory, heap, least);
  }

  private FilesRow in(long free) {
    return new FilesRow(
        name, files, output, bytes, repeats, numpyRepeats, rounds, free, heap, least);
  }

  private FilesRow withHeap(String other, String flag) {
    return new FilesRow(
        other, files, output, bytes, repeats, numpyRepeats, rounds, memory, flag, least);
  }

  private FilesRow atLeast(double ratio) {
    return new FilesRow(
        name, files, output, bytes, repeats, numpyRepeats, rounds, memory, heap, ratio);
  }
}
