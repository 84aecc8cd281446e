package io.ndmap.benchmarks.race;

import java.util.List;

/// A row of the race of files.
///
/// @param name by which every contender knows it
/// @param files the data it needs, by the names of [FilesData]
/// @param output the ending of the file it writes, such as `.npz`, or empty; every contender's has
///   the elements of the others, as ndmap and numpy read them
/// @param bytes how many bytes of elements it reads or writes, 0 where that is not the point
/// @param repeats how many times a lap does it, so that a lap is long enough for the clock
/// @param numpyRepeats the same for numpy
/// @param rounds the maximum number of laps of each contender, or 0 for as many as the race has
/// @param memory bytes that must be free
/// @param heap the flag of the heap of a JVM of its own, or empty for those of the other rows
/// @param least numpy's time divided by ndmap's must be at least this; 0 where they give different
///   guarantees
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

  /// All rows, in the order of the table.
  ///
  /// @param bytes of the array
  /// @param appends how many blocks are appended
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
