package io.ndmap.operations;

import java.util.List;

/// A bulk operation whose time is compared with NumPy's.
///
/// @param name its name in results
/// @param layouts the layouts of its operands in which it is measured
/// @param dtypes the dtypes of its operands with which it is measured
/// @param isCachedOnly whether it is measured only on operands that fit into the caches; for larger
///   operands, a similar operation represents it
/// @param bound the maximum relative difference of floating-point results
/// @param resultBytes the bytes of an element of its result if that may be wider than an element of
///   its operands, otherwise 0
/// @param methods the methods of [io.ndmap.nd.NdView] that it measures, such as `sum()` or
///   `sum(int,int[])`
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
    /// Two layouts, for an operation that is rarely used or shares the loop of another one.
    FEW,
    /// Contiguous elements.
    ONE,
    /// The layouts of operations along an axis.
    AXES
  }

  public MeasuredOperation {
    dtypes = List.copyOf(dtypes);
    methods = List.copyOf(methods);
  }
}
