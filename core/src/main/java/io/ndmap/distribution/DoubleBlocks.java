package io.ndmap.distribution;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.RunReader;
import io.ndmap.pass.Workers;
import io.ndmap.value.ItemValue;
import java.lang.foreign.MemorySegment;

/// Loads runs of real numbers as doubles, in blocks for the first-level cache; long doubles as
/// their nearest doubles.
abstract class DoubleBlocks implements Workers.Worker {

  private static final int BLOCK = 1024;

  private final ScalarKind kind;
  private final boolean big;
  private final RunReader reader;
  private final double[] block = new double[BLOCK];
  private int filled;

  DoubleBlocks(ScalarKind kind, boolean big) {
    this.kind = kind;
    this.big = big;
    this.reader = new RunReader(kind, big);
  }

  /// Takes a block.
  ///
  /// @param count how many of the first numbers are there
  abstract void block(double[] numbers, int count);

  @Override
  public final void run(MemorySegment segment, long at, long stride, int count) {
    for (int done = 0; done < count; ) {
      int taken = Math.min(count - done, BLOCK - filled);
      read(segment, at + done * stride, stride, taken);
      filled += taken;
      done += taken;
      if (filled == BLOCK) {
        end();
      }
    }
  }

  private void read(MemorySegment segment, long at, long stride, int count) {
    if (kind == ScalarKind.LONGDOUBLE) {
      for (int i = 0; i < count; i++) {
        block[filled + i] = ItemValue.readLongDouble(segment, at + i * stride, big);
      }
    } else {
      reader.doubles(segment, at, stride, count, block, filled);
    }
  }

  @Override
  public final void end() {
    int count = filled;
    filled = 0;
    block(block, count);
  }
}
