package example.service;

import io.ndmap.dtype.DType;
import io.ndmap.mmap.Advice;
import io.ndmap.mmap.CurrentFile;
import io.ndmap.mmap.Lease;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.op.RankedRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/// A file of vectors, one per row, that new versions replace while requests read it.
final class Embeddings implements AutoCloseable {

  private final Path path;
  private final CurrentFile file;

  /// The same file for full passes, which benefit from the kernel's read-ahead; single rows do not.
  private final CurrentFile forPasses;

  private final Reading reading;

  private Embeddings(Path path, CurrentFile file, CurrentFile forPasses, Reading reading) {
    this.path = path;
    this.file = file;
    this.forPasses = forPasses;
    this.reading = reading;
  }

  static Embeddings open(Path path, Reading reading) throws IOException {
    check(path, NpyFile.readHeader(path));
    OpenOptions single = OpenOptions.DEFAULT.withAdvice(Advice.RANDOM);
    return new Embeddings(
        path,
        CurrentFile.open(path, OpenMode.READ_ONLY, single),
        CurrentFile.open(path),
        reading);
  }

  private static void check(Path path, NpyHeader header) {
    if (header.shape().rank() != 2 || !header.dtype().equals(DType.FLOAT32)) {
      throw new IllegalArgumentException(
          path + ": a matrix of <f4 is needed, found " + header.dtype() + " " + header.shape());
    }
  }

  /// {@return the rows with the given numbers, as a new array}
  ///
  /// @throws IndexOutOfBoundsException if there is no such row
  NdView<?> rows(long... numbers) {
    try (Lease lease = file.acquire()) {
      NdView<?> all = lease.file().view();
      NdView<?> found = NdView.zeros(all.dtype(), numbers.length, all.size(1));
      if (numbers.length > 1) {
        // The disk serves all requests in parallel.
        for (long number : numbers) {
          lease.file().prefetch(all.index(0, number));
        }
      }
      for (int k = 0; k < numbers.length; k++) {
        NdView<?> target = found.index(0, k);
        reading.few(lease.file(), all.index(0, numbers[k]), row -> copied(row, target));
      }
      return found;
    }
  }

  private static NdView<?> copied(NdView<?> row, NdView<?> target) {
    row.copyTo(target);
    return target;
  }

  /// {@return the rows with the largest products with each query, best first}
  ///
  /// @param queries a matrix with as many columns as the file
  List<List<RankedRow>> best(NdView<?> queries, int most) {
    return pass(all -> all.largestProductsWithEach(queries, most));
  }

  /// {@return the mean of all rows}
  NdView<?> mean() {
    return pass(all -> all.mean(0));
  }

  private <T> T pass(Function<NdView<?>, T> work) {
    try (Lease lease = forPasses.acquire()) {
      NdView<?> all = lease.file().view();
      return reading.all(() -> work.apply(all));
    }
  }

  /// {@return the size of a row in bytes}
  long rowBytes() {
    try (Lease lease = file.acquire()) {
      return lease.file().view().size(1) * Float.BYTES;
    }
  }

  /// Switches later requests to the version that was renamed over the file; running ones finish
  /// with the old version.
  void replace() throws IOException {
    check(path, NpyFile.readHeader(path));
    file.replace(path);
    forPasses.replace(path);
  }

  @Override
  public void close() {
    file.close();
    forPasses.close();
  }
}
