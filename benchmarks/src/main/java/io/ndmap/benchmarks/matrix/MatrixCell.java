package io.ndmap.benchmarks.matrix;

import io.ndmap.dtype.DType;
import java.util.ArrayList;
import java.util.List;

/// A field of the matrix.
///
/// @param operation what is done
/// @param dtype of its operands, as in NumPy
/// @param layout of its operands
/// @param bytes of its operands
/// @param place where its operands are
record MatrixCell(
    MatrixOperation operation, String dtype, MatrixLayout layout, long bytes, MatrixMemory place) {

  private static final double DOUBLE = 1e-9;

  /// All cells.
  ///
  /// @param small bytes of operands whose results are Java arrays
  /// @param cached bytes of the operands in the cache
  /// @param memory bytes of those from memory
  static List<MatrixCell> all(long small, long cached, long memory) {
    List<MatrixCell> cells = new ArrayList<>();
    for (long bytes : new long[] {small, cached, memory}) {
      for (MatrixOperation operation : MatrixOperations.all()) {
        for (String dtype : operation.dtypes()) {
          for (MatrixLayout layout : MatrixLayout.values()) {
            if (operation.applies(dtype, layout, bytes != cached)
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

  /// How many items there are: fewer if the results are wider than the operands; of records all.
  long items() {
    int itemsize = DType.parse(dtype).itemsize();
    return bytes
        / (layout == MatrixLayout.FIELD ? itemsize : Math.max(itemsize, operation.resultBytes()));
  }

  /// How far results may be apart: far in single precision, if the operation rounds at all.
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
