package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.RunReader;
import io.ndmap.layout.Strided;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A fold of items of at most eight bytes taken as 64-bit integers, in blocks: integers and times
/// by their values, floating-point numbers by their bits.
abstract class LongFold extends Fold {

  /// Items of a block.
  static final int BLOCK = 1024;

  // Below this, what follows the loops costs more than they save.
  private static final int FEWEST = 64;

  private static final long[] NOTHING = {};

  private final ScalarKind kind;
  private final boolean big;
  private @Nullable RunReader reader;
  private long[] stage = NOTHING;
  private long[] few = NOTHING;
  private int filled;

  LongFold(ScalarKind kind, boolean big) {
    this.kind = kind;
    this.big = big;
  }

  /// Takes a block.
  ///
  /// @param items may be changed
  abstract void block(long[] items, int from, int count);

  /// Takes contiguous little-endian items straight from a native segment, if there is a way; after
  /// all that came before.
  ///
  /// @return how many of the first items were taken
  abstract int direct(MemorySegment segment, long at, int count);

  final ScalarKind kind() {
    return kind;
  }

  /// Whether items are contiguous, little-endian and in native memory.
  final boolean isPlain(MemorySegment segment, long stride) {
    int itemsize = kind.itemsize();
    return stride == itemsize && segment.isNative() && !(big && itemsize > 1);
  }

  @Override
  final boolean gather(MemorySegment segment, Strided layout) {
    few = FewItems.longs(kind, big, segment, layout);
    return true;
  }

  @Override
  final void gathered(int from, int count) {
    block(few, from, count);
  }

  @Override
  final void run(MemorySegment segment, long at, long stride, int count) {
    int done = 0;
    if (count >= FEWEST && isPlain(segment, stride)) {
      end();
      done = direct(segment, at, count);
    }
    stage(segment, at + done * stride, stride, count - done);
  }

  /// Takes contiguous items block by block, which begins where a block does.
  final void blocks(MemorySegment segment, long at, int count) {
    stage(segment, at, kind.itemsize(), count);
  }

  private void stage(MemorySegment segment, long at, long stride, int count) {
    int done = 0;
    while (done < count) {
      int taken = Math.min(count - done, BLOCK - filled);
      if (stage.length < filled + taken) {
        stage = Arrays.copyOf(stage, filled == 0 ? taken : BLOCK);
      }
      reader().longs(segment, at + done * stride, stride, taken, stage, filled);
      filled += taken;
      done += taken;
      if (filled == BLOCK) {
        end();
      }
    }
  }

  /// Reads contiguous items.
  final void read(MemorySegment segment, long at, int count, long[] to) {
    reader().longs(segment, at, kind.itemsize(), count, to, 0);
  }

  /// Made when it is needed.
  private RunReader reader() {
    RunReader made = reader;
    if (made == null) {
      made = new RunReader(kind, big);
      reader = made;
    }
    return made;
  }

  @Override
  final void end() {
    if (filled > 0) {
      int last = filled;
      filled = 0;
      block(stage, 0, last);
    }
  }
}
