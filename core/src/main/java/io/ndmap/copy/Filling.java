package io.ndmap.copy;

import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Runs;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.value.FixedText;
import java.lang.foreign.MemorySegment;

/// Fills a view with one item.
public final class Filling {

  /// Bytes stored at once: they stay in the first-level cache.
  private static final int BLOCK = 1 << 13;

  private Filling() {}

  /// Stores zeros.
  public static void zeros(Items target) {
    fill(target, Items.zeros(target.dtype(), Shape.of(), Order.C));
  }

  /// @param one of rank 0 and the same dtype
  public static void fill(Items target, Items one) {
    target.requireWritable();
    byte[] item = FixedText.raw(one.segment(), one.strided().offset(), target.dtype().itemsize());
    if (target.itemCount() == 0 || item.length == 0) {
      return;
    }
    MemorySegment pattern = MemorySegment.ofArray(repeated(item, target.itemCount()));
    Pass pass = Pass.of(target.strided());
    Parts.of(target.execution(), pass, target)
        .run(
            pass.parts(),
            k -> {
              try (Scratch scratch = Scratch.take()) {
                part(target.seen(), pass.part(k), item.length, near(pattern, scratch));
              }
            });
  }

  /// Where kernels see it, if there is room.
  private static MemorySegment near(MemorySegment pattern, Scratch scratch) {
    return pattern.byteSize() > BLOCK
        ? pattern
        : scratch.memory().asSlice(0, pattern.byteSize()).copyFrom(pattern);
  }

  private static void part(
      MemorySegment target, Strided[] part, int itemsize, MemorySegment pattern) {
    long stride = part[0].stride(part[0].rank() - 1);
    int most = (int) (pattern.byteSize() / itemsize);
    Pass.forEachRun(
        part,
        (at, count) -> {
          for (int done = 0; done < count; done += most) {
            int n = Math.min(most, count - done);
            Runs.copy(
                pattern, 0, itemsize, target, at[0] + done * stride, stride, n, itemsize, false);
          }
        });
  }

  private static byte[] repeated(byte[] item, long most) {
    int times = (int) Math.clamp(BLOCK / item.length, 1, most);
    byte[] pattern = new byte[times * item.length];
    System.arraycopy(item, 0, pattern, 0, item.length);
    for (int done = item.length; done < pattern.length; done *= 2) {
      System.arraycopy(pattern, 0, pattern, done, Math.min(done, pattern.length - done));
    }
    return pattern;
  }
}
