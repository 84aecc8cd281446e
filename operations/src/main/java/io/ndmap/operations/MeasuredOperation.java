package io.ndmap.operations;

import java.util.List;

/// A bulk operation whose time is compared with NumPy's.
///
/// @param name the name of the operation in results
/// @param layouts the layouts of the operands with which the operation is measured
/// @param dtypes the dtypes of the operands with which the operation is measured
/// @param isCachedOnly whether the operation is measured only on operands that fit into the caches.
///   For larger operands, a similar operation represents it
/// @param bound the maximum relative difference of floating-point results
/// @param resultBytes the itemsize of the result if it may exceed the itemsize of the operands,
///   otherwise 0
/// @param methods the methods of [io.ndmap.nd.NdView] that the operation measures, such as `sum()`
///   or `sum(int,int[])`
/// @param numpy the equivalent NumPy expression, see `matrix.py`
/// @param work the operation in ndmap
public record MeasuredOperation(
    String name,
    Layouts layouts,
    List<String> dtypes,
    boolean isCachedOnly,
    double bound,
    int resultBytes,
    List<String> methods,
    String numpy,
    Work work) {

  /// The operation in ndmap.
  public interface Work {
    /// Runs the operation once.
    ///
    /// @param operands the operands and targets
    /// @return the result, even if it is stored into an operand
    Object of(MeasuredOperands operands);
  }

  /// Groups of layouts in which an operation is measured.
  public enum Layouts {
    /// All layouts of operations that have no axis.
    ALL,
    /// The contiguous and the strided layout, for an operation that is rarely used or shares the
    /// loop of another operation.
    FEW,
    /// The contiguous layout only.
    ONE,
    /// The layouts of operations along an axis.
    AXES
  }

  public MeasuredOperation {
    dtypes = List.copyOf(dtypes);
    methods = List.copyOf(methods);
  }
}
