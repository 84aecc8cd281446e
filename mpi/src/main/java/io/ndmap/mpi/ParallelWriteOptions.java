package io.ndmap.mpi;

import io.ndmap.layout.Order;
import io.ndmap.mmap.CreateOptions;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Options of [ParallelNpy#write]. All ranks must pass equal options.
///
/// @param order the memory order of the file
/// @param file whether an existing file is replaced, the version of the format, and whether to
///   require enough free disk space at the start; for collective access the space is always
///   reserved
/// @param resuming whether a write that was killed is continued, and whether the elements written
///   so far are kept if this write fails
/// @param checkpoint the maximum number of bytes that a rank writes between two checkpoints. A
///   checkpoint forces the file to the disk and records which elements are written. A rank writes
///   blocks of at most 32 MiB, and at least one block between checkpoints; a number above 32 MiB is
///   rounded down to a multiple of 32 MiB
/// @param access how the ranks write, or null to choose by the file system and the length of the
///   contiguous byte ranges that each rank writes: see `docs/mpi.md`
/// @param hints the hints for the MPI library when it opens the file (MPI 3.1, section 13.2.8),
///   such as `striping_factor`
public record ParallelWriteOptions(
    Order order,
    CreateOptions file,
    boolean resuming,
    long checkpoint,
    @Nullable Access access,
    Map<String, String> hints) {

  /// The default number of bytes between two checkpoints.
  private static final long CHECKPOINT = 1L << 26;

  /// C order, nothing replaced or resumed, a checkpoint every 64 MiB, automatic access, no hints.
  public static final ParallelWriteOptions DEFAULT =
      new ParallelWriteOptions(Order.C, CreateOptions.DEFAULT, false, CHECKPOINT, null, Map.of());

  /// Copies the hints.
  ///
  /// @throws IllegalArgumentException if `checkpoint < 1`, or a hint is neither one of MPI and
  ///   ROMIO nor has the prefix of a vendor's hints: libraries silently ignore unknown hints
  public ParallelWriteOptions {
    if (checkpoint < 1) {
      throw new IllegalArgumentException("a checkpoint takes at least 1 byte, found " + checkpoint);
    }
    hints = Map.copyOf(hints);
    hints.keySet().forEach(Hints::requireKnown);
  }

  /// Returns these options with another memory order.
  ///
  /// @param requested the memory order of the file
  /// @return the options
  public ParallelWriteOptions withOrder(Order requested) {
    return new ParallelWriteOptions(requested, file, resuming, checkpoint, access, hints);
  }

  /// Returns these options with replacement of an existing file.
  ///
  /// @return the options
  public ParallelWriteOptions withReplacing() {
    return new ParallelWriteOptions(
        order, file.withReplacing(), resuming, checkpoint, access, hints);
  }

  /// Returns these options with resuming: a write that was killed is continued, if there is one.
  /// See [ParallelNpy].
  ///
  /// @return the options
  public ParallelWriteOptions withResuming() {
    return new ParallelWriteOptions(order, file, true, checkpoint, access, hints);
  }

  /// Returns these options with another interval of checkpoints. Each checkpoint forces the file to
  /// the disk.
  ///
  /// @param bytes the maximum number of bytes that a rank writes between two checkpoints, see
  ///   [#checkpoint]
  /// @return the options
  public ParallelWriteOptions withCheckpoint(long bytes) {
    return new ParallelWriteOptions(order, file, resuming, bytes, access, hints);
  }

  /// Returns these options with a given access. The write throws [IllegalArgumentException] for
  /// [Access#MAPPED] if the ranks are on several machines. [Access#COLLECTIVE] becomes
  /// [Access#INDEPENDENT] if the file system cannot reserve space.
  ///
  /// @param requested how the ranks write
  /// @return the options
  public ParallelWriteOptions withAccess(Access requested) {
    return new ParallelWriteOptions(order, file, resuming, checkpoint, requested, hints);
  }

  /// Returns these options with one more hint for the MPI library.
  ///
  /// @param key the name of the hint
  /// @param value the value of the hint
  /// @return the options
  /// @throws IllegalArgumentException if there is no such hint
  public ParallelWriteOptions withHint(String key, String value) {
    Map<String, String> more = new TreeMap<>(hints);
    more.put(key, value);
    return new ParallelWriteOptions(order, file, resuming, checkpoint, access, more);
  }
}
