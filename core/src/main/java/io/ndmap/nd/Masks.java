package io.ndmap.nd;

import io.ndmap.kernel.ItemRuns;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.kernel.NonZeroItems;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/// Makes masks: new arrays of `bool` of the shape of a view, that tell something about each item.
final class Masks {

  /// Bytes of items of other kinds that are looked at together.
  private static final int STAGE = 8192;

  /// Tells about the items of a run.
  private interface Test {

    /// @param into receives 1 or 0 for each
    void run(long at, long stride, int count, byte[] into);
  }

  private Masks() {}

  /// The kind of the items, if they can be compared with a number.
  ///
  /// @throws DTypeException if they cannot
  static ScalarKind comparable(NdView<?> view) {
    if (view.dtype instanceof ScalarType scalar && NumberRange.has(scalar.kind())) {
      return scalar.kind();
    }
    throw view.notA("compared with a number");
  }

  /// Which items lie in a range.
  static ByteView of(NdView<?> view, NumberRange range) {
    MemorySegment source = view.segment();
    int itemsize = view.dtype.itemsize();
    return of(
        view,
        CarrierBlock.LENGTH,
        length -> {
          CarrierBlock block = new CarrierBlock(source, itemsize, view.big);
          return (at, stride, count, into) -> range.test(block, at, stride, count, into);
        });
  }

  /// Which items are not zero, nor empty.
  static ByteView nonZero(NdView<?> view) {
    if (view.dtype instanceof ScalarType scalar && NumberRange.has(scalar.kind())) {
      return of(view, NumberRange.of(scalar.kind(), Comparison.NOT_EQUAL, 0L));
    }
    MemorySegment source = view.segment();
    byte[] bits = NonZeroBits.of(view.dtype);
    int length = Math.clamp(STAGE / Math.max(1, bits.length), 1, CarrierBlock.LENGTH);
    return of(
        view,
        length,
        most -> {
          byte[] items = new byte[most * bits.length];
          MemorySegment room = MemorySegment.ofArray(items);
          return (at, stride, count, into) -> {
            ItemRuns.copy(
                source, at, stride, room, 0, bits.length, count, bits.length, false);
            NonZeroItems.test(items, bits, count, into);
          };
        });
  }

  /// @param most how many items a test takes at once
  /// @param tests makes a test for one thread
  private static ByteView of(NdView<?> view, int most, IntFunction<Test> tests) {
    boolean fortran = view.isContiguous(Order.F) && !view.isContiguous(Order.C);
    ByteView mask =
        Fresh.view(DType.BOOL, view.shape(), fortran ? Order.F : Order.C).as(ByteView.class);
    if (view.itemCount() == 0) {
      return mask;
    }
    Pass pass = Pass.of(mask.strided, view.strided);
    new Parts(view.execution, view.backing)
        .run(
            pass.parts(),
            k -> {
              Strided[] part = pass.part(k);
              long stride = part[1].stride(part[1].rank() - 1);
              Test test = tests.apply(most);
              byte[] told = new byte[most];
              MemorySegment from = MemorySegment.ofArray(told);
              Pass.forEachRun(
                  part,
                  (at, count) -> {
                    for (int done = 0; done < count; done += most) {
                      int n = Math.min(most, count - done);
                      test.run(at[1] + done * stride, stride, n, told);
                      MemorySegment.copy(from, 0, mask.segment, at[0] + done, n);
                    }
                  });
            });
    return mask;
  }
}
