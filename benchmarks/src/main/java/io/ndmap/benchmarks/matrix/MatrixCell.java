package io.ndmap.benchmarks.matrix;

import io.ndmap.dtype.DType;
import io.ndmap.operations.MeasuredOperation;
import io.ndmap.operations.MeasuredOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A field of the matrix.
///
/// @param operation what is done
/// @param dtype of its operands, as in NumPy
/// @param layout of its operands
/// @param bytes of its operands
/// @param place where its operands are
record MatrixCell(
    MeasuredOperation operation,
    String dtype,
    MatrixLayout layout,
    long bytes,
    MatrixMemory place) {

  private static final double DOUBLE = 1e-9;

  /// Dtypes that are measured in one layout only.
  private static final Set<String> CONTIGUOUS_ONLY =
      Set.of("i2", "u2", "u8", "f2", ">f4", ">i4", "c16", "b1");

  private static final Set<String> SELECTED_DTYPES = Set.of("f8", "f4", "i4", "u1");
  private static final Set<MatrixLayout> SELECTED_LAYOUTS =
      Set.of(
          MatrixLayout.CONTIGUOUS,
          MatrixLayout.TRANSPOSED,
          MatrixLayout.COLUMN,
          MatrixLayout.AXIS_0);

  /// All cells.
  ///
  /// @param small bytes of operands whose results are Java arrays
  /// @param cached bytes of the operands in the cache
  /// @param memory bytes of those from memory
  static List<MatrixCell> all(long small, long cached, long memory) {
    List<MatrixCell> cells = new ArrayList<>();
    for (long bytes : new long[] {small, cached, memory}) {
      for (MeasuredOperation operation : MeasuredOperations.all()) {
        for (String dtype : operation.dtypes()) {
          for (MatrixLayout layout : MatrixLayout.values()) {
            if (applies(operation, dtype, layout, bytes != cached)
                && !(bytes == memory && operation.isCachedOnly())) {
              for (MatrixMemory place : MatrixMemory.values()) {
                cells.add(new MatrixCell(operation, dtype, layout, bytes, place));
              }
            }
          }
        }
      }
    }
    return cells;
  }

  /// Whether there is such a cell.
  ///
  /// @param isSelected whether some dtypes and layouts stand for all
  private static boolean applies(
      MeasuredOperation operation, String dtype, MatrixLayout layout, boolean isSelected) {
    return operation.dtypes().contains(dtype)
        && layout.isOf(operation.layouts())
        && (!CONTIGUOUS_ONLY.contains(dtype)
            || layout == MatrixLayout.CONTIGUOUS
            || layout == MatrixLayout.AXIS_0)
        && (!isSelected || (SELECTED_DTYPES.contains(dtype) && SELECTED_LAYOUTS.contains(layout)));
  }

  /// The number of elements: fewer if results are wider than operands, all for records.
  long items() {
    int itemsize = DType.parse(dtype).itemsize();
    return bytes
        / (layout == MatrixLayout.FIELD ? itemsize : Math.max(itemsize, operation.resultBytes()));
  }

  /// The tolerance of results: large in single precision, if the operation rounds at all.
  double bound() {
    return dtype.endsWith("f4") ? operation.bound() : Math.min(operation.bound(), DOUBLE);
  }

  /// By which it is known in results.
  String name() {
    return String.join(" ", operation.name(), dtype, layout.toString(), size()) + place.suffix();
  }

  /// Dtype, layout, size and place: cells that have them in common share their operands.
  String group() {
    return String.join(" ", dtype, layout.toString(), Long.toString(bytes), Long.toString(items()))
        + place.suffix();
  }

  /// The request that has `matrix.py` choose it.
  String[] forNumpy() {
    return new String[] {
      "cell",
      dtype,
      Long.toString(bytes),
      Long.toString(items()),
      layout.numpy(),
      layout.other(),
      Integer.toString(layout.axis()),
      operation.numpy()
    };
  }

  /// The request that has `matrix.c` choose it.
  String[] forC() {
    return new String[] {
      "cell", operation.name(), dtype, Long.toString(bytes), Long.toString(items())
    };
  }

  private String size() {
    return bytes < 1 << 20 ? (bytes >> 10) + " KiB" : (bytes >> 20) + " MiB";
  }
}
