package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Creates views of primitive Java arrays, and copies views into nested Java arrays and lists.
final class JavaArrays {

  /// The maximum number of elements of several short rows that [#rows] copies in one operation.
  private static final int BLOCK = 1 << 16;

  private JavaArrays() {}

  // ---- arrays as views

  /// Returns a view of a primitive Java array. The array is not copied, unless it is a `boolean[]`.
  ///
  /// @param sizes the lengths of the axes; if none are given, the view has one axis
  static NdView<?> view(Object array, long... sizes) {
    Object carriers = array instanceof boolean[] truths ? bytes(truths) : array;
    ScalarKind kind = NestedRows.kind(array.getClass().componentType());
    NdView<?> flat = view(carriers, new ScalarType(kind, ByteOrder.nativeOrder()));
    return sizes.length == 0 ? flat : flat.reshape(sizes);
  }

  private static NdView<?> view(Object carriers, DType dtype) {
    MemorySegment segment =
        switch (carriers) {
          case byte[] array -> MemorySegment.ofArray(array);
          case short[] array -> MemorySegment.ofArray(array);
          case int[] array -> MemorySegment.ofArray(array);
          case long[] array -> MemorySegment.ofArray(array);
          case float[] array -> MemorySegment.ofArray(array);
          case double[] array -> MemorySegment.ofArray(array);
          default -> throw new AssertionError(carriers.getClass());
        };
    Shape shape = Shape.of(Array.getLength(carriers));
    return NdView.of(segment, dtype, shape, Order.C, Backing.MEMORY);
  }

  private static byte[] bytes(boolean[] truths) {
    byte[] bytes = new byte[truths.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (truths[i] ? 1 : 0);
    }
    return bytes;
  }

  // ---- views as arrays and lists

  /// Copies the elements into nested Java arrays of the carrier; if the dtype is `b1`, the arrays
  /// may instead be of `boolean`.
  ///
  /// @param type the class of the result, with as many dimensions as the view has axes
  static <A> A nested(NdView<?> view, Class<A> type) {
    Class<?> carrier = carrier(view);
    if (view.rank == 0) {
      throw new DTypeException(
          view.backing.name() + ": an array of rank 0 becomes no Java array; use value()");
    }
    boolean truths = view.dtype.equals(DType.BOOL) && type.equals(of(boolean.class, view.rank));
    if (!truths && !type.equals(of(carrier, view.rank))) {
      throw new DTypeException(
          "%s: an array of %s of shape %s becomes a %s, not a %s"
              .formatted(
                  view.backing.name(),
                  view.dtype,
                  view.shape(),
                  of(carrier, view.rank).getSimpleName(),
                  type.getSimpleName()));
    }
    return type.cast(rows(view, truths ? boolean.class : carrier));
  }

  private static Class<?> carrier(NdView<?> view) {
    return switch (view) {
      case ByteView _ -> byte.class;
      case ShortView _ -> short.class;
      case IntView _ -> int.class;
      case LongView _ -> long.class;
      case FloatView _ -> float.class;
      case DoubleView _ -> double.class;
      case ItemView _, ObjectView _ ->
          throw new DTypeException(
              view.backing.name()
                  + ": elements of "
                  + view.dtype
                  + " have no primitive carrier; use toList()");
    };
  }

  /// Returns the class of arrays of a carrier with `rank` dimensions.
  private static Class<?> of(Class<?> carrier, int rank) {
    Class<?> type = carrier;
    for (int k = 0; k < rank; k++) {
      type = type.arrayType();
    }
    return type;
  }

  /// Copies the elements of a view of at least one axis into a new nested array.
  private static Object rows(NdView<?> view, Class<?> carrier) {
    if (view.rank == 1) {
      return row(view, carrier);
    }
    int count = requireCount(view, view.size0);
    Object rows = Array.newInstance(of(carrier, view.rank - 1), count);
    long each = count == 0 ? 0 : view.itemCount() / count;
    // Several short rows are copied together, because the fixed cost of an operation exceeds the
    // cost of copying a short row.
    int most = view.rank == 2 && each > 0 ? (int) Math.max(1, BLOCK / each) : 1;
    for (int k = 0; k < count; k += most) {
      int some = Math.min(most, count - k);
      if (some == 1) {
        Array.set(rows, k, rows(view.index(0, k), carrier));
      } else {
        NdView<?> block = view.slice(0, k, k + some).on(view.execution().withoutAllocator());
        Object flat = row(block.copy().flatten(Order.C), carrier);
        for (int i = 0; i < some; i++) {
          Object row = Array.newInstance(carrier, (int) each);
          System.arraycopy(flat, i * (int) each, row, 0, (int) each);
          Array.set(rows, k + i, row);
        }
      }
    }
    return rows;
  }

  /// Copies the elements of a view of rank 1 into a new Java array.
  private static Object row(NdView<?> view, Class<?> carrier) {
    int count = requireCount(view, view.size0);
    Object array = Array.newInstance(carrier == boolean.class ? byte.class : carrier, count);
    view.copyTo(view(array, view.dtype.withByteOrder(ByteOrder.nativeOrder())));
    return carrier == boolean.class ? truths((byte[]) array) : array;
  }

  private static boolean[] truths(byte[] bytes) {
    boolean[] truths = new boolean[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      truths[i] = bytes[i] != 0;
    }
    return truths;
  }

  /// Copies the elements into unmodifiable lists, nested as deep as the rank.
  static List<@Nullable Object> list(NdView<?> view) {
    if (view.rank == 0) {
      throw new IllegalArgumentException(
          view.backing.name() + ": an array of rank 0 is not a list; use value()");
    }
    return list(view, 0, view.values().iterator());
  }

  /// Returns the next elements as a list of the length of an axis, with nested lists for the axes
  /// after it.
  ///
  /// @param values the elements that are not yet in a list, in C order
  private static List<@Nullable Object> list(
      NdView<?> view, int axis, Iterator<@Nullable Object> values) {
    int count = requireCount(view, view.size(axis));
    List<@Nullable Object> list = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      list.add(axis == view.rank - 1 ? values.next() : list(view, axis + 1, values));
    }
    return Collections.unmodifiableList(list);
  }

  /// Returns the length of an axis as an `int`; rejects lengths that no Java array can have.
  private static int requireCount(NdView<?> view, long size) {
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%s: an axis of length %s is longer than a Java array; take it in parts, as by slice(axis, start, stop)"
              .formatted(view.backing.name(), size));
    }
    return (int) size;
  }
}
