package io.ndmap.array;

import io.ndmap.axes.Broadcast;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Shape;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.op.Reduction;

/// The indices of `np.take_along_axis` and `np.put_along_axis`: positions along one axis of an
/// array. [#forEach] converts them to full coordinates of the array's elements, batch by batch in C
/// order.
///
/// @param shape the shape that the positions and the array are broadcast to, where the array counts
///   as having length 1 along the axis
/// @param indices the positions, broadcast to `shape`
/// @param axis the axis
/// @param size the length of the array's axis
record AxisPositions(Shape shape, NdView<?> indices, int axis, long size) {

  /// The maximum number of coordinates of a batch, for all axes together; they take 2 MiB.
  private static final long MOST = 1 << 18;

  /// A callback for coordinates.
  interface Body {

    /// @param coordinates for each axis of the array, the indices of the batch's elements on this
    ///   axis
    /// @param from the C-order index in the result of the batch's first element
    /// @param to the C-order index in the result after the batch's last element
    void run(long[][] coordinates, long from, long to);
  }

  /// @throws IllegalArgumentException if the ranks differ, or shapes do not broadcast together
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the positions are not integers
  static AxisPositions of(NdView<?> array, NdView<?> indices, int which) {
    int axis = array.shape().axis(which);
    if (indices.rank() != array.rank()) {
      throw new IllegalArgumentException(
          "positions of shape %s and an array of shape %s do not have the same rank"
              .formatted(indices.shape(), array.shape()));
    }
    if (!(indices.dtype() instanceof ScalarType scalar) || !scalar.kind().isInteger()) {
      throw new DTypeException("positions must be integers, found " + indices.dtype());
    }
    Shape others = Manipulation.sized(array, axis, 1);
    Shape shape = Broadcast.common(others, indices.shape());
    // As in NumPy, which converts positions to signed integers.
    NdView<?> signed =
        scalar.kind() == ScalarKind.UINT64
            ? indices.viewAs(new ScalarType(ScalarKind.INT64, scalar.order()))
            : indices;
    return new AxisPositions(shape, signed.broadcastTo(shape), axis, array.size(axis));
  }

  /// @throws IndexOutOfBoundsException if a position is outside the axis
  void requirePositions() {
    if (indices.itemCount() > 0) {
      requirePosition(indices.reduce(Reduction.MIN).getLong());
      requirePosition(indices.reduce(Reduction.MAX).getLong());
    }
  }

  private void requirePosition(long position) {
    if (position < -size || position >= size) {
      throw new IndexOutOfBoundsException(
          "index " + position + " is out of bounds for axis " + axis + " with size " + size);
    }
  }

  /// Passes the coordinates of all elements, batch by batch.
  void forEach(NdView<?> array, Body body) {
    long count = shape.itemCount();
    long batch = Math.max(1, MOST / shape.rank());
    for (long from = 0; from < count; from += batch) {
      long to = Math.min(count, from + batch);
      body.run(coordinates(array, from, to), from, to);
    }
  }

  private long[][] coordinates(NdView<?> array, long from, long to) {
    int rank = shape.rank();
    int n = (int) (to - from);
    NdView<?> some = NdView.zeros(indices.dtype(), n);
    var _ = new FlatCopy(indices, some).then(from, to);
    LongView positions = NdView.zeros(DType.INT64, n).as(LongView.class);
    some.copyTo(positions, Casting.UNSAFE);
    long[][] coordinates = new long[rank][];
    long below = 1;
    for (int k = rank - 1; k >= 0; k--) {
      long length = shape.size(k);
      coordinates[k] = k == axis ? positions.toArray() : new long[n];
      if (k != axis && array.size(k) > 1) {
        for (int i = 0; i < n; i++) {
          coordinates[k][i] = (from + i) / below % length;
        }
      }
      below *= length;
    }
    return coordinates;
  }
}
