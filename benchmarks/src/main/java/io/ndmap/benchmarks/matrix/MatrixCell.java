package io.ndmap.benchmarks.matrix;

import io.ndmap.dtype.DType;
import io.ndmap.operations.MeasuredOperation;
import io.ndmap.operations.MeasuredOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A cell of the matrix: an operation on operands of one dtype, layout, size and kind of memory.
///
/// @param operation the operation
/// @param dtype the dtype of the operands, in NumPy's short form, such as `>f4`
/// @param layout the layout of the operands
/// @param bytes the size of an operand in bytes
/// @param place the kind of memory in which the operands are
record MatrixCell(
    MeasuredOperation operation,
    String dtype,
    MatrixLayout layout,
    long bytes,
    MatrixMemory place) {

  private static final double DOUBLE = 1e-9;

  /// Dtypes that are measured only in the layout [MatrixLayout#CONTIGUOUS] or, by operations along
  /// an axis, [MatrixLayout#AXIS_0].
  private static final Set<String> CONTIGUOUS_ONLY =
      Set.of("i2", "u2", "u8", "f2", ">f4", ">i4", "c16", "b1");

  private static final Set<String> SELECTED_DTYPES = Set.of("f8", "f4", "i4", "u1");
  private static final Set<MatrixLayout> SELECTED_LAYOUTS =
      Set.of(
          MatrixLayout.CONTIGUOUS,
          MatrixLayout.TRANSPOSED,
          MatrixLayout.COLUMN,
          MatrixLayout.AXIS_0);

  /// Returns all cells.
  ///
  /// @param small the size in bytes of operands so small that results are Java arrays
  /// @param cached the size in bytes of operands that fit into the caches
  /// @param memory the size in bytes of operands that are larger than the caches
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

  /// Returns whether the matrix has a cell for an operation, a dtype and a layout.
  ///
  /// @param isSelected whether only the selected dtypes and layouts are measured
  private static boolean applies(
      MeasuredOperation operation, String dtype, MatrixLayout layout, boolean isSelected) {
    return operation.dtypes().contains(dtype)
        && layout.isOf(operation.layouts())
        && (!CONTIGUOUS_ONLY.contains(dtype)
            || layout == MatrixLayout.CONTIGUOUS
            || layout == MatrixLayout.AXIS_0)
        && (!isSelected || (SELECTED_DTYPES.contains(dtype) && SELECTED_LAYOUTS.contains(layout)));
  }

  /// Returns the number of elements of an operand: as many as fit into `bytes`. If elements of the
  /// result are wider, it is the number of those that fit into `bytes`, except for records.
  long items() {
    int itemsize = DType.parse(dtype).itemsize();
    return bytes
        / (layout == MatrixLayout.FIELD ? itemsize : Math.max(itemsize, operation.resultBytes()));
  }

  /// Returns the relative tolerance when results are compared: the tolerance of the operation, but
  /// at most 1e-9 unless the dtype has single precision.
  double bound() {
    return dtype.endsWith("f4") ? operation.bound() : Math.min(operation.bound(), DOUBLE);
  }

  /// Returns the name of the cell in results.
  String name() {
    return String.join(" ", operation.name(), dtype, layout.toString(), size()) + place.suffix();
  }

  /// Returns a text of dtype, layout, size and memory. Cells with the same text use the same
  /// operands.
  String group() {
    return String.join(" ", dtype, layout.toString(), Long.toString(bytes), Long.toString(items()))
        + place.suffix();
  }

  /// Returns the request that selects the cell in `matrix.py`.
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

  /// Returns the request that selects the cell in `matrix.c`.
  String[] forC() {
    return new String[] {
      "cell", operation.name(), dtype, Long.toString(bytes), Long.toString(items())
    };
  }

  private String size() {
    return bytes < 1 << 20 ? (bytes >> 10) + " KiB" : (bytes >> 20) + " MiB";
  }
}
