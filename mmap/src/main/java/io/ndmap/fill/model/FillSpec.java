package io.ndmap.fill.model;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import org.jspecify.annotations.Nullable;

/// The specification of a fill, equal for all participants.
///
/// @param dtype the dtype
/// @param shape the lengths of the array's axes
/// @param order the memory order of the file
/// @param chunkShape the lengths of a chunk, each at least 1; null for contiguous chunks of about 1
///   MiB, or, when joining, for the chunks of the existing fill
/// @param durable whether a chunk's data are on the disk before the chunk counts as done: done
///   chunks then survive crashes of the system, not only of processes
/// @param visible whether the array has its own name from the beginning, for arrays that are read
///   while they are filled; otherwise it is published when it is complete
/// @param maxFailures the number of failures ([io.ndmap.fill.Claim#abandon]), at most 255, that
///   poison a chunk, so that it is not claimed again; 0 for no limit
/// @param maxDeaths the number of deaths of its owners that poison a chunk, at most 255; 0 for no
///   limit
public record FillSpec(
    DType dtype,
    Shape shape,
    Order order,
    @Nullable Shape chunkShape,
    boolean durable,
    boolean visible,
    int maxFailures,
    int maxDeaths) {

  /// The default number of failures that poison a chunk.
  public static final int DEFAULT_MAX_FAILURES = 3;

  /// The default number of deaths that poison a chunk.
  public static final int DEFAULT_MAX_DEATHS = 20;

  private static final int MAX_LIMIT = 255;

  /// Checks the dtype, the limits and the chunk.
  ///
  /// @throws DTypeException if the elements are Python objects
  /// @throws IllegalArgumentException if a limit is not 0 to 255, the rank of a chunk differs from
  ///   the array's, or a length of a chunk is less than 1
  public FillSpec {
    if (dtype.hasObject()) {
      throw new DTypeException(
          "elements of "
              + dtype.descr()
              + " are Python objects, stored as a pickle: they cannot be mapped");
    }
    requireLimit("maxFailures", maxFailures);
    requireLimit("maxDeaths", maxDeaths);
    if (chunkShape != null) {
      if (chunkShape.rank() != shape.rank()) {
        throw new IllegalArgumentException(
            "chunks " + chunkShape + " of an array " + shape + ": the number of axes differs");
      }
      for (int axis = 0; axis < chunkShape.rank(); axis++) {
        if (chunkShape.size(axis) < 1) {
          throw new IllegalArgumentException("chunks " + chunkShape + " hold nothing");
        }
      }
    }
  }

  private static void requireLimit(String name, int limit) {
    if (limit < 0 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(name + " " + limit + " is not between 0 and " + MAX_LIMIT);
    }
  }

  /// Returns the specification of a fast fill, which does not force data to the disk, and which
  /// publishes the array when it is complete. Its chunks are contiguous and have about 1 MiB each;
  /// its limits are the default ones.
  ///
  /// @param dtype the dtype
  /// @param shape the lengths of the array's axes
  /// @param order the memory order of the file
  /// @return the specification
  /// @throws DTypeException if the elements are Python objects
  public static FillSpec of(DType dtype, Shape shape, Order order) {
    return new FillSpec(
        dtype, shape, order, null, false, false, DEFAULT_MAX_FAILURES, DEFAULT_MAX_DEATHS);
  }

  /// Returns this specification with other chunks.
  ///
  /// @param lengths the lengths of a chunk; when the fill is created, a length that exceeds the
  ///   array's axis is reduced to the length of the axis
  /// @return the specification
  /// @throws IllegalArgumentException if the number of lengths is not the array's rank, or a length
  ///   is less than 1
  public FillSpec withChunks(long... lengths) {
    return new FillSpec(
        dtype, shape, order, Shape.of(lengths), durable, visible, maxFailures, maxDeaths);
  }

  /// Returns this specification with durability: a chunk's data are forced to the disk before the
  /// chunk is done.
  ///
  /// @return the specification
  public FillSpec withDurability() {
    return new FillSpec(dtype, shape, order, chunkShape, true, visible, maxFailures, maxDeaths);
  }

  /// Returns this specification with the array under its own name during the fill.
  ///
  /// @return the specification
  public FillSpec visibleDuringFill() {
    return new FillSpec(dtype, shape, order, chunkShape, durable, true, maxFailures, maxDeaths);
  }

  /// Returns this specification with other limits.
  ///
  /// @param failures the number of failures that poison a chunk, at most 255; 0 for no limit
  /// @param deaths the number of deaths that poison a chunk, at most 255; 0 for no limit
  /// @return the specification
  /// @throws IllegalArgumentException if a limit is not 0 to 255
  public FillSpec withLimits(int failures, int deaths) {
    return new FillSpec(dtype, shape, order, chunkShape, durable, visible, failures, deaths);
  }
}
