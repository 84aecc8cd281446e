package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import java.util.List;
import java.util.stream.IntStream;

/// The box of an array, and so the bytes of its file, that each rank reads or writes. Computed from
/// the header and the boxes alone: no file is opened, and MPI is not needed.
///
/// @param header the header of the file
/// @param boxes the box of each rank, within the array's shape
public record AccessPlan(NpyHeader header, List<Box> boxes) {

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if a box has another number of axes than the array
  /// @throws IndexOutOfBoundsException if a box reaches beyond the array
  public AccessPlan {
    boxes = List.copyOf(boxes);
    for (int rank = 0; rank < boxes.size(); rank++) {
      boxes.get(rank).requireWithin(header.shape(), "rank " + rank);
    }
  }

  /// Returns the plan to read a file along an axis. With n ranks, the first `length % n` ranks get
  /// one index of the axis more than the others ([Partition#alongAxis]).
  ///
  /// @param header the header of the file
  /// @param axis the axis, from `-n` to `n - 1` for an array of n axes; negative values count from
  ///   the end
  /// @param ranks the number of ranks
  /// @return the plan
  /// @throws IndexOutOfBoundsException if there is no such axis
  public static AccessPlan alongAxis(NpyHeader header, int axis, int ranks) {
    Partition parts = Partition.alongAxis(header.shape(), axis, ranks);
    return new AccessPlan(header, IntStream.range(0, ranks).mapToObj(parts::box).toList());
  }

  /// Returns the plan to write a new file along an axis, partitioned as for reading.
  ///
  /// @param dtype the dtype of the elements
  /// @param shape the lengths of the axes
  /// @param order the memory order of the file
  /// @param axis the axis, from `-n` to `n - 1` for an array of n axes; negative values count from
  ///   the end
  /// @param ranks the number of ranks
  /// @return the plan, with the header that NumPy writes
  /// @throws IndexOutOfBoundsException if there is no such axis
  public static AccessPlan alongAxis(DType dtype, Shape shape, Order order, int axis, int ranks) {
    return alongAxis(
        NpyHeaderCodec.readBack(NpyHeaderCodec.encode(dtype, order, shape)), axis, ranks);
  }

  /// Returns the bytes of the file that a rank reads or writes.
  ///
  /// @param rank from 0 to the number of ranks - 1
  /// @return the byte ranges
  /// @throws IndexOutOfBoundsException if there is no such rank
  public ByteRuns runs(int rank) {
    return ByteRuns.of(boxes.get(rank), header);
  }

  /// Returns the length in bytes of the shortest run of all ranks, or `Long.MAX_VALUE` if no rank
  /// has bytes.
  long shortestRun() {
    return IntStream.range(0, boxes.size())
        .mapToObj(this::runs)
        .filter(runs -> runs.count() > 0)
        .mapToLong(ByteRuns::length)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /// Describes the plan, for messages: a line for the file, and one for each rank.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s of %s, %s order: header of %s bytes, %s bytes of data%n"
            .formatted(
                header.shape(),
                header.dtype(),
                header.order(),
                header.dataOffset(),
                header.dataBytes()));
    for (int rank = 0; rank < boxes.size(); rank++) {
      text.append("rank %s: %s, %s%n".formatted(rank, boxes.get(rank), runs(rank)));
    }
    return text.toString();
  }
}
