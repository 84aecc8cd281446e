package io.ndmap.cli.value;

import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.nd.Backing;
import io.ndmap.nd.NdView;
import io.ndmap.nd.Order;
import io.ndmap.nd.Shape;
import io.ndmap.nd.Strided;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.LongStream;

/// One value stored into every item, as `a[...] = value`.
public final class Fill {

  /// Bytes of the values laid side by side, from which whole parts are copied.
  private static final int BLOCK = 1 << 16;

  private Fill() {}

  /// Stores the fields of a structure one by one: what stands between them stays.
  ///
  /// @param item one item of the target's dtype and of rank 0
  public static void all(NdView<?> target, NdView<?> item) {
    if (target.itemCount() == 0) {
      return;
    }
    if (target.dtype() instanceof StructType struct) {
      for (Field field : struct.fields()) {
        all(target.field(field.name()), item.field(field.name()));
      }
    } else {
      leaves(target, item);
    }
  }

  /// @param value one item, or as many as the target's last axes have
  private static void leaves(NdView<?> target, NdView<?> value) {
    if (target.isContiguous(Order.C) && value.rank() == 0 && target.dtype().itemsize() > 0) {
      blocks(target, value);
    } else {
      repeated(value, target.shape()).copyTo(target);
    }
  }

  /// The value seen as a whole array, in which every item is the same memory.
  private static NdView<?> repeated(NdView<?> value, Shape shape) {
    int leading = shape.rank() - value.rank();
    long[] strides =
        LongStream.concat(
                LongStream.generate(() -> 0).limit(leading),
                Arrays.stream(value.strided().strides()))
            .toArray();
    return NdView.of(
        value.segment(),
        value.dtype(),
        Strided.of(value.strided().offset(), shape, strides),
        Backing.MEMORY);
  }

  private static void blocks(NdView<?> target, NdView<?> value) {
    int itemsize = target.dtype().itemsize();
    int most = (int) Math.min(Math.max(1, BLOCK / itemsize), target.itemCount());
    MemorySegment block = MemorySegment.ofArray(new byte[most * itemsize]);
    repeated(value, Shape.of(most))
        .copyTo(NdView.of(block, target.dtype(), Shape.of(most), Order.C, Backing.MEMORY));
    target.forEachBlock(
        most,
        part ->
            NdView.of(block, target.dtype(), part.shape(), Order.C, Backing.MEMORY).copyTo(part));
  }
}
