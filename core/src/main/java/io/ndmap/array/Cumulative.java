package io.ndmap.array;

import io.ndmap.arithmetic.Accumulation;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import java.nio.ByteOrder;

/// Cumulative products, and cumulative sums and products that ignore NaN. For cumulative sums see
/// [NdView#cumSum()].
///
/// Memory is bounded, and results have the same bits with any number of threads. Operations along
/// an axis distribute the 1-d slices over the threads of the array's execution; operations on all
/// elements in C order use one thread. New arrays are little-endian and in C order, and are
/// allocated as described at [NdView]. A target may have any layout and byte order, may be a mapped
/// file, and may share memory with the array as for [NdView#cumSum(int, NdView)].
public final class Cumulative {

  private Cumulative() {}

  // ---- products

  /// {@return the cumulative products of all elements in C order, `np.cumprod(a)`, see
  /// [#prod(NdView, int, NdView)]: `i8` for booleans and signed integers, `u8` for unsigned
  /// integers, else the elements' dtype}
  ///
  /// @param array numbers
  /// @throws DTypeException if the elements are not numbers
  public static NdView<?> prod(NdView<?> array) {
    NdView<?> products = vector(array, Binary.TIMES);
    prod(array, products);
    return products;
  }

  /// Stores the cumulative products of all elements in C order, `np.cumprod(a, out=target)`, see
  /// [#prod(NdView, int, NdView)].
  ///
  /// @param array numbers
  /// @param target a view of rank 1 with as many elements as the array
  public static void prod(NdView<?> array, NdView<?> target) {
    Accumulation.flat(Binary.TIMES, ViewItems.of(array), ViewItems.of(target));
  }

  /// {@return the cumulative products along an axis, `np.cumprod(a, axis)`, of the dtype of
  /// [#prod(NdView)], see [#prod(NdView, int, NdView)]}
  ///
  /// @param array numbers
  /// @param axis the axis along which to multiply
  /// @throws DTypeException if the elements are not numbers
  public static NdView<?> prod(NdView<?> array, int axis) {
    int along = array.shape().axis(axis);
    NdView<?> products = like(array, Binary.TIMES);
    prod(array, along, products);
    return products;
  }

  /// Stores the cumulative products along an axis, `np.cumprod(a, axis, out=target)`.
  ///
  /// Elements are multiplied one after the other in the common dtype of the two arrays. Each
  /// product is rounded to this dtype, also for `f2`; long doubles are rounded to 64 bits of
  /// significand. Complex numbers are rounded after each of the four products of their parts. The
  /// products are converted to the target's dtype. Integers wrap. All products after a NaN are the
  /// canonical NaN.
  ///
  /// @param array numbers
  /// @param axis the axis along which to multiply
  /// @param target a view of the same shape
  /// @throws IllegalArgumentException if the target has another shape
  /// @throws DTypeException if the array or the target has elements that are not numbers, or the
  ///   products cannot be cast to the target's dtype by same-kind casting
  public static void prod(NdView<?> array, int axis, NdView<?> target) {
    int along = array.shape().axis(axis);
    Accumulation.along(Binary.TIMES, ViewItems.of(array), along, ViewItems.of(target));
  }

  // ---- without NaN

  /// {@return the cumulative sums of all elements in C order, where NaN counts as 0,
  /// `np.nancumsum(a)`, of the dtype of [NdView#cumSum()]}
  ///
  /// @param array numbers or timedeltas; `NaT` is not replaced by 0, as in NumPy
  /// @throws DTypeException if the elements are neither numbers nor timedeltas
  public static NdView<?> nanSum(NdView<?> array) {
    NdView<?> sums = vector(array, Binary.PLUS);
    return flat(array, Binary.PLUS, sums);
  }

  /// {@return the cumulative sums along an axis, where NaN counts as 0, `np.nancumsum(a, axis)`, of
  /// the dtype of [NdView#cumSum()]}
  ///
  /// @param array see [#nanSum(NdView)]
  /// @param axis the axis along which to add
  /// @throws DTypeException as [#nanSum(NdView)]
  public static NdView<?> nanSum(NdView<?> array, int axis) {
    int along = array.shape().axis(axis);
    NdView<?> sums = like(array, Binary.PLUS);
    along(array, Binary.PLUS, along, sums);
    return sums;
  }

