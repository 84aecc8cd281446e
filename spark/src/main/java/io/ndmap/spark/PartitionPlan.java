package io.ndmap.spark;

import java.util.ArrayList;
import java.util.List;

/// Shares rows among tasks by bytes, whole rows to each: large arrays are split, small ones read
/// together. The rules are those of Spark's own files.
///
/// @param mostBytes the most bytes of a task, unless one row has more
/// @param openCost what opening a file costs, in bytes that could be read meanwhile
/// @param parallelism how many tasks run at a time
record PartitionPlan(long mostBytes, long openCost, int parallelism) {

  List<NpyPartition> partitions(List<ArrayRanges> ranges) {
    long total = 0;
    for (ArrayRanges each : ranges) {
      if (each.rows().rows() > 0) {
        total += each.bytes() + openCost;
      }
    }
    long split = Math.min(mostBytes, Math.max(openCost, total / parallelism));
    List<NpyPartition> partitions = new ArrayList<>();
    List<RowSlice> slices = new ArrayList<>();
    long bytes = 0;
    for (ArrayRanges each : ranges) {
      ArrayFile file = each.file();
      long rowBytes = Math.max(1, file.array().rowBytes());
      long mostRows = file.isSplittable() ? Math.max(1, split / rowBytes) : Long.MAX_VALUE;
      for (RowRanges.Range range : each.rows().ranges()) {
        for (long start = range.start(); start < range.end(); ) {
          long end = range.end() - start > mostRows ? start + mostRows : range.end();
          long size = (end - start) * rowBytes;
          if (!slices.isEmpty() && bytes + size > split) {
            partitions.add(new NpyPartition(List.copyOf(slices)));
            slices.clear();
            bytes = 0;
          }
          slices.add(file.slice(start, end));
          bytes += size + openCost;
          start = end;
        }
      }
    }
    if (!slices.isEmpty()) {
      partitions.add(new NpyPartition(List.copyOf(slices)));
    }
    return partitions;
  }
}
