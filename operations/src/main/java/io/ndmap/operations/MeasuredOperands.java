package io.ndmap.operations;

import io.ndmap.dtype.DType;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.NdView;

/// The operands of a [MeasuredOperation], by the names that `matrix.py` has.
public interface MeasuredOperands {

  /// The axis of an operation along one.
  int axis();

  /// Whether the elements are integers.
  boolean isInteger();

  /// The first operand.
  NdView<?> x();

  /// The second operand.
  NdView<?> y();

  /// An operand with the elements and the layout of `x` that is changed in place.
  NdView<?> a();

  /// Zeros in the layout of `x`.
  NdView<?> w();

  /// A target of the native dtype.
  NdView<?> z();

  /// An array compared with `x`.
  NdView<?> u();

  /// A target of quotients.
  NdView<?> d();

  /// A target of casts.
  NdView<?> t(DType dtype);

  /// A target of the cumulative sums of all elements.
  NdView<?> v();

  /// A target of cumulative sums along an axis.
  NdView<?> va();

  /// A target of comparisons.
  ByteView m();

  /// A mask.
  ByteView s();

  /// A target of selections, as long as all elements.
  NdView<?> q();

  /// Scattered indices in C order.
  long[] i();

  /// The same as coordinates.
  long[][] ij();

  /// The elements that are scattered, one for each index.
  NdView<?> h();

  /// A target of gathered elements, one for each index.
  NdView<?> g();

  /// Scattered positions on an axis.
  long[] k();

  /// A target of the elements taken at these positions.
  NdView<?> p();

  /// The edges of bins.
  double[] e();

  /// Sorted elements.
  NdView<?> o();

  /// An eighth of `y`, as a vector.
  NdView<?> f();
}