  /// Stores the cumulative sums along an axis, where NaN counts as 0, `np.nancumsum(a, axis,
  /// out=target)`.
  ///
  /// @param array see [#nanSum(NdView)]
  /// @param axis the axis along which to add
  /// @param target a view of the same shape; if the array is floating-point or complex, the target
  ///   must have its dtype, except for byte order
  /// @throws IllegalArgumentException if the target has another shape
  /// @throws DTypeException as [#nanSum(NdView)], or if the target's dtype does not fit
  public static void nanSum(NdView<?> array, int axis, NdView<?> target) {
    along(array, Binary.PLUS, array.shape().axis(axis), target);
  }

  /// {@return the cumulative products of all elements in C order, where NaN counts as 1,
  /// `np.nancumprod(a)`, of the dtype of [#prod(NdView)]}
  ///
  /// @param array numbers
  /// @throws DTypeException if the elements are not numbers
  public static NdView<?> nanProd(NdView<?> array) {
    NdView<?> products = vector(array, Binary.TIMES);
    return flat(array, Binary.TIMES, products);
  }

  /// {@return the cumulative products along an axis, where NaN counts as 1, `np.nancumprod(a,
  /// axis)`, of the dtype of [#prod(NdView)]}
  ///
  /// @param array numbers
  /// @param axis the axis along which to multiply
  /// @throws DTypeException if the elements are not numbers
  public static NdView<?> nanProd(NdView<?> array, int axis) {
    int along = array.shape().axis(axis);
    NdView<?> products = like(array, Binary.TIMES);
    along(array, Binary.TIMES, along, products);
    return products;
  }

  /// Stores the cumulative products along an axis, where NaN counts as 1, `np.nancumprod(a, axis,
  /// out=target)`.
  ///
  /// @param array numbers
  /// @param axis the axis along which to multiply
  /// @param target a view of the same shape; if the array is floating-point or complex, the target
  ///   must have its dtype, except for byte order
  /// @throws IllegalArgumentException if the target has another shape
  /// @throws DTypeException if the elements are not numbers, or the target's dtype does not fit
  public static void nanProd(NdView<?> array, int axis, NdView<?> target) {
    along(array, Binary.TIMES, array.shape().axis(axis), target);
  }

  // ---- implementation

  private static NdView<?> like(NdView<?> array, Binary operation) {
    DType dtype = Accumulation.dtype(operation, ViewItems.of(array));
    return ViewItems.emptyLike(array, dtype, array.shape(), Order.C);
  }

  private static NdView<?> vector(NdView<?> array, Binary operation) {
    DType dtype = Accumulation.dtype(operation, ViewItems.of(array));
    return ViewItems.emptyLike(array, dtype, Shape.of(array.itemCount()), Order.C);
  }

  /// Stores cumulative results of all elements in C order, where NaN counts as the neutral element.
  ///
  /// @param results the target, a new vector
  private static NdView<?> flat(NdView<?> array, Binary operation, NdView<?> results) {
    if (mayBeNaN(array)) {
      NdView<?> items = results.reshape(array.shape().toArray()).on(array.execution());
      replace(array, operation, items);
      Accumulation.flat(operation, ViewItems.of(items), ViewItems.of(results));
    } else {
      Accumulation.flat(operation, ViewItems.of(array), ViewItems.of(results));
    }
    return results;
  }

  private static void along(NdView<?> array, Binary operation, int axis, NdView<?> target) {
    NdView<?> items = array;
    if (mayBeNaN(array)) {
      ViewItems.requireShape(target, array.shape());
      if (!target.dtype().withByteOrder(ByteOrder.BIG_ENDIAN).equals(bigEndian(array))) {
        throw new DTypeException(
            "a target of elements of %s is needed, found %s"
                .formatted(array.dtype(), target.dtype()));
      }
      items = target.on(array.execution());
      replace(array, operation, items);
    }
    Accumulation.along(operation, ViewItems.of(items), axis, ViewItems.of(target));
  }

  private static DType bigEndian(NdView<?> array) {
    return array.dtype().withByteOrder(ByteOrder.BIG_ENDIAN);
  }

  private static boolean mayBeNaN(NdView<?> array) {
    return array.dtype() instanceof ScalarType scalar && scalar.kind().isInexact();
  }

  /// Stores the elements, replacing NaN by the neutral element of the operation.
  private static void replace(NdView<?> array, Binary operation, NdView<?> target) {
    long nothing = operation == Binary.TIMES ? 1 : 0;
    NdView<?> source = ViewItems.apartOrSame(array, target);
    PairedBlocks.of(
        source.on(source.execution().withoutAllocator()),
        target,
        (items, into) -> {
          ByteView numbers = items.compare(Comparison.EQUAL, items);
          items.where(numbers, nothing, into);
        });
  }
}
