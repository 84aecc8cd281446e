package io.ndmap.copy;

import io.ndmap.axes.Layouts;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TextType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.MappingFaultException;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// The bytes of an array in a form that does not depend on its layout: elements in C order, the
/// fields of each element in order, each number or code unit little-endian, without padding.
/// Nothing else changes: NaN payloads, bool bytes above 1, trailing NULs and the padding inside a
/// long double stay.
///
/// Two arrays of the same shape whose dtypes differ at most in byte order and padding have the same
/// canonical bytes if and only if every element has the same bits.
public final class CanonicalBytes {

  /// Bytes of a block: large enough to amortise its overhead, small enough for the processor's
  /// cache.
  private static final int BLOCK = 1 << 18;

  private CanonicalBytes() {}

  /// Passes the canonical bytes of a view to a consumer block by block. The buffer has at most 256
  /// KiB, even if an element is larger.
  ///
  /// @param view the array
  /// @param consumer receives each block, from its position to its limit; the buffer is reused for
  ///   the next block
  /// @throws MappingFaultException if the memory cannot be accessed; the consumer never receives
  ///   bytes that could not be read
  public static void forEachBlock(Items view, Consumer<ByteBuffer> consumer) {
    DType canonical = DType.canonical(view.dtype());
    int itemsize = canonical.itemsize();
    if (itemsize == 0 || view.itemCount() == 0) {
      return;
    }
    if (itemsize > BLOCK) {
      Layouts.forEachBlock(view.strided(), 1, item -> forEachBlockOfItem(view.at(item), consumer));
      return;
    }
    long most = BLOCK / itemsize;
    byte[] bytes = new byte[(int) Math.min(most, view.itemCount()) * itemsize];
    MemorySegment block = MemorySegment.ofArray(bytes);
    Layouts.forEachBlock(
        view.strided(),
        most,
        where -> {
          Items part = view.at(where);
          Items target = Items.of(block, canonical, part.shape(), Order.C);
          ItemCopy.copy(part, target);
          consumer.accept(ByteBuffer.wrap(bytes, 0, (int) part.itemCount() * itemsize));
        });
  }

  /// Passes one element that is larger than a block: a structure field by field, text by code
  /// units, any other element by bytes.
  private static void forEachBlockOfItem(Items item, Consumer<ByteBuffer> consumer) {
    Strided where = Layouts.withoutUnitAxes(item.strided());
    switch (item.dtype()) {
      case StructType struct -> {
        for (Field field : struct.fields()) {
          forEachBlock(item.at(where.shift(field.offset()), field.dtype()), consumer);
        }
      }
      case TextType text -> {
        DType unit = new ScalarType(ScalarKind.UINT32, text.order());
        Strided units = Strided.of(0, Shape.of(text.length()), TextType.UNIT);
        forEachBlock(item.at(where.append(units), unit), consumer);
      }
      default -> {
        Strided bytes = Strided.of(0, Shape.of(item.dtype().itemsize()), 1);
        forEachBlock(item.at(where.append(bytes), DType.UINT8), consumer);
      }
    }
  }
}
