package io.ndmap.compare;

import io.ndmap.axes.Layouts;
import io.ndmap.copy.Filling;
import io.ndmap.copy.ItemCopy;
import io.ndmap.copy.Overlap;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.elementwise.TilePass;
import io.ndmap.layout.Strided;
import io.ndmap.move.RunCopy;
import io.ndmap.op.Comparison;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;

/// Masks of a view: arrays of `bool` with the view's shape.
public final class Masks {

  /// The maximum number of bytes that are copied into a buffer at a time, for elements without a
  /// [NumberRange], unless one element has more.
  private static final int STAGE = 8192;

  private Masks() {}

  /// @throws DTypeException if the dtype is not `bool`
  public static void requireBool(Items mask) {
    if (!mask.dtype().equals(DType.BOOL)) {
      throw new DTypeException(
          mask.backing().name() + ": a mask has elements of |b1, found " + mask.dtype());
    }
  }

  /// Returns the scalar type of elements that are to be compared with a number.
  ///
  /// @throws DTypeException if the elements cannot be compared with a number
  public static ScalarKind comparable(Items view) {
    if (view.dtype() instanceof ScalarType scalar && NumberRange.has(scalar.kind())) {
      return scalar.kind();
    }
    throw view.notA("compared with a number");
  }

  /// Returns a new mask of the elements in a range, in the view's memory order.
  public static Items of(Items view, NumberRange range) {
    Items mask = view.result(DType.BOOL, Layouts.packed(view.strided(), 1));
    into(view, range, mask);
    return mask;
  }

  /// Marks the elements in a range in a mask; the caller has checked that it is writable.
  ///
  /// @throws DTypeException if the mask's dtype is not `bool`
  /// @throws IllegalArgumentException if the mask has another shape than the view
  /// @throws io.ndmap.op.OverlapException if the mask shares bytes with the view and has more than
  ///   64 MiB
  public static void into(Items view, NumberRange range, Items mask) {
    requireBool(mask);
    if (!mask.shape().equals(view.shape())) {
      throw new IllegalArgumentException(
          "a mask of shape %s does not match the shape %s of %s"
              .formatted(mask.shape(), view.shape(), view.backing().name()));
    }
    if (Overlap.between(view, mask)) {
      SafeOrder.requireCopyLimit(mask.itemCount(), view, mask);
      ItemCopy.copy(of(view.withoutAllocator(), range), mask);
      return;
    }
    TilePass.run(view.execution(), mask, range.step(view));
  }

  /// Marks the elements that are neither zero nor empty, in a mask that has the view's shape and
  /// shares no memory with it.
  public static void nonZero(Items view, Items mask) {
    if (view.dtype() instanceof ScalarType scalar && NumberRange.has(scalar.kind())) {
      into(view, NumberRange.of(scalar.kind(), Comparison.NOT_EQUAL, 0L), mask);
      return;
    }
    byte[] bits = NonZeroBits.of(view.dtype());
    if (bits.length == 0) {
      Filling.zeros(mask);
    } else if (view.itemCount() > 0) {
      nonZero(view, mask, bits);
    }
  }

  /// @param bits the bits that make an element non-zero, see [NonZeroBits]
  private static void nonZero(Items view, Items mask, byte... bits) {
    MemorySegment source = view.seen();
    MemorySegment target = mask.seen();
    int most = Math.clamp(STAGE / bits.length, 1, RangeTest.BLOCK);
    Pass pass = Pass.of(mask.strided(), view.strided());
    new Parts(view.execution(), view, mask)
        .of(pass, mask.backing(), view.backing())
        .run(
            pass.parts(),
            k -> {
              Strided[] part = pass.part(k);
              long stride = Layouts.lastStride(part[1]);
              long step = Layouts.lastStride(part[0]);
              byte[] items = new byte[most * bits.length];
              byte[] flags = new byte[most];
              MemorySegment buffer = MemorySegment.ofArray(items);
              MemorySegment from = MemorySegment.ofArray(flags);
              Pass.forEachRun(
                  part,
                  (at, count) -> {
                    for (int done = 0; done < count; done += most) {
                      int n = Math.min(most, count - done);
                      long first = at[1] + done * stride;
                      RunCopy.copy(
                          source, first, stride, buffer, 0, bits.length, n, bits.length, false);
                      NonZeroBits.test(items, bits, n, flags);
                      RunCopy.copy(from, 0, 1, target, at[0] + done * step, step, n, 1, false);
                    }
                  });
            });
  }
}
