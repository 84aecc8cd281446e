package io.ndmap.benchmarks.fill;

import io.ndmap.dtype.DType;
import io.ndmap.fill.Claim;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.DoubleView;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// A process that takes part in one fill for each line of its input. The fields of a line are
/// separated by tabs: path, work, rows, columns, rows of a chunk and a [Mode]; further fields are
/// ignored. The process answers each line with the number of chunks that it has filled, and the
/// nanoseconds that its claims, its commits and the whole fill took.
final class FillWorker {

  /// How the array is filled.
  enum Mode {
    /// By a fast fill: data survives the death of processes.
    FAST,
    /// By a durable fill: data survives the loss of power.
    DURABLE,
    /// By a fast fill whose chunks have half the columns and twice the rows. These chunks are not
    /// contiguous, so claims do not prefault their pages, and the cost of a claim is that of the
    /// protocol alone.
    HALVES,
    /// Without a fill: one process writes the chunks of [#FAST] to an ordinary file, and neither
    /// claims nor commits them.
    ALONE
  }

  private FillWorker() {}

  /// Answers lines until the input ends.
  public static void main(String[] arguments) throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] task = line.split("\t", -1);
      Path path = Path.of(task[0]);
      ChunkWork work = ChunkWork.of(task[1]);
      Shape shape = Shape.of(Long.parseLong(task[2]), Long.parseLong(task[3]));
      long rows = Long.parseLong(task[4]);
      Mode mode = Mode.valueOf(task[5].toUpperCase(Locale.ROOT));
      System.out.println(
          mode == Mode.ALONE ? alone(path, work, shape, rows) : run(path, work, shape, rows, mode));
    }
  }

  private static String alone(Path path, ChunkWork work, Shape shape, long rows)
      throws IOException {
    long columns = shape.size(1);
    double[] block = ChunkWork.block();
    long count = 0;
    long begin = System.nanoTime();
    try (NpyFile file = NpyFile.create(path, DType.FLOAT64, shape, Order.C)) {
      DoubleView view = file.view(DoubleView.class);
      for (long row = 0; row < shape.size(0); row += rows) {
        work.write(view.slice(0, row, row + rows, 1), row * columns, block);
        count++;
      }
    }
    return count + "\t0\t0\t" + (System.nanoTime() - begin);
  }

  private static String run(Path path, ChunkWork work, Shape shape, long rows, Mode mode)
      throws IOException, InterruptedException {
    long columns = shape.size(1);
    double[] block = ChunkWork.block();
    long count = 0;
    long claiming = 0;
    long committing = 0;
    long begin = System.nanoTime();
    FillSpec whole = FillSpec.of(DType.FLOAT64, shape, Order.C);
    FillSpec spec =
        mode == Mode.HALVES
            ? whole.withChunks(2 * rows, columns / 2)
            : whole.withChunks(rows, columns);
    try (SharedFill fill =
        SharedFill.createOrJoin(path, mode == Mode.DURABLE ? spec.withDurability() : spec)) {
      while (true) {
        long before = System.nanoTime();
        Optional<Claim> next = fill.claim();
        long claimed = System.nanoTime();
        if (next.isEmpty()) {
          // The last call of claim waits for the end of the fill, and claims no chunk.
          break;
        }
        claiming += claimed - before;
        try (Claim claim = next.get()) {
          if (work != ChunkWork.NOTHING) {
            work.write(claim.view(DoubleView.class), claim.box().start(0) * columns, block);
          }
          long written = System.nanoTime();
          claim.commit();
          committing += System.nanoTime() - written;
        }
        count++;
      }
    }
    return count + "\t" + claiming + "\t" + committing + "\t" + (System.nanoTime() - begin);
  }
}
