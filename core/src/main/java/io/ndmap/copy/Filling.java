package io.ndmap.copy;

import io.ndmap.elementwise.RunStore;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Staging;
import io.ndmap.value.FixedText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Sets every element of a view to one value.
public final class Filling {

  /// The size of the repeated pattern, in bytes: it stays in the L1 cache.
  private static final int BLOCK = 1 << 13;

  private Filling() {}

  /// Stores zeros.
  public static void zeros(Items target) {
    fill(target, Items.zeros(target.dtype(), Shape.of(), Order.C));
  }

  /// @param one a view of rank 0 that holds the value, with the target's dtype
  public static void fill(Items target, Items one) {
    target.requireWritable();
    byte[] item = FixedText.raw(one.segment(), one.strided().offset(), target.dtype().itemsize());
    if (target.itemCount() == 0 || item.length == 0) {
      return;
    }
    Pass pass = Pass.of(target.strided());
    if (pass.parts() == 1 && fillPacked(target, pass.part(0)[0], item)) {
      return;
    }
    Parts.of(target.execution(), pass, target)
        .run(
            pass.parts(),
            k -> {
              try (Scratch scratch = Scratch.take()) {
                MemorySegment pattern = repeated(item, target.itemCount(), scratch.memory());
                part(target, pass.part(k), item.length, pattern);
              }
            });
  }

  private static void part(Items items, Strided[] part, int itemsize, MemorySegment pattern) {
    int last = part[0].rank() - 1;
    long stride = part[0].stride(last);
    int most = (int) (pattern.byteSize() / itemsize);
    RunStore runs =
        new RunStore(
            items.seen(),
            items.isForVectors() && pattern.isNative(),
            itemsize,
            stride,
            part[0].shape().size(last),
            part[0].shape().itemCount());
    Span from = new Span(pattern, 0, ArrayBuffers.NONE);
    Pass.forEachRun(
        part,
        (at, count) -> {
          for (int done = 0; done < count; done += most) {
            runs.store(from, at[0] + done * stride, Math.min(most, count - done));
          }
        });
  }

  /// Fills through packed scratch memory.
  ///
  /// @return false if the target need not be packed, see [Staging#packs(Items, Strided, int)];
  ///   nothing was stored then
  private static boolean fillPacked(Items target, Strided where, byte[] item) {
    try (Staging staging = new Staging(target.execution())) {
      Items packed = staging.reserve(target, where, item.length);
      if (packed == null) {
        return false;
      }
      long bytes = target.itemCount() * item.length;
      repeat(item, packed.segment().asSlice(packed.strided().offset(), bytes));
      staging.store();
      return true;
    }
  }

  /// Returns the element repeated as often as it fits into a block, at most `most` times; an
  /// element larger than a block is returned once.
  private static MemorySegment repeated(byte[] item, long most, MemorySegment memory) {
    if (item.length > BLOCK) {
      return MemorySegment.ofArray(item);
    }
    MemorySegment pattern = memory.asSlice(0, Math.min(BLOCK / item.length, most) * item.length);
    repeat(item, pattern);
    return pattern;
  }

  private static void repeat(byte[] item, MemorySegment pattern) {
    MemorySegment.copy(item, 0, pattern, ValueLayout.JAVA_BYTE, 0, item.length);
    long bytes = pattern.byteSize();
    for (long done = item.length; done < bytes; done *= 2) {
      MemorySegment.copy(pattern, 0, pattern, done, Math.min(done, bytes - done));
    }
  }
}
