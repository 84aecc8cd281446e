package io.ndmap.pickle;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.nd.ObjectView;
import java.lang.foreign.MemorySegment;
import java.time.DateTimeException;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// An array that a pickle creates empty. Its state has the shape, the dtype, the order, and the
/// elements as bytes or as a list.
final class UnbuiltArray extends Unbuilt {

  private static final String STATE = "the state of numpy.ndarray";

  /// Receives the number of bytes that an array of structures is about to allocate.
  private final LongConsumer allocation;

  /// @param allocation receives the number of bytes that an array of structures is about to
  ///   allocate, and throws if there are too many
  UnbuiltArray(LongConsumer allocation) {
    super(null);
    this.allocation = allocation;
  }

  @Override
  String describe() {
    return "numpy.ndarray";
  }

  @Override
  Object valueOf(@Nullable Object state) {
    Arguments all = Arguments.of(STATE, state).requireCount(4, 5);
    // Very old states do not begin with a version.
    Arguments items = all.count() == 4 ? all : new Arguments(STATE, all.values().subList(1, 5));
    Order order = items.bool(2) ? Order.F : Order.C;
    DType dtype = items.get(1, DType.class, "a dtype");
    requireItems(dtype);
    Shape shape = shape(items.get(0));
    return dtype.hasObject()
        ? ofObjects(items.get(3, List.class, "a list"), dtype, shape, order)
        : ofBytes(items.bytesOrLatin1(3), dtype, shape, order);
  }

  /// @throws BadValueException if the dtype is a subarray: no array has such a dtype, because NumPy
  ///   appends the axes of a subarray to those of the array
  static void requireItems(DType dtype) {
    if (dtype instanceof SubarrayType) {
      throw new BadValueException("an array whose elements are arrays, of dtype " + dtype);
    }
  }

  static NdView<?> ofBytes(byte[] bytes, DType dtype, Shape shape, Order order) {
    try {
      long expected = shape.byteSize(dtype.itemsize());
      if (bytes.length != expected) {
        throw new BadValueException(
            "an array of %s of shape %s needs %s bytes, found %s"
                .formatted(dtype, shape, expected, bytes.length));
      }
      NdView<?> view = NdView.zeros(dtype, shape, order);
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, view.segment(), 0, bytes.length);
      return view;
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new BadValueException(String.valueOf(e.getMessage()));
    }
  }

  private NdView<?> ofObjects(List<?> values, DType dtype, Shape shape, Order order) {
    if (values.size() != shape.itemCount()) {
      throw new BadValueException(
          "an array of shape %s needs %s elements, found %s"
              .formatted(shape, shape.itemCount(), values.size()));
    }
    List<?> built = values.stream().map(Unbuilt::built).toList();
    if (dtype instanceof ObjectType) {
      return ObjectView.of(built, shape, order);
    }
    try {
      allocation.accept(shape.byteSize(dtype.itemsize()));
      NdView<?> view = ObjectView.empty(dtype, shape, order);
      ItemStore.storeAll(built, view);
      return view;
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw new BadValueException(String.valueOf(e.getMessage()));
    }
  }

  /// @throws BadValueException if the value is not a tuple with the sizes of a valid array
  static Shape shape(@Nullable Object tuple) {
    Arguments sizes = Arguments.of("the shape of numpy.ndarray", tuple);
    long[] shape = new long[sizes.count()];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = sizes.number(i);
    }
    try {
      return Shape.of(shape);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new BadValueException(String.valueOf(e.getMessage()));
    }
  }
}
