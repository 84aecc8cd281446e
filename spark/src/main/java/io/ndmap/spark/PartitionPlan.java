package io.ndmap.spark;

import io.ndmap.spark.filter.RowRanges;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Distributes rows among tasks by bytes, without splitting rows. Large arrays are split among
/// several tasks; small arrays share a task. The size of a task is computed as for Spark's own
/// files.
///
/// @param mostBytes the maximum number of bytes of a task, unless a single row, or an array that
///   cannot be split, has more
/// @param openCost the cost of opening a file, as a number of bytes that could be read in the same
///   time
/// @param parallelism the minimum number of tasks, if there are enough bytes
record PartitionPlan(long mostBytes, long openCost, int parallelism) {

  /// The rows of each task.
  List<List<RowSlice>> tasks(List<ArrayRanges> ranges) {
    List<ArrayRanges> read = ranges.stream().filter(each -> each.rows().rows() > 0).toList();
    long total = 0;
    for (ArrayRanges each : read) {
      total += each.bytes() + openCost;
    }
    Tasks tasks = new Tasks(Math.min(mostBytes, Math.max(openCost, total / parallelism)), openCost);
    for (ArrayRanges each : read) {
      if (each.file().isSplittable()) {
        each.rows().ranges().forEach(range -> tasks.addSplit(each.file(), range));
      } else {
        tasks.add(each.file(), each.rows().ranges());
      }
    }
    return tasks.all();
  }

  /// The tasks planned so far; rows are added to the last one.
  private static final class Tasks {

    private final long split;
    private final long openCost;
    private final List<List<RowSlice>> done = new ArrayList<>();
    private final List<RowSlice> slices = new ArrayList<>();

    /// The array of the last slice; null if the current task has no rows yet.
    private @Nullable ArrayFile last;

    /// The size of the current task: bytes of rows, plus the cost of opening each further file.
    private long bytes;

    Tasks(long split, long openCost) {
      this.split = split;
      this.openCost = openCost;
    }

    void addSplit(ArrayFile file, RowRanges.Range range) {
      long most = Math.max(1, split / rowBytes(file));
      for (long start = range.start(); start < range.end(); ) {
        long end = range.end() - start > most ? start + most : range.end();
        add(file, List.of(new RowRanges.Range(start, end)));
        start = end;
      }
    }

    /// Adds rows of an array to a single task.
    void add(ArrayFile file, List<RowRanges.Range> ranges) {
      if (last != null && !file.equals(last)) {
        bytes += openCost;
      }
      long size = new RowRanges(ranges).rows() * rowBytes(file);
      if (bytes + size > split) {
        end();
      }
      for (RowRanges.Range range : ranges) {
        slices.add(file.slice(range.start(), range.end()));
      }
      bytes += size;
      last = file;
    }

    private static long rowBytes(ArrayFile file) {
      return Math.max(1, file.rowBytes());
    }

    private void end() {
      if (!slices.isEmpty()) {
        done.add(List.copyOf(slices));
        slices.clear();
      }
      bytes = 0;
      last = null;
    }

    List<List<RowSlice>> all() {
      end();
      return done;
    }
  }
}
