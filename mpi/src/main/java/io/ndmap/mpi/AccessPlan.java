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

/// Which rank reads or writes which box of an array, and so which bytes of its file. A pure
/// function of the header and the boxes: nothing is opened, and no MPI is needed.
///
/// @param header of the file
/// @param boxes the box of each rank, within the shape of the header
public record AccessPlan(NpyHeader header, List<Box> boxes) {

  /// A copy of the list is kept.
  ///
  /// @throws IllegalArgumentException if a box has another rank than the array
  /// @throws IndexOutOfBoundsException if a box reaches beyond the array
  public AccessPlan {
    boxes = List.copyOf(boxes);
    for (int rank = 0; rank < boxes.size(); rank++) {
      boxes.get(rank).requireWithin(header.shape(), "rank " + rank);
    }
  }

  /// The plan to read a file along an axis: the first `size % n` ranks have one position more than
  /// the others ([Partition#alongAxis]).
  ///
  /// @param header of the file
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param ranks how many
  /// @return the plan
  /// @throws IndexOutOfBoundsException if there is no such axis
  public static AccessPlan alongAxis(NpyHeader header, int axis, int ranks) {
    Partition parts = Partition.alongAxis(header.shape(), axis, ranks);
    return new AccessPlan(header, IntStream.range(0, ranks).mapToObj(parts::box).toList());
  }

  /// The plan to write a new file along an axis, in the same parts.
  ///
  /// @param dtype what an element is
  /// @param shape the lengths of the axes
  /// @param order which axis varies fastest in the file
  /// @param axis as above
  /// @param ranks how many
  /// @return the plan, with the header that NumPy writes
  /// @throws IndexOutOfBoundsException if there is no such axis
  public static AccessPlan alongAxis(DType dtype, Shape shape, Order order, int axis, int ranks) {
    return alongAxis(
        NpyHeaderCodec.readBack(NpyHeaderCodec.encode(dtype, order, shape)), axis, ranks);
  }

  /// The bytes of a rank.
  ///
  /// @param rank from 0 on
  /// @return where they are
  /// @throws IndexOutOfBoundsException if there is no such rank
  public ByteRuns runs(int rank) {
    return ByteRuns.of(boxes.get(rank), header);
  }

  /// The shortest run of any rank that has bytes.
  long shortestRun() {
    return IntStream.range(0, boxes.size())
        .mapToObj(this::runs)
        .filter(runs -> runs.count() > 0)
        .mapToLong(ByteRuns::length)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /// The plan as lines for people: the file, and what each rank accesses of it.
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
