package io.ndmap.npz;

import io.ndmap.zip.ZipMember;
import io.ndmap.zip.ZipWriter.Packing;

/// Options for writing an archive.
///
/// @param deflated whether members are compressed, as by `numpy.savez_compressed`; otherwise they
///   are stored and can be mapped, as by `numpy.savez`
/// @param level the level of compression, 0 to 9
/// @param threads the number of threads that compress a member; it does not affect the bytes
/// @param replacing whether an existing file is replaced
/// @param sparse whether the disk space of [NpzWriter#addZeros] is left unreserved: a write to a
///   view can then find the disk full, which is a fault in mapped memory
/// @param durable whether [NpzWriter#publish] returns only when the archive and its name are on the
///   disk. Otherwise the system writes them later, as for `numpy.savez`: the archive survives the
///   death of the process, but a crash of the system soon after may lose it and the one that it
///   replaced
public record NpzWriteOptions(
    boolean deflated, int level, int threads, boolean replacing, boolean sparse, boolean durable) {

  /// The level of compression that NumPy uses.
  public static final int DEFAULT_LEVEL = 6;

  /// The highest level of compression.
  public static final int MAX_LEVEL = 9;

  /// Stored, nothing replaced, durable.
  public static final NpzWriteOptions DEFAULT =
      new NpzWriteOptions(false, DEFAULT_LEVEL, 1, false, false, true);

  /// Checks the options.
  ///
  /// @throws IllegalArgumentException if the level is not 0 to 9, or `threads < 1`
  public NpzWriteOptions {
    if (level < 0 || level > MAX_LEVEL) {
      throw new IllegalArgumentException(
          "a level of compression is 0 to " + MAX_LEVEL + ", found " + level);
    }
    if (threads < 1) {
      throw new IllegalArgumentException("at least 1 thread is needed, found " + threads);
    }
  }

  /// Returns these options with compressed members.
  ///
  /// @param compression the level, 0 to 9; [#DEFAULT_LEVEL] is NumPy's
  /// @return the options
  public NpzWriteOptions withDeflated(int compression) {
    return new NpzWriteOptions(true, compression, threads, replacing, sparse, durable);
  }

  /// Returns these options with several threads, each of which compresses 1 MiB of a member at a
  /// time.
  ///
  /// @param count the number of threads
  /// @return the options
  public NpzWriteOptions withThreads(int count) {
    return new NpzWriteOptions(deflated, level, count, replacing, sparse, durable);
  }

  /// Returns these options, replacing an existing file.
  ///
  /// @return the options
  public NpzWriteOptions withReplacing() {
    return new NpzWriteOptions(deflated, level, threads, true, sparse, durable);
  }

  /// Returns these options without reserving disk space for members of zeros.
  ///
  /// @return the options
  public NpzWriteOptions withoutReserving() {
    return new NpzWriteOptions(deflated, level, threads, replacing, true, durable);
  }

  /// Returns these options without forcing the archive to the disk when it is published.
  ///
  /// @return the options
  public NpzWriteOptions withoutDurability() {
    return new NpzWriteOptions(deflated, level, threads, replacing, sparse, false);
  }

  Packing packing() {
    return deflated ? new Packing(ZipMember.DEFLATED, level, threads) : Packing.STORED;
  }
}
