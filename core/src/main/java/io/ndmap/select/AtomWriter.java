package io.ndmap.select;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Scatters contiguous atoms of equal size to given offsets, in order. Atoms of 1, 2, 4 or 8 bytes
/// are staged through a Java array if the target is native memory or a `long[]`. For one thread.
final class AtomWriter {

  /// The size of the staging array in bytes.
  private static final int STAGE = 8192;

  private final MemorySegment source;
  private final MemorySegment target;
  private final long @Nullable [] array;
  private final long bytes;
  private final boolean staged;
  private final MemorySegment stage;
  private final byte[] stage1;
  private final short[] stage2;
  private final int[] stage4;
  private final long[] stage8;

  /// @param bytes the size of an atom in bytes, at least 1
  AtomWriter(MemorySegment source, MemorySegment target, long bytes) {
    this.source = source;
    this.target = target;
    this.bytes = bytes;
    this.array = target.heapBase().orElse(null) instanceof long[] longs ? longs : null;
    boolean hasLoop = target.isNative() || array != null;
    this.staged = bytes <= Long.BYTES && Long.bitCount(bytes) == 1 && hasLoop;
    int length = staged ? STAGE / (int) bytes : 0;
    this.stage1 = new byte[bytes == Byte.BYTES ? length : 0];
    this.stage2 = new short[bytes == Short.BYTES ? length : 0];
    this.stage4 = new int[bytes == Integer.BYTES ? length : 0];
    this.stage8 = new long[bytes == Long.BYTES ? length : 0];
    this.stage =
        switch ((int) Math.min(bytes, Integer.MAX_VALUE)) {
          case Byte.BYTES -> MemorySegment.ofArray(stage1);
          case Short.BYTES -> MemorySegment.ofArray(stage2);
          case Integer.BYTES -> MemorySegment.ofArray(stage4);
          default -> MemorySegment.ofArray(stage8);
        };
  }

  /// Copies atoms.
  ///
  /// @param from byte offset of the first atom in the source
  /// @param offsets the byte offsets of the atoms in the target
  void write(long from, long[] offsets, int count) {
    if (!staged) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(source, from + i * bytes, target, offsets[i], bytes);
      }
      return;
    }
    int capacity = STAGE / (int) bytes;
    for (int done = 0; done < count; done += capacity) {
      int n = Math.min(capacity, count - done);
      MemorySegment.copy(source, from + done * bytes, stage, 0, n * bytes);
      scatter(offsets, done, n);
    }
  }

  private void scatter(long[] offsets, int done, int n) {
    if (array != null) {
      long base = target.address();
      switch ((int) bytes) {
        case Byte.BYTES -> ScatteredItems.scatter(stage1, array, base, offsets, done, n);
        case Short.BYTES -> ScatteredItems.scatter(stage2, array, base, offsets, done, n);
        case Integer.BYTES -> ScatteredItems.scatter(stage4, array, base, offsets, done, n);
        default -> ScatteredItems.scatter(stage8, array, base, offsets, done, n);
      }
    } else {
      switch ((int) bytes) {
        case Byte.BYTES -> ScatteredItems.scatter(stage1, target, offsets, done, n);
        case Short.BYTES -> ScatteredItems.scatter(stage2, target, offsets, done, n);
        case Integer.BYTES -> ScatteredItems.scatter(stage4, target, offsets, done, n);
        default -> ScatteredItems.scatter(stage8, target, offsets, done, n);
      }
    }
  }
}
