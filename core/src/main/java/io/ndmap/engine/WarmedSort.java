package io.ndmap.engine;

import io.ndmap.loop.ArraySort;
import io.ndmap.loop.Loop;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.Span;
import io.ndmap.loop.vector.VectorTable;
import java.lang.foreign.MemorySegment;

/// A sort that uses vectors once it is warm, see [Warmed].
final class WarmedSort<A> implements ArraySort<A> {

  /// Elements that are sorted before the warm-up: a tenth of a second of plain work. HotSpot takes
  /// a second to compile the vector loops.
  private static final long MANY = 10_000_000;

  private final NumberArrays<A> arrays;
  private final Warmed<ArraySort<A>> warmed;

  WarmedSort(NumberArrays<A> arrays, ArraySort<A> plain) {
    this.arrays = arrays;
    this.warmed =
        new Warmed<>(
            this,
            arrays.kind(),
            MANY,
            plain,
            () -> VectorTable.sort(arrays),
            sort -> new Trial<>(arrays, sort));
  }

  @Override
  public void sort(A numbers, int from, int slices, int length) {
    warmed.chosen((long) slices * length).sort(numbers, from, slices, length);
  }

  boolean isWarm() {
    return warmed.isWarm();
  }

  @Override
  public String toString() {
    return "SORT of " + arrays.kind();
  }

  /// The loop of a trial: sorts the first operand. The operand is rotated each time, because branch
  /// predictors learn repeated sorts.
  private static final class Trial<A> implements Loop {

    private static final int ROTATION = 97;

    private final NumberArrays<A> arrays;
    private final ArraySort<A> sort;
    private int runs;

    Trial(NumberArrays<A> arrays, ArraySort<A> sort) {
      this.arrays = arrays;
      this.sort = sort;
    }

    @Override
    public void run(Span[] operands, Span result, int count) {
      A numbers = arrays.row().apply(count);
      MemorySegment memory = arrays.memory().apply(numbers);
      long size = memory.byteSize();
      long first = (long) (runs++ * ROTATION % count) * arrays.itemsize();
      Span operand = operands[0];
      MemorySegment.copy(operand.memory(), operand.at() + first, memory, 0, size - first);
      MemorySegment.copy(operand.memory(), operand.at(), memory, size - first, first);
      sort.sort(numbers, 0, 1, count);
      MemorySegment.copy(memory, 0, result.memory(), result.at(), size);
    }
  }
}
