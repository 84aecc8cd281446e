package io.ndmap.operations;

import io.ndmap.dtype.DType;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.NdView;

/// The operands of a [MeasuredOperation], with the same names as in `matrix.py`.
public interface MeasuredOperands {

  /// The axis of operations along an axis.
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

  /// A target in the native byte order.
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

  /// A target of selections, with as many elements as `x`.
  NdView<?> q();

  /// Scattered indices in C order.
  long[] i();

  /// The indices of [#i] as coordinates, one array per axis.
  long[][] ij();

  /// The elements to scatter, one for each index of [#i].
  NdView<?> h();

  /// A target of gathered elements, one for each index of [#i].
  NdView<?> g();

  /// Scattered indices along the axis.
  long[] k();

  /// A target of the elements taken at the indices [#k].
  NdView<?> p();

  /// The edges of bins.
  double[] e();

  /// Sorted elements.
  NdView<?> o();

  /// An eighth of `y`, as a vector.
  NdView<?> f();
}
