package io.ndmap.benchmarks.matrix;

import java.util.List;
import java.util.Set;

/// A row of the matrix: what is done, by numpy and by ndmap.
///
/// @param name by which it is known
/// @param layouts of its operands
/// @param dtypes of its operands
/// @param isCachedOnly whether another operation stands for it from memory
/// @param bound how far results of floating-point numbers may be apart, as a part of themselves
/// @param resultBytes of an item of its result, if that may be wider than its operands, else 0
/// @param methods of [io.ndmap.nd.NdView] that it measures, as `sum()` or `sum(int,int[])`
/// @param numpy the expression, see `matrix.py`
/// @param work the same by ndmap
record MatrixOperation(
    String name,
    Layouts layouts,
    List<String> dtypes,
    boolean isCachedOnly,
    double bound,
    int resultBytes,
    List<String> methods,
    String numpy,
    Work work) {

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

  /// What ndmap does.
  interface Work {
    /// Does it once.
    ///
    /// @param operands what it works on
    /// @return the result, also where it is in an operand
    Object of(MatrixOperands operands);
  }

  /// Which layouts make a difference.
  enum Layouts {
    /// All but those of axes.
    ALL,
    /// Some, for what is rarely used or is another operation in a different guise.
    FEW,
    /// Contiguous items.
    ONE,
    /// Those of axes.
    AXES;

    private boolean has(MatrixLayout layout) {
      return switch (this) {
        case ALL -> !layout.isAxis();
        case FEW -> layout == MatrixLayout.CONTIGUOUS || layout == MatrixLayout.STRIDED;
        case ONE -> layout == MatrixLayout.CONTIGUOUS;
        case AXES -> layout.isAxis();
      };
    }
  }

  MatrixOperation {
    dtypes = List.copyOf(dtypes);
    methods = List.copyOf(methods);
  }

  /// Whether there is such a cell.
  ///
  /// @param isSelected whether some dtypes and layouts stand for all
  boolean applies(String dtype, MatrixLayout layout, boolean isSelected) {
    return dtypes.contains(dtype)
        && layouts.has(layout)
        && (!CONTIGUOUS_ONLY.contains(dtype)
            || layout == MatrixLayout.CONTIGUOUS
            || layout == MatrixLayout.AXIS_0)
        && (!isSelected || (SELECTED_DTYPES.contains(dtype) && SELECTED_LAYOUTS.contains(layout)));
  }
}
