package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.layout.Shape;
import io.ndmap.op.Casting;
import io.ndmap.value.Promotion;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Creates an array from nested Java arrays and lists. First determines the shape and the dtype and
/// checks all rows, then copies the elements.
final class NestedRows {

  /// The length of each axis: the length of the first row at that depth. All other rows at the
  /// depth must have the same length.
  private final long[] sizes;

  /// The indices of the row or element that [#visit] checks.
  private final long[] position;

  /// The scalar types of all numbers and booleans that were found.
  private final Set<ScalarKind> kinds = EnumSet.noneOf(ScalarKind.class);

  /// The number of code points of the longest string that was found; -1 if none was found.
  private int textLength = -1;

  /// Determines the shape by descending into the first row at each depth.
  private NestedRows(Object nested) {
    long[] lengths = new long[Shape.MAX_RANK + 1];
    int rank = 0;
    @Nullable Object row = nested;
    while (row != null && isRow(row) && rank < lengths.length) {
      int length = length(row);
      lengths[rank++] = length;
      Class<?> type = row.getClass().componentType();
      if (length > 0) {
        row = type != null && type.isPrimitive() ? null : items(row).iterator().next();
      } else {
        // An empty list adds no further axes. An empty array adds the axes of its class: `new
        // int[0][]` has rank 2.
        while (type != null && type.isArray() && rank < lengths.length) {
          rank++;
          type = type.componentType();
        }
        if (type != null && type.isPrimitive()) {
          kinds.add(kind(type));
        }
        row = null;
      }
    }
    this.sizes = Shape.of(Arrays.copyOf(lengths, rank)).toArray();
    this.position = new long[rank];
  }

  /// Creates a new array from the elements of an array or a list.
  static NdView<?> copyOf(Object nested) {
    NestedRows rows = new NestedRows(nested);
    rows.visit(nested, 0);
    NdView<?> copy = NdView.zeros(rows.dtype(), rows.sizes);
    store(nested, copy);
    return copy;
  }

  private static boolean isRow(@Nullable Object value) {
    return value instanceof List || (value != null && value.getClass().isArray());
  }

  /// Whether a row is an array of primitives.
  private static boolean isOfPrimitives(Object row) {
    return row.getClass().isArray() && !(row instanceof Object[]);
  }

  private static int length(Object row) {
    return row instanceof List<?> list ? list.size() : Array.getLength(row);
  }

  private static List<?> items(Object row) {
    return row instanceof List<?> list ? list : Arrays.asList((Object[]) row);
  }

