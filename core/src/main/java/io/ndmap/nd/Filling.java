package io.ndmap.nd;

import io.ndmap.kernel.Fills;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/// Stores one item in all places of a view.
final class Filling {

  /// Bytes stored at once: they stay in the first-level cache.
  private static final int BLOCK = 1 << 13;

  private Filling() {}

  /// @param setter stores the item into a view of rank 0 of the same dtype
  static void fill(NdView<?> target, Consumer<NdView<?>> setter) {
    target.requireWritable();
    NdView<?> one = Fresh.view(target.dtype, Shape.of(), Order.C);
    setter.accept(one);
    byte[] item = FixedText.raw(one.segment(), 0, target.dtype.itemsize());
    if (target.itemCount() == 0 || item.length == 0) {
      return;
    }
    MemorySegment segment = target.segment();
    byte[] pattern = repeated(item, target.itemCount());
    Pass pass = Pass.of(target.strided);
    Operand.parts(target.execution, pass, Operand.of(target))
        .run(
            pass.parts(),
            k -> {
              Strided[] part = pass.part(k);
              long stride = part[0].stride(part[0].rank() - 1);
              Pass.forEachRun(
                  part,
                  (at, count) -> Fills.fill(pattern, item.length, segment, at[0], stride, count));
            });
  }

  private static byte[] repeated(byte[] item, long most) {
    int times = (int) Math.clamp(BLOCK / item.length, 1, most);
    byte[] pattern = new byte[times * item.length];
    for (int i = 0; i < times; i++) {
      System.arraycopy(item, 0, pattern, i * item.length, item.length);
    }
    return pattern;
  }
}
