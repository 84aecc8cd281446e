package io.ndmap.cli.output;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts the elements that printing an array would print, including each element of structures,
/// subarrays and nested Python objects.
public final class Elements {

  private Elements() {}

  /// Returns the number of elements within one element of this dtype, at least 1. A Python object
  /// counts as 1.
  public static long ofItem(DType dtype) {
    return switch (dtype) {
      case StructType struct ->
          Math.max(1, struct.fields().stream().map(Field::dtype).mapToLong(Elements::ofItem).sum());
      case SubarrayType subarray -> {
        long count = ofItem(subarray.base());
        for (int size : subarray.shape()) {
          count *= size;
        }
        yield Math.max(1, count);
      }
      default -> 1;
    };
  }

  /// Returns the number of elements of an array, or [Long#MAX_VALUE] if the number is larger.
  public static long of(Shape shape, DType dtype) {
    long each = ofItem(dtype);
    return shape.itemCount() > Long.MAX_VALUE / each ? Long.MAX_VALUE : shape.itemCount() * each;
  }

  /// Returns the number of elements of an array, including the elements within Python objects.
  ///
  /// @param most the number at which counting may stop, because objects may be large
  /// @return the exact number if it is at most `most`, otherwise any number above `most`
  public static long of(NdView<?> view, long most) {
    long items = of(view.shape(), view.dtype());
    return view.dtype().hasObject() && items <= most ? objects(view, most) : items;
  }

  private static long objects(NdView<?> view, long most) {
    if (view.rank() == 0) {
      return object(view.value(), most);
    }
    long count = 0;
    for (long i = 0; i < view.size(0) && count <= most; i++) {
      count += objects(view.index(0, i), most - count);
    }
    return count;
  }

  private static long object(@Nullable Object value, long most) {
    return switch (value) {
      case PyTuple tuple -> all(tuple.items(), most);
      case PyFrozenSet set -> all(set.items(), most);
      case Collection<?> items -> all(items, most);
      case Map<?, ?> map -> {
        long keys = all(map.keySet(), most);
        yield keys > most ? keys : keys + all(map.values(), most - keys);
      }
      case NdView<?> array -> Math.max(1, of(array, most));
      case null, default -> 1;
    };
  }

  private static long all(Collection<?> items, long most) {
    long count = 0;
    for (Object item : items) {
      if (count > most) {
        break;
      }
      count += object(item, most - count);
    }
    return Math.max(1, count);
  }
}
