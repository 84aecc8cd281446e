package io.ndmap.product;

import io.ndmap.arithmetic.Computable;
import io.ndmap.axes.Broadcast;
import io.ndmap.axes.Layouts;
import io.ndmap.copy.Filling;
import io.ndmap.copy.Overlap;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.engine.BlockProducts;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.NumberArrays;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Products of matrices, of stacks of matrices, and of vectors, as `numpy.matmul`.
///
/// The products that make up a result element are added in ascending order of the inner index (see
/// [BlockProduct]). The bits of a result element therefore depend only on its row of the left
/// operand and its column of the right operand.
public final class MatrixProduct {

  private static final String VERB = "multiply matrices of";

  private final Items left;
  private final Items right;
  private final Items target;
  private final ScalarKind kind;

  /// @param left the left operand, of shape (…, m, k)
  /// @param right the right operand, of shape (…, k, n)
  /// @param target the target, of shape (…, m, n)
  /// @param kind the scalar type of the results
  private MatrixProduct(Items left, Items right, Items target, ScalarKind kind) {
    this.left = left;
    this.right = right;
    this.target = target;
    this.kind = kind;
  }

  /// Returns the product as a new array in C order.
  public static Items of(Items left, Items right) {
    ScalarKind kind = kind(left, right);
    Items rows = rows(left, right);
    Items columns = columns(left, right);
    Shape stack = Broadcast.common(stack(rows), stack(columns));
    LongStream.Builder sizes = LongStream.builder();
    Arrays.stream(stack.toArray()).forEach(sizes);
    if (left.rank() > 1) {
      sizes.add(left.size(left.rank() - 2));
    }
    if (right.rank() > 1) {
      sizes.add(right.size(right.rank() - 1));
    }
    ScalarType dtype = new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
    Shape shape = Shape.of(sizes.build().toArray());
    Items results = left.result(dtype, shape, Order.C, right).on(left.execution());
    into(left, right, results);
    return results;
  }

  /// Stores the product in a target, with same-kind casting. An operand that shares memory with the
  /// target is copied first.
  ///
  /// @throws io.ndmap.op.OverlapException if such an operand has more than 64 MiB
  public static void into(Items left, Items right, Items target) {
    target.requireWritable();
    ScalarKind kind = kind(left, right);
    Computable.requireGoesInto("products", kind, target);
    Items rows = rows(left, right);
    Items columns = columns(left, right);
    Strided results = target.strided();
    int axes = (left.rank() > 1 ? 1 : 0) + (right.rank() > 1 ? 1 : 0);
    if (results.rank() < axes) {
      throw mismatch(left, right, "the target has shape " + target.shape());
    }
    results = right.rank() > 1 ? results : results.newAxis(-1);
    results = left.rank() > 1 ? results : results.newAxis(-2);
    requireSize(left, right, "the target", 0, results.shape(), rows.size(rows.rank() - 2));
    requireSize(left, right, "the target", 1, results.shape(), columns.size(columns.rank() - 1));
    Items matrices = target.at(results);
    Shape stack = stack(matrices);
    new MatrixProduct(
            stacked(apart(rows, target), stack),
            stacked(apart(columns, target), stack),
            matrices,
            kind)
        .run();
  }

  private static ScalarKind kind(Items left, Items right) {
    return Promotion.of(Computable.kind(VERB, left), Computable.kind(VERB, right));
  }

  // ---- shapes

  private static Items rows(Items left, Items right) {
    requireAxes(left, right, left, "first");
    return left.rank() == 1 ? left.at(left.strided().newAxis(0)) : left;
  }

  private static Items columns(Items left, Items right) {
    requireAxes(left, right, right, "second");
    Items columns = right.rank() == 1 ? right.at(right.strided().newAxis(1)) : right;
    requireSize(left, right, "the second operand", 0, columns.shape(), left.size(left.rank() - 1));
    return columns;
  }

  private static Shape stack(Items matrices) {
    return Layouts.leading(matrices.strided(), matrices.rank() - 2).shape();
  }

  private static Items stacked(Items matrices, Shape stack) {
    int rank = stack.rank();
    long[] sizes = Arrays.copyOf(stack.toArray(), rank + 2);
    sizes[rank] = matrices.size(matrices.rank() - 2);
    sizes[rank + 1] = matrices.size(matrices.rank() - 1);
    return matrices.broadcastTo(Shape.of(sizes));
  }

