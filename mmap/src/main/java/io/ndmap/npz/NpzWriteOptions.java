package io.ndmap.npz;

import io.ndmap.zip.ZipMember;
import io.ndmap.zip.ZipWriter.Packing;

/// Options for writing an archive.
///
/// @param deflated whether members are compressed, as by `numpy.savez_compressed`; otherwise they
///   are stored and can be mapped, as by `numpy.savez`
/// @param level the compression level, 0 to 9; has no effect on stored members
/// @param threads the number of threads that compress a member; it does not affect the bytes
/// @param replacing whether an existing file is replaced
/// @param sparse whether no disk space is reserved for members that are filled through a mapping
///   ([NpzWriter#addZeros], and `add` with a callback): if the disk is full, a store into the view
///   then raises a fault in mapped memory
/// @param durable whether [NpzWriter#publish] returns only when the archive and its name are on the
///   disk. Otherwise the system writes them later, as for `numpy.savez`: the archive then survives
///   the death of the process, but a system crash soon after may lose both this archive and the one
///   that it replaced
public record NpzWriteOptions(
    boolean deflated, int level, int threads, boolean replacing, boolean sparse, boolean durable) {

  /// The compression level that NumPy uses.
  public static final int DEFAULT_LEVEL = 6;

  /// The highest compression level.
  public static final int MAX_LEVEL = 9;

  /// Members are stored, one thread is used, no file is replaced, disk space is reserved, and
  /// publishing is durable.
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

  /// Returns these options with several threads for compression. Each thread compresses 1 MiB of a
  /// member at a time.
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

  /// Returns these options without reserving disk space for members that are filled through a
  /// mapping.
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
