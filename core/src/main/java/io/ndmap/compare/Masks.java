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
import io.ndmap.layout.Strided;
import io.ndmap.move.Runs;
import io.ndmap.op.Comparison;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;

/// Creates masks: new arrays of `bool` of the shape of a view.
public final class Masks {

  /// Bytes of items of other kinds that are looked at together.
  private static final int STAGE = 8192;

  private Masks() {}

  /// @throws DTypeException if it is no mask
  public static void requireBool(Items mask) {
    if (!mask.dtype().equals(DType.BOOL)) {
      throw new DTypeException(
          mask.backing().name() + ": a mask has items of |b1, found " + mask.dtype());
    }
  }

  /// The kind of the items, if they can be compared with a number.
  ///
  /// @throws DTypeException if they cannot
  public static ScalarKind comparable(Items view) {
    if (view.dtype() instanceof ScalarType scalar && NumberRange.has(scalar.kind())) {
      return scalar.kind();
    }
    throw view.notA("compared with a number");
  }

  /// Which items lie in a range, in the order in which the view lies in memory.
  public static Items of(Items view, NumberRange range) {
    Items mask = view.result(DType.BOOL, Layouts.packed(view.strided(), 1));
    into(view, range, mask);
    return mask;
  }

  /// Which items lie in a range, in a mask that was found writable.
  ///
  /// @throws DTypeException if it does not hold `bool`
  /// @throws IllegalArgumentException if it has not the shape of the view
  public static void into(Items view, NumberRange range, Items mask) {
    requireBool(mask);
    if (!mask.shape().equals(view.shape())) {
      throw new IllegalArgumentException(
          "a mask of shape "
              + mask.shape()
              + " does not match the shape "
              + view.shape()
              + " of "
              + view.backing().name());
    }
    if (Overlap.between(view, mask)) {
      SafeOrder.requireRoom(mask.itemCount(), view, mask);
      ItemCopy.copy(of(view.withoutResults(), range), mask);
      return;
    }
    range.tell(view, mask);
  }

  /// Which items are not zero, nor empty, in a mask of the shape of the view and of other memory.
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

  /// @param bits which count, see [NonZeroBits]
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
              long stride = part[1].lastStride();
              long step = part[0].lastStride();
              byte[] items = new byte[most * bits.length];
              byte[] told = new byte[most];
              MemorySegment room = MemorySegment.ofArray(items);
              MemorySegment from = MemorySegment.ofArray(told);
              Pass.forEachRun(
                  part,
                  (at, count) -> {
                    for (int done = 0; done < count; done += most) {
                      int n = Math.min(most, count - done);
                      long first = at[1] + done * stride;
                      Runs.copy(source, first, stride, room, 0, bits.length, n, bits.length, false);
                      NonZeroBits.test(items, bits, n, told);
                      Runs.copy(from, 0, 1, target, at[0] + done * step, step, n, 1, false);
                    }
                  });
            });
  }
}
