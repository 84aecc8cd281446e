package io.ndmap.jvector;

import io.github.jbellis.jvector.graph.RandomAccessVectorValues;
import io.github.jbellis.jvector.vector.VectorizationProvider;
import io.github.jbellis.jvector.vector.types.VectorFloat;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Strided;
import io.ndmap.nd.FloatView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;

/// The rows of a matrix of `f4` as the vectors of a JVector index. Rows are read from the file at
/// each access; each copy of this object keeps only one row on the heap.
///
/// ```java
/// try (NpyFile file = NpyFile.open(Path.of("embeddings.npy"))) {
///   RowVectors vectors = RowVectors.of(file.view());
///   try (GraphIndexBuilder builder =
///       GraphIndexBuilder.builder(vectors, VectorSimilarityFunction.EUCLIDEAN, 16)
///           .withBeamWidth(100).withNeighborOverflow(1.2f).withAlpha(1.2f).build()) {
///     ImmutableGraphIndex index = builder.build(vectors);
///   }
/// }
/// ```
///
/// JVector's kernels accept only JVector's own vectors, which are arrays on the heap: [#getVector]
/// copies a row, whatever its byte order and strides, into an array that the next call overwrites
/// ([#isValueShared]).
///
/// **Threads.** An object must be used by one thread at a time; [#copy] returns another object over
/// the same rows. JVector makes a copy for each of its threads.
///
/// **Lifetime.** Accesses after the file is closed throw [FileClosedException]. Hold a `Lease` for
/// as long as the index is used. `NpyFile.close` waits for a row that is being copied.
public final class RowVectors implements RandomAccessVectorValues {

  private static final ValueLayout.OfFloat LITTLE =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat BIG =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final FloatView rows;
  private final MemorySegment segment;
  private final Backing backing;
  private final boolean isBig;
  private final int size;
  private final long first;
  private final long stride;
  private final boolean isRowContiguous;
  private final float[] row;
  private final VectorFloat<?> vector;

  private RowVectors(FloatView rows) {
    Strided strided = rows.strided();
    this.rows = rows;
    this.segment = rows.segment();
    this.backing = rows.backing();
    this.isBig = rows.dtype().descr().startsWith(">", 1);
    this.size = (int) strided.shape().size(0);
    this.first = strided.offset();
    this.stride = strided.stride(0);
    this.row = new float[(int) strided.shape().size(1)];
    this.isRowContiguous = row.length == 1 || strided.stride(1) == Float.BYTES;
    this.vector = VectorizationProvider.getInstance().getVectorTypeSupport().createFloatVector(row);
  }

  /// Returns the rows of a matrix as vectors.
  ///
  /// @param rows elements of `<f4` or `>f4`, of shape (vectors, dimension), in any layout, with at
  ///   least one column
  /// @return the vectors, row `i` as vector `i`
  /// @throws DTypeException if the dtype is not `f4`
  /// @throws IllegalArgumentException if the rank is not 2, there are no columns, or an axis is
  ///   longer than 2³¹-1
  /// @throws FileClosedException if the file of the view is closed
  public static RowVectors of(NdView<?> rows) {
    if (!(rows instanceof FloatView floats)) {
      throw new DTypeException(
          rows.backing().name()
              + ": vectors of JVector are rows of f4, found "
              + rows.dtype().descr()
              + "; convert the array with astype(DType.FLOAT32)");
    }
    if (rows.rank() != 2) {
      throw new IllegalArgumentException(
          rows.backing().name()
              + ": vectors of JVector are the rows of an array of rank 2, found shape "
              + rows.shape());
    }
    for (int axis = 0; axis < 2; axis++) {
      if (rows.shape().size(axis) > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            rows.backing().name()
                + ": JVector numbers vectors and dimensions by ints, found shape "
                + rows.shape()
                + "; index the array in slices of rows");
      }
    }
    if (rows.shape().size(1) == 0) {
      throw new IllegalArgumentException(
          rows.backing().name() + ": vectors need a dimension, found shape " + rows.shape());
    }
    return new RowVectors(floats);
  }

  /// The number of rows.
  ///
  /// @return the length of axis 0
  @Override
  public int size() {
    return size;
  }

  /// The length of a row.
  ///
  /// @return the length of axis 1
  @Override
  public int dimension() {
    return row.length;
  }

  /// Copies a row from the array.
  ///
  /// @param ordinal the index of the row
  /// @return the only vector of this object, which the next call overwrites
  /// @throws IndexOutOfBoundsException if there is no such row
  /// @throws MappingFaultException if the row cannot be read, for instance because another process
  ///   truncated the file
  /// @throws FileClosedException if the file is closed
  @Override
  public VectorFloat<?> getVector(int ordinal) {
    int index = Objects.checkIndex(ordinal, size);
    backing.pin();
    try {
      try {
        read(index);
      } finally {
        backing.barrier();
      }
    } catch (InternalError | IllegalStateException e) {
      throw backing.failure(e);
    } finally {
      backing.unpin();
    }
    return vector;
  }

  private void read(int index) {
    if (isRowContiguous) {
      MemorySegment.copy(segment, isBig ? BIG : LITTLE, first + index * stride, row, 0, row.length);
      return;
    }
    for (int j = 0; j < row.length; j++) {
      row[j] = rows.get(index, j);
    }
  }

  /// Returns whether all calls of [#getVector] return the same vector.
  ///
  /// @return true
  @Override
  public boolean isValueShared() {
    return true;
  }

  /// Returns another object over the same rows, for use by another thread. Its [#getVector] returns
  /// a separate vector.
  ///
  /// @return the other object
  /// @throws FileClosedException if the file is closed
  @Override
  public RowVectors copy() {
    return new RowVectors(rows);
  }
}