  private static void requireAxes(Items left, Items right, Items operand, String which) {
    if (operand.rank() == 0) {
      throw mismatch(left, right, "the " + which + " operand needs at least one axis");
    }
  }

  /// @param axis 0 for the second-last axis, 1 for the last
  private static void requireSize(
      Items left, Items right, String which, int axis, Shape found, long expected) {
    long size = found.size(found.rank() - 2 + axis);
    if (size != expected) {
      throw mismatch(
          left,
          right,
          "%s has a mismatch in its core dimension %s: size %s is different from %s"
              .formatted(which, axis, size, expected));
    }
  }

  private static IllegalArgumentException mismatch(Items left, Items right, String what) {
    return new IllegalArgumentException(
        "matmul of shapes " + left.shape() + " and " + right.shape() + ": " + what);
  }

  private static Items apart(Items operand, Items target) {
    return Overlap.between(operand, target) ? SafeOrder.copy(operand, target) : operand;
  }

  // ---- running

  private void run() {
    if (target.itemCount() == 0) {
      return;
    }
    if (left.itemCount() == 0) {
      Filling.zeros(target);
      return;
    }
    if (target.kind().isComplex() && !kind.isComplex()) {
      Filling.zeros(target.imag());
      new MatrixProduct(left, right, target.real(), kind).run();
    } else if (isBetterTransposed()) {
      new MatrixProduct(transposed(right), transposed(left), transposed(target), kind).choose();
    } else {
      choose();
    }
  }

  /// Whether to compute the transposed product, `rightᵀ · leftᵀ`, because it packs the operands in
  /// memory order or with less padding. Never true for complex numbers: the transposed product
  /// would give results with different bits.
  private boolean isBetterTransposed() {
    MatrixOperand rows = new MatrixOperand(left, kind.part());
    MatrixOperand columns = new MatrixOperand(right, kind.part());
    return !kind.isComplex()
        && (columns.columns() < Math.min(rows.rows(), BlockProduct.ROWS)
            || (rows.isByColumns() && columns.isByColumns()));
  }

  private static Items transposed(Items matrices) {
    int[] axes = new int[matrices.rank()];
    Arrays.setAll(axes, axis -> axis);
    axes[axes.length - 2] = axes.length - 1;
    axes[axes.length - 1] = axes.length - 2;
    return matrices.at(matrices.strided().transpose(axes));
  }

  private void choose() {
    switch (computeType(kind.part())) {
      case FLOAT64 -> run(NumberArrays.DOUBLES, BlockProducts.DOUBLES);
      case FLOAT32 -> run(NumberArrays.FLOATS, BlockProducts.FLOATS);
      case INT32 -> run(NumberArrays.INTS, BlockProducts.INTS);
      default -> run(NumberArrays.LONGS, BlockProducts.LONGS);
    }
  }

  /// The compute type. Booleans are added as floats, because a sum of ones never wraps to zero in a
  /// float.
  private static ScalarKind computeType(ScalarKind part) {
    if (part.isInteger()) {
      return part.itemsize() <= Integer.BYTES ? ScalarKind.INT32 : ScalarKind.INT64;
    }
    return part == ScalarKind.BOOL ? ScalarKind.FLOAT32 : part.computeType();
  }

  private <A> void run(NumberArrays<A> arrays, BlockProduct<A> product) {
    ProductTiling tiles =
        ProductTiling.of(
            new MatrixOperand(left, arrays.kind()),
            new MatrixOperand(right, arrays.kind()),
            new MatrixOperand(target, arrays.kind()),
            arrays.itemsize(),
            kind,
            target.execution().parallelism());
    long group = Math.max(1, Pass.PART / tiles.work());
    long parts = Math.ceilDiv(tiles.count(), group);
    // No drop-behind, because later tiles read the same pages again.
    Execution how = target.execution();
    Execution keeping =
        new Execution(
            how.parallelism(),
            how.executor(),
            false,
            how.sortAccesses(),
            how.progress(),
            how.allocator());
    new Parts(keeping, left, right, target)
        .runWalks(
            parts,
            (part, walk) -> {
              TileProduct<A> tile = new TileProduct<>(tiles, arrays, product, target, kind, walk);
              long end = Math.min(tiles.count(), (part + 1) * group);
              for (long k = part * group; k < end; k++) {
                tile.run(k);
              }
            });
  }
}
