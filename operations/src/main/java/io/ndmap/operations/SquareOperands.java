package io.ndmap.operations;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Operands that are views of two square arrays. `x`, `w`, `o` and `a`, which is changed in place,
/// are views of the first array. `y`, `u`, `f`, `h` and all targets are views of the second array.
/// Creating the views accesses no elements; their values are those that the arrays happen to have,
/// so `w` need not be zero.
///
/// @param x the first array
/// @param y the second array
/// @param axis the axis of operations along an axis
record SquareOperands(DoubleView x, DoubleView y, int axis) implements MeasuredOperands {

  private static final int EIGHTH = 8;
  private static final double[] EDGES = {0, 1, 9};
  private static final ByteView TRUE =
      NdView.of(new byte[] {1}).viewAs(DType.BOOL).as(ByteView.class);

  @Override
  public boolean isInteger() {
    return false;
  }

  @Override
  public NdView<?> a() {
    return x;
  }

  @Override
  public NdView<?> w() {
    return x;
  }

  @Override
  public NdView<?> z() {
    return y;
  }

  @Override
  public NdView<?> u() {
    return y;
  }

  @Override
  public NdView<?> d() {
    return y;
  }

  @Override
  public NdView<?> t(DType dtype) {
    return y.viewAs(dtype).slice("..., ::" + Double.BYTES / dtype.itemsize());
  }

  @Override
  public NdView<?> v() {
    return y.reshape(-1);
  }

  @Override
  public NdView<?> va() {
    return y;
  }

  @Override
  public ByteView m() {
    return t(DType.BOOL).as(ByteView.class);
  }

  /// Selects all elements, so that every element is accessed.
  @Override
  public ByteView s() {
    return TRUE.broadcastTo(x.shape());
  }

  @Override
  public NdView<?> q() {
    return y.reshape(-1);
  }

  @Override
  public long[] i() {
    return backwards(x.itemCount() / EIGHTH);
  }

  @Override
  public long[][] ij() {
    long width = x.size(1);
    return new long[][] {
      Arrays.stream(i()).map(at -> at / width).toArray(),
      Arrays.stream(i()).map(at -> at % width).toArray()
    };
  }

  @Override
  public NdView<?> h() {
    return few(i().length);
  }

  @Override
  public NdView<?> g() {
    return few(i().length);
  }

  @Override
  public long[] k() {
    return backwards(x.size(axis));
  }

  @Override
  public NdView<?> p() {
    return y;
  }

  @Override
  public double[] e() {
    return EDGES.clone();
  }

  /// Returns elements that are not sorted if other operations have changed the array; the result of
  /// a search is then arbitrary.
  @Override
  public NdView<?> o() {
    return x.reshape(-1);
  }

  @Override
  public NdView<?> f() {
    return few(y.itemCount() / EIGHTH);
  }

  private NdView<?> few(long count) {
    return y.reshape(-1).slice(0, 0, count, 1);
  }

  static long[] backwards(long count) {
    return LongStream.range(0, count).map(at -> count - 1 - at).toArray();
  }

  /// Returns the same descending indices of axis 1 for every row.
  static NdView<?> positions(Shape shape) {
    return NdView.of(backwards(shape.size(1))).broadcastTo(shape);
  }
}
