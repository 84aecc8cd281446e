package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.Expression;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Products of vectors and of blocks. For products of matrices see [NdView#matmul(NdView)] and
/// [NdView#dot].
///
/// New arrays are in C order, and are allocated as described at [NdView]. Long doubles are not
/// supported.
public final class Products {

  private Products() {}

  /// {@return the vectors perpendicular to pairs of vectors, `np.cross(a, b)`} Results have the
  /// common dtype of both arrays; integers wrap. For another axis use [NdView#moveAxis(int, int)]
  /// first.
  ///
  /// @param one numbers, three along the last axis
  /// @param other numbers, three along the last axis, of a shape that broadcasts with that of `one`
  /// @throws IllegalArgumentException if the length of a last axis is not 3, or the shapes do not
  ///   broadcast together
  /// @throws DTypeException if the elements are booleans, long doubles or not numbers
  public static NdView<?> cross(NdView<?> one, NdView<?> other) {
    requireVectors(one);
    requireVectors(other);
    DType dtype = common(one, other);
    Shape shape = Manipulation.broadcast(List.of(one, other)).getFirst().shape();
    NdView<?> result = ViewItems.emptyLike(one, dtype, shape, Order.C);
    for (int k = 0; k < 3; k++) {
      int next = (k + 1) % 3;
      int last = (k + 2) % 3;
      part(one, next, dtype)
          .times(part(other, last, dtype))
          .minus(part(one, last, dtype).times(part(other, next, dtype)))
          .into(result.index(-1, k).on(one.execution()));
    }
    return result;
  }

  private static void requireVectors(NdView<?> view) {
    if (view.rank() == 0 || view.size(view.rank() - 1) != 3) {
      throw new IllegalArgumentException(
          view.backing().name()
              + ": vectors of three numbers along the last axis are needed, found shape "
              + view.shape());
    }
  }

  private static Expression part(NdView<?> vectors, int k, DType dtype) {
    return Expression.of(vectors.index(-1, k)).astype(dtype);
  }

  private static DType common(NdView<?> one, NdView<?> other) {
    return new ScalarType(Promotion.of(kind(one), kind(other)), ByteOrder.LITTLE_ENDIAN);
  }

  private static ScalarKind kind(NdView<?> view) {
    if (view.dtype() instanceof ScalarType scalar) {
      return scalar.kind();
    }
    throw new DTypeException(
        view.backing().name() + ": elements of " + view.dtype() + " have no products");
  }

  /// {@return the Kronecker product, `np.kron(a, b)`: each element of the first array is replaced
  /// by its product with the whole second array} The array with fewer axes gets leading axes of
  /// length 1.
  ///
  /// @param one numbers
  /// @param other numbers
  /// @throws IllegalArgumentException if the length of an axis or the number of elements exceeds
  ///   2^63-1
  /// @throws DTypeException if the elements are long doubles or not numbers
  public static NdView<?> kron(NdView<?> one, NdView<?> other) {
    int rank = Math.max(one.rank(), other.rank());
    NdView<?> outer = Manipulation.withRank(one, rank);
    NdView<?> inner = Manipulation.withRank(other, rank);
    long[] sizes = new long[rank];
    List<Long> pairs = new ArrayList<>();
    for (int axis = rank - 1; axis >= 0; axis--) {
      sizes[axis] = ViewItems.length(outer.size(axis), inner.size(axis));
      if (sizes[axis] == 1) {
        outer = outer.index(axis, 0);
        inner = inner.index(axis, 0);
      }
    }
    // Each axis becomes two, unless it has length 1 in one of the arrays.
    for (int axis = outer.rank() - 1; axis >= 0; axis--) {
      long most = outer.size(axis);
      long least = inner.size(axis);
      if (most != 1 && least != 1) {
        outer = outer.newAxis(axis + 1);
        inner = inner.newAxis(axis);
        pairs.addFirst(least);
        pairs.addFirst(most);
      } else {
        pairs.addFirst(most * least);
      }
    }
    Expression blocks = Expression.of(outer).combine(Binary.TIMES, Expression.of(inner));
    NdView<?> result = ViewItems.emptyLike(one, blocks.dtype(), Shape.of(sizes), Order.C);
    long[] apart = pairs.stream().mapToLong(Long::longValue).toArray();
    blocks.into(result.reshape(apart).on(one.execution()));
    return result;
  }
}
