package io.ndmap.external;

import io.ndmap.dtype.DType;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.order.KeyColumn;
import io.ndmap.order.NumberSort;
import io.ndmap.order.Sorting;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.LongConsumer;

/// Sorts a lane in two passes: pieces of it are sorted and stored as runs, then the runs are
/// merged.
///
/// Each merged block is sorted once more in memory, where items of one run are in order already. So
/// one comparison, and one code, serves all dtypes.
///
/// @param columns the keys of the items
/// @param fields that come before the others of structures
/// @param costs what memory there is
/// @param execution how it runs, told what both passes have passed
/// @param backings the arrays that are read and written
record LaneSort(
    DType dtype,
    List<KeyColumn> columns,
    List<String> fields,
    Costs costs,
    Execution execution,
    List<Backing> backings) {

  /// Pieces of runs that the JDK merges faster than it sorts all numbers anew.
  private static final int PIECES = 8;

  /// The JDK sorts `int`, `long`, `float` and `double` by vectors on these processors.
  private static final boolean VECTORS = System.getProperty("os.arch", "").equals("amd64");

  /// Sorts.
  ///
  /// @param from is read before anything is written to `to`
  /// @param runs where the runs are stored
  void sort(Strip from, Strip to, long count, Strip runs) {
    int threads = costs.threads(count, execution.parallelism());
    long run = costs.run(threads);
    new Parts(execution.withParallelism(threads), backings.toArray(Backing[]::new))
        .of(count)
        .runUnheld(
            Math.ceilDiv(count, run),
            (k, _) -> {
              long first = k * run;
              long size = Math.min(run, count - first);
              try (Block block = new Block(dtype, size)) {
                Items items = block.items(0, size);
                from.read(first, items);
                sort(items);
                runs.write(first, items);
              }
            });
    merge(runs, run, to, count);
  }

  private void merge(Strip runs, long run, Strip to, long count) {
    LongConsumer listener = execution.progress();
    int read = (int) Math.min(run, costs.read(Math.ceilDiv(count, run)));
    try (RunMerge merge = new RunMerge(runs, dtype, count, run, read, order(), isNumbers());
        Block block = new Block(dtype, merge.most())) {
      for (long done = 0; done < count; ) {
        requireNotInterrupted();
        long taken = merge.take(block.items(0, merge.most()).segment());
        Items items = block.items(0, taken);
        if (isNumbers() && merge.pieces() > PIECES) {
          disorder(items);
        }
        sort(items);
        to.write(done, items);
        done += taken;
        if (listener != null) {
          listener.accept(taken);
        }
      }
    }
  }

  /// Exchanges two numbers, so that the JDK does not see the first run and merge all of them, which
  /// takes twice as long as sorting by vectors.
  private static void disorder(Items items) {
    long size = items.itemsize();
    if (VECTORS && size >= Integer.BYTES && items.itemCount() > PIECES) {
      MemorySegment all = items.segment();
      MemorySegment first = all.asSlice(0, size);
      MemorySegment other = all.asSlice(PIECES * size, size);
      byte[] kept = first.toArray(ValueLayout.JAVA_BYTE);
      var _ = first.copyFrom(other);
      var _ = other.copyFrom(MemorySegment.ofArray(kept));
    }
  }

  private void sort(Items items) {
    Sorting.along(items, 0, items, fields.toArray(String[]::new));
  }

  private boolean isNumbers() {
    return NumberSort.has(dtype);
  }

  private ItemOrder order() {
    return new ItemOrder(columns);
  }

  private void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new OperationInterruptedException(backings.getFirst().name());
    }
  }
}
