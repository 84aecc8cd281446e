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

/// An external merge sort of a 1-d slice, in two passes: runs are sorted and stored, then merged.
///
/// A merge step collects elements from all runs and sorts them with the in-memory sort, which
/// supports all dtypes. The elements of each run are already in order.
///
/// @param columns the keys of the elements
/// @param fields for structured dtypes, the fields to compare first
/// @param costs the memory budget
/// @param execution the execution; its listener receives the progress of both passes
/// @param backings the arrays that are read and written
record SliceSort(
    DType dtype,
    List<KeyColumn> columns,
    List<String> fields,
    Costs costs,
    Execution execution,
    List<Backing> backings) {

  /// Up to this many sorted runs, the JDK's merge is faster than a vectorised sort of all numbers.
  private static final int FEW_RUNS = 8;

  /// Whether a vectorised sort of 4- or 8-byte integers, the JDK's or the Vector API's, is expected
  /// to be faster than a merge of more than [#FEW_RUNS] runs: on x86-64.
  private static final boolean VECTORS = System.getProperty("os.arch", "").equals("amd64");

  /// Sorts a slice: sorts and stores runs, then merges them.
  ///
  /// @param from the elements; all are read before anything is written to `to`
  /// @param to the target
  /// @param runs storage for the runs
  void sort(Strip from, Strip to, long count, Strip runs) {
    int threads = costs.threads(count, execution.parallelism());
    long run = costs.run(threads);
    new Parts(execution.withParallelism(threads), backings.toArray(Backing[]::new))
        .of(count)
        .runUnpinned(
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
    try (RunMerge merge =
            new RunMerge(runs, dtype, count, run, read, new ItemOrder(columns), isNumbers());
        Block block = new Block(dtype, merge.most())) {
      for (long done = 0; done < count; ) {
        if (Thread.currentThread().isInterrupted()) {
          throw new OperationInterruptedException(backings.getFirst().name());
        }
        long taken = merge.take(block.items(0, merge.most()).segment());
        Items items = block.items(0, taken);
        if (isNumbers() && merge.runsTaken() > FEW_RUNS) {
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

  /// Exchanges two numbers, so that the JDK does not detect the sorted runs. It would merge them,
  /// which takes twice as long as a vectorised sort.
  private static void disorder(Items items) {
    long size = items.itemsize();
    if (VECTORS && size >= Integer.BYTES && items.itemCount() > FEW_RUNS) {
      MemorySegment all = items.segment();
      MemorySegment first = all.asSlice(0, size);
      MemorySegment other = all.asSlice(FEW_RUNS * size, size);
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
}