  /// The scalar type for a Java class of numbers or booleans.
  static ScalarKind kind(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "boolean", "Boolean" -> ScalarKind.BOOL;
      case "byte", "Byte" -> ScalarKind.INT8;
      case "short", "Short" -> ScalarKind.INT16;
      case "int", "Integer" -> ScalarKind.INT32;
      case "long", "Long" -> ScalarKind.INT64;
      case "float", "Float" -> ScalarKind.FLOAT32;
      case "double", "Double" -> ScalarKind.FLOAT64;
      default ->
          throw new DTypeException(
              "elements must be numbers, booleans or strings, found " + type.getTypeName());
    };
  }

  // ---- checks

  /// Checks that a row or element, and all rows and elements in it, agree with [#sizes]. Records
  /// the types of the elements.
  ///
  /// @param axis the depth of the value; 0 for the outermost row
  private void visit(@Nullable Object value, int axis) {
    if (value == null) {
      throw new IllegalArgumentException(at(position, axis) + " is null");
    }
    if (axis == sizes.length) {
      if (isRow(value)) {
        throw unequal(axis, "is a row", "is an element");
      }
      add(value);
      return;
    }
    if (!isRow(value)) {
      throw unequal(axis, "is an element", "is a row");
    }
    if (length(value) != sizes[axis]) {
      throw unequal(axis, "has length " + length(value), "has length " + sizes[axis]);
    }
    if (!isOfPrimitives(value)) {
      position[axis] = 0;
      for (Object item : items(value)) {
        visit(item, axis + 1);
        position[axis]++;
      }
    } else if (axis == sizes.length - 1) {
      kinds.add(kind(value.getClass().componentType()));
    } else {
      position[axis] = 0;
      throw unequal(axis + 1, "is an element", "is a row");
    }
  }

  /// Records the type of an element.
  private void add(Object item) {
    if (item instanceof String text) {
      textLength = Math.max(textLength, text.codePointCount(0, text.length()));
    } else if (item instanceof BigInteger number) {
      kinds.add(number.bitLength() < Long.SIZE ? ScalarKind.INT64 : ScalarKind.UINT64);
    } else {
      kinds.add(kind(item.getClass()));
    }
  }

  /// Returns the exception for a row or element that differs from the first one at its depth.
  ///
  /// @param axis the depth, the number of indices of [#position] to name
  /// @param found the predicate of the message for the row or element at [#position]
  /// @param first the predicate of the message for the first row or element
  private IllegalArgumentException unequal(int axis, String found, String first) {
    return new IllegalArgumentException(
        at(position, axis) + " " + found + ", but " + at(new long[axis], axis) + " " + first);
  }

  /// Formats the first `axis` indices, such as `[0][2]`.
  private static String at(long[] position, int axis) {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < axis; k++) {
      text.append('[').append(position[k]).append(']');
    }
    return text.isEmpty() ? "the array" : text.toString();
  }

  // ---- the copy

  private DType dtype() {
    if (textLength >= 0) {
      if (!kinds.isEmpty()) {
        throw new DTypeException("elements must be of one sort, found strings and numbers");
      }
      return new TextType(Math.max(1, textLength), ByteOrder.nativeOrder());
    }
    if (kinds.contains(ScalarKind.UINT64)) {
      // With integers beyond 63 bits, signed integer types are dropped, because promotion with `u8`
      // would give `f8`. Negative integers are rejected when they are stored.
      kinds.removeIf(kind -> kind.isInteger() && !kind.isUnsigned());
    }
    return new ScalarType(
        kinds.stream().reduce(Promotion::of).orElse(ScalarKind.FLOAT64), ByteOrder.nativeOrder());
  }

  /// Copies a row into a view of its shape.
  private static void store(Object row, NdView<?> target) {
    if (isOfPrimitives(row)) {
      NdView<?> items = JavaArrays.view(row);
      if (items.dtype.equals(target.dtype)) {
        MemorySegment.copy(items.segment, 0, target.segment, target.base, items.segment.byteSize());
      } else {
        convert(items, target);
      }
      return;
    }
    long[] index = new long[1];
    for (Object item : items(row)) {
      if (target.rank > 1) {
        store(item, target.index(0, index[0]));
      } else {
        store(item, target, index);
      }
      index[0]++;
    }
  }

  /// Copies an array of primitives into a view of another dtype.
  private static void convert(NdView<?> items, NdView<?> target) {
    if (Casting.SAFE.allows(items.dtype, target.dtype)) {
      items.copyTo(target, Casting.SAFE);
      return;
    }
    // Only signed integers in a `u8` target remain. They are stored one by one by `setLong`, which
    // rejects negative integers.
    for (long[] index = new long[1]; index[0] < items.size(0); index[0]++) {
      target.setLong(index, items.getLong(index));
    }
  }

  /// Stores an element that is not in an array of primitives.
  private static void store(Object item, NdView<?> target, long[] index) {
    boolean whole = target.dtype instanceof ScalarType scalar && !scalar.kind().isFloat();
    switch (item) {
      case String text -> target.setText(index, text);
      case Boolean truth -> target.setBoolean(index, truth);
      case BigInteger number when whole -> target.setBigInteger(index, number);
      case Number number when whole -> target.setLong(index, number.longValue());
      case Number number -> target.setDouble(index, number.doubleValue());
      default -> throw new AssertionError(item.getClass());
    }
  }
}
