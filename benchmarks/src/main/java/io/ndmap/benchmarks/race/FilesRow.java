package io.ndmap.benchmarks.race;

import java.util.List;

/// A row of the race of files.
///
/// @param name the name of the row in the table and in requests to contenders
/// @param files the names of the files in [FilesData] that the row reads
/// @param output the ending of the file that each contender writes, such as `.npz`, or empty if the
///   row writes no file; ndmap and numpy must read the same elements from the files of all
///   contenders
/// @param bytes the number of bytes of the elements that the row reads or writes; 0 if the table
///   shows no speed in bytes
/// @param repeats the number of runs in a lap of ndmap, chosen so that the clock can measure a lap
/// @param numpyRepeats the number of runs in a lap of numpy
/// @param rounds the maximum number of laps of each contender, or 0 for the number of the race
/// @param memory the free memory that the row needs, in bytes
/// @param heap the heap flag of a separate JVM that runs only this row, such as `-Xmx128m`, or
///   empty if the row runs in the JVMs of the other rows
/// @param least the required minimum of numpy's time divided by ndmap's; 0 if nothing is required,
///   because ndmap and numpy give different guarantees
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
  /// @param bytes the size of the array in bytes
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
