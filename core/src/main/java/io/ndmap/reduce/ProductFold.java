package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.DoubleProduct;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Product of real numbers of up to eight bytes, in double precision.
final class ProductFold extends DoubleFold implements Fold.Product {

  private final DoubleProduct product = new DoubleProduct();

  ProductFold(ScalarKind kind, boolean ignoresNaN) {
    super(kind, ignoresNaN);
  }

  @Override
  void block(MemorySegment memory, long at, int count, int dropped, MemorySegment scratch) {
    product.doubles(memory, at, count);
  }

  @Override
  void merge(Fold later) {
    product.multiply(((ProductFold) later).product);
  }

  @Override
  void clear() {
    product.clear();
  }

  @Override
  public double product() {
    return product.total();
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    storeDouble(target, offset, product());
  }
}
