package io.ndmap.mpi;

import io.ndmap.layout.Order;
import io.ndmap.mmap.CreateOptions;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Options of [ParallelNpy#write]. All ranks pass equal ones.
///
/// @param order which axis varies fastest in the file
/// @param file whether an existing file gives way, the version of the format, and whether there
///   must be enough free space at the start; for collective access it is reserved in any case
/// @param resuming whether a write that was killed is continued, and one that fails keeps what it
///   has written
/// @param checkpoint bytes that a rank writes between two records of what is on the disk
/// @param access how the ranks write, or null for what suits the file system and the runs: see
///   `docs/mpi.md`
/// @param hints what the MPI library is told of the file (MPI 3.1, section 13.2.8), such as
///   `striping_factor`, above those that are chosen here
public record ParallelWriteOptions(
    Order order,
    CreateOptions file,
    boolean resuming,
    long checkpoint,
    @Nullable Access access,
    Map<String, String> hints) {

  private static final long CHECKPOINT = 1L << 26;

  /// C order, nothing replaced or resumed, a record every 64 MiB, no hints.
  public static final ParallelWriteOptions DEFAULT =
      new ParallelWriteOptions(Order.C, CreateOptions.DEFAULT, false, CHECKPOINT, null, Map.of());

  /// A copy of the hints is kept.
  ///
  /// @throws IllegalArgumentException if `checkpoint < 1`, or a hint is not one that MPI, ROMIO or
  ///   a maker's library knows: they would ignore it without a word
  public ParallelWriteOptions {
    if (checkpoint < 1) {
      throw new IllegalArgumentException("a checkpoint takes at least 1 byte, found " + checkpoint);
    }
    hints = Map.copyOf(hints);
    hints.keySet().forEach(Hints::requireKnown);
  }

  /// The same in another order.
  ///
  /// @param requested which axis varies fastest
  /// @return the options
  public ParallelWriteOptions withOrder(Order requested) {
    return new ParallelWriteOptions(requested, file, resuming, checkpoint, access, hints);
  }

  /// The same, replacing an existing file.
  ///
  /// @return the options
  public ParallelWriteOptions withReplacing() {
    return new ParallelWriteOptions(
        order, file.withReplacing(), resuming, checkpoint, access, hints);
  }

  /// The same, continuing a write that was killed, if there is one of the same header: see
  /// [ParallelNpy].
  ///
  /// @return the options
  public ParallelWriteOptions withResuming() {
    return new ParallelWriteOptions(order, file, true, checkpoint, access, hints);
  }

  /// The same with more or fewer records of what is on the disk. Each takes a force.
  ///
  /// @param bytes how many a rank writes between two of them
  /// @return the options
  public ParallelWriteOptions withCheckpoint(long bytes) {
    return new ParallelWriteOptions(order, file, resuming, bytes, access, hints);
  }

  /// The same with a way of access. [Access#MAPPED] is refused if the ranks are on several machines
  /// ([IllegalArgumentException]); [Access#COLLECTIVE] is [Access#INDEPENDENT] where the file
  /// system reserves no space.
  ///
  /// @param requested how the ranks write
  /// @return the options
  public ParallelWriteOptions withAccess(Access requested) {
    return new ParallelWriteOptions(order, file, resuming, checkpoint, requested, hints);
  }

  /// The same with a hint for the MPI library.
  ///
  /// @param key its name
  /// @param value its value
  /// @return the options
  /// @throws IllegalArgumentException if there is no such hint
  public ParallelWriteOptions withHint(String key, String value) {
    Map<String, String> more = new TreeMap<>(hints);
    more.put(key, value);
    return new ParallelWriteOptions(order, file, resuming, checkpoint, access, more);
  }
}
