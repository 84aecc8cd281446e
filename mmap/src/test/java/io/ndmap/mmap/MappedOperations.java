package io.ndmap.mmap;

import io.ndmap.dtype.DType;
import io.ndmap.nd.NdView;
import io.ndmap.operations.BulkOperation;
import io.ndmap.operations.BulkOperation.Reach;
import io.ndmap.operations.BulkOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The bulk operations of core, and those of this module.
final class MappedOperations {

  static final List<BulkOperation> ALL =
      Stream.concat(
              BulkOperations.ALL.stream(),
              Stream.of(
                  new BulkOperation(
                      "SORT_THROUGH_RUNS",
                      Reach.ALL,
                      (x, y) ->
                          sortThroughRuns(
                              FileSort.flat(), x, NdView.zeros(DType.FLOAT64, x.itemCount()))),
                  new BulkOperation(
                      "SORT_COLUMNS_THROUGH_RUNS",
                      Reach.ALL,
                      (x, y) ->
                          sortThroughRuns(
                              FileSort.along(0),
                              x,
                              NdView.zeros(DType.FLOAT64, x.size(0), x.size(1)))),
                  new BulkOperation(
                      "SORT_THROUGH_RUNS_INTO_FILE",
                      Reach.ALL,
                      (x, y) -> sortThroughRuns(FileSort.along(0), y, x))))
          .toList();

  private MappedOperations() {}

  private static double sortThroughRuns(FileSort sort, NdView<?> view, NdView<?> target) {
    try {
      Path beside = Path.of(System.getProperty("java.io.tmpdir"), "x.npy");
      // A dozen runs, or columns that go to the disk a dozenth at a time.
      sort.withMemory(2 * view.itemCount()).into(view, target, beside);
      return target.reshape(target.itemCount()).getDouble(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
