package io.ndmap.operations;

import java.util.List;

/// A bulk operation that is timed beside NumPy.
///
/// @param name by which it is known
/// @param layouts of its operands
/// @param dtypes of its operands
/// @param isCachedOnly whether another operation stands for it from memory
/// @param bound how far results of floating-point numbers may be apart, as a part of themselves
/// @param resultBytes of an element of its result, if that may be wider than its operands, else 0
/// @param methods of [io.ndmap.nd.NdView] that it measures, as `sum()` or `sum(int,int[])`
/// @param numpy the expression, see `matrix.py`
/// @param work the same by ndmap
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

  /// The operation by ndmap.
  public interface Work {
    /// Does it once.
    ///
    /// @param operands what it works on
    /// @return the result, also where it is in an operand
    Object of(MeasuredOperands operands);
  }

  /// The layouts that make a difference.
  public enum Layouts {
    /// All but those of axes.
    ALL,
    /// Some, for what is rarely used or is another operation in a different guise.
    FEW,
    /// Contiguous elements.
    ONE,
    /// The layouts of axes.
    AXES
  }

  public MeasuredOperation {
    dtypes = List.copyOf(dtypes);
    methods = List.copyOf(methods);
  }
}
