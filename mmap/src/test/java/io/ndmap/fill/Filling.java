package io.ndmap.fill;

import io.ndmap.dtype.DType;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.LongView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Arrays that tests fill: 64-bit integers, each element its flat index in C order plus 1.
final class Filling {

  /// 6 by 4 chunks, the last ones smaller.
  static final Shape SHAPE = Shape.of(61, 35);

  private Filling() {}

  static FillSpec spec(Order order) {
    return FillSpec.of(DType.INT64, SHAPE, order).withChunks(11, 9);
  }

  /// Writes a chunk's elements.
  static void write(Claim claim) {
    LongView view = claim.view(LongView.class);
    Box box = claim.box();
    for (long i = 0; i < view.size(0); i++) {
      for (long j = 0; j < view.size(1); j++) {
        view.set(i, j, value(box.start(0) + i, box.start(1) + j));
      }
    }
  }

  static long value(long i, long j) {
    return i * SHAPE.size(1) + j + 1;
  }

  /// Writes other values than the elements, as a process killed in the middle.
  static void scribble(Claim claim) {
    LongView view = claim.view(LongView.class);
    view.fill(-ProcessHandle.current().pid());
  }

  /// Claims and commits until nothing is left.
  ///
  /// @return the number of chunks
  static int work(SharedFill fill) throws IOException, InterruptedException {
    int count = 0;
    for (Optional<Claim> next = fill.claim(); next.isPresent(); next = fill.claim()) {
      try (Claim claim = next.get()) {
        scribble(claim);
        write(claim);
        claim.commit();
        count++;
      }
    }
    return count;
  }

  /// The names of the files in a directory.
  static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
