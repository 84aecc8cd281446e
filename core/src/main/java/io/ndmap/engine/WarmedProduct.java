package io.ndmap.engine;

import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.Loop;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.Span;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/// A block product that uses vectors once it is warm, see [Warmed].
final class WarmedProduct<A> implements BlockProduct<A> {

  /// Multiplications before the warm-up: a few milliseconds of plain work.
  private static final long MANY = 50_000_000;

  private final NumberArrays<A> arrays;
  private final Warmed<BlockProduct<A>> warmed;

  /// @param made creates the vector code on first use
  WarmedProduct(NumberArrays<A> arrays, BlockProduct<A> plain, Supplier<BlockProduct<A>> made) {
    this.arrays = arrays;
    this.warmed =
        new Warmed<>(
            this, arrays.kind(), MANY, plain, made, product -> new Trial<>(arrays, product));
  }

  @Override
  public void add(A[] left, A[] right, A[] sums, int rows, int depth, int columns) {
    BlockProduct<A> chosen = warmed.chosen((long) rows * depth * columns);
    chosen.add(left, right, sums, rows, depth, columns);
  }

  boolean isWarm() {
    return warmed.isWarm();
  }

  @Override
  public String toString() {
    return "MATMUL of " + arrays.kind();
  }

  /// The loop of a trial: a product of four rows and a panel.
  private static final class Trial<A> implements Loop {

    /// The depth is not a multiple of the number of products that a loop may add at once, so that
    /// trials include a remainder.
    private static final int DEPTH = 61;

    private final NumberArrays<A> arrays;
    private final BlockProduct<A> product;
    private final A[] left;
    private final A[] right;
    private final A[] sums;

    Trial(NumberArrays<A> arrays, BlockProduct<A> product) {
      int width = PANEL_BYTES / arrays.itemsize();
      this.arrays = arrays;
      this.product = product;
      this.left = arrays.zeros(1, ROWS * DEPTH);
      this.right = arrays.zeros(1, width * DEPTH);
      this.sums = arrays.zeros(ROWS, width);
    }

    @Override
    public void run(Span[] operands, Span result, int count) {
      fill(left[0], operands[0]);
      fill(right[0], operands[1]);
      for (A row : sums) {
        fill(row, operands[2]);
      }
      product.add(left, right, sums, ROWS, DEPTH, PANEL_BYTES / arrays.itemsize());
      for (int i = 0; i < ROWS; i++) {
        MemorySegment row = arrays.memory().apply(sums[i]);
        long at = result.at() + (long) i * PANEL_BYTES;
        MemorySegment.copy(row, 0, result.memory(), at, PANEL_BYTES);
      }
    }

    private void fill(A row, Span numbers) {
      MemorySegment memory = arrays.memory().apply(row);
      MemorySegment.copy(numbers.memory(), numbers.at(), memory, 0, memory.byteSize());
    }
  }
}
