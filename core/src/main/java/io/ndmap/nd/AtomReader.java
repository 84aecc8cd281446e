package io.ndmap.nd;

import io.ndmap.kernel.ScatteredItems;
import java.lang.foreign.MemorySegment;

/// Reads pieces of memory of one size from scattered places into adjacent ones. Small pieces of
/// native memory go through a Java array that stays in the first-level cache; for one thread.
final class AtomReader {

  /// Bytes of the array.
  private static final int STAGE = 8192;

  /// Above this a call for each piece costs little.
  private static final int MOST_STAGED = 128;

  private final MemorySegment source;
  private final MemorySegment target;
  private final int bytes;
  private final int unit;
  private final int words;
  private final boolean staged;
  private byte[] stage1 = {};
  private short[] stage2 = {};
  private int[] stage4 = {};
  private long[] stage8 = {};
  private MemorySegment stage = MemorySegment.NULL;

  /// @param bytes of a piece, at least 1
  AtomReader(MemorySegment source, MemorySegment target, long bytes, long atoms) {
    this.source = source;
    this.target = target;
    this.staged = bytes <= MOST_STAGED && source.isNative();
    this.bytes = staged ? (int) bytes : 1;
    this.unit = Math.min(Long.BYTES, Integer.lowestOneBit(this.bytes));
    this.words = this.bytes / unit;
    if (staged) {
      int length = (int) Math.min(STAGE / this.bytes, atoms) * words;
      switch (unit) {
        case 1 -> stage = MemorySegment.ofArray(stage1 = new byte[length]);
        case 2 -> stage = MemorySegment.ofArray(stage2 = new short[length]);
        case 4 -> stage = MemorySegment.ofArray(stage4 = new int[length]);
        default -> stage = MemorySegment.ofArray(stage8 = new long[length]);
      }
    }
    this.most = bytes;
  }

  private final long most;

  /// @param places where the pieces begin
  /// @param to where the first goes
  void read(long[] places, int count, long to) {
    if (!staged) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(source, places[i], target, to + i * most, most);
      }
      return;
    }
    int room = (int) (stage.byteSize() / bytes);
    for (int done = 0; done < count; done += room) {
      int n = Math.min(room, count - done);
      gather(places, done, n);
      MemorySegment.copy(stage, 0, target, to + (long) done * bytes, (long) n * bytes);
    }
  }

  private void gather(long[] places, int first, int n) {
    if (words == 1) {
      switch (unit) {
        case 1 -> ScatteredItems.gather(source, places, first, n, stage1);
        case 2 -> ScatteredItems.gather(source, places, first, n, stage2);
        case 4 -> ScatteredItems.gather(source, places, first, n, stage4);
        default -> ScatteredItems.gather(source, places, first, n, stage8);
      }
    } else {
      switch (unit) {
        case 1 -> ScatteredItems.gather(source, places, first, n, words, stage1);
        case 2 -> ScatteredItems.gather(source, places, first, n, words, stage2);
        case 4 -> ScatteredItems.gather(source, places, first, n, words, stage4);
        default -> ScatteredItems.gather(source, places, first, n, words, stage8);
      }
    }
  }
}
