package io.ndmap.benchmarks.fill;

import io.ndmap.dtype.DType;
import io.ndmap.fill.Claim;
import io.ndmap.fill.FillSpec;
import io.ndmap.fill.SharedFill;
import io.ndmap.nd.Order;
import io.ndmap.nd.Shape;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// A process that takes part in fills, one for each line it is told: path, work, rows, columns,
/// rows of a chunk, `fast` or `durable`, divided by tabs. It answers with the number of its chunks
/// and the nanoseconds that it spent claiming, committing and in all.
final class FillWorker {

  private FillWorker() {}

  /// Works until its input ends.
  public static void main(String[] arguments) throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] task = line.split("\t", -1);
      System.out.println(
          run(
              Path.of(task[0]),
              Work.of(task[1]),
              Shape.of(Long.parseLong(task[2]), Long.parseLong(task[3])),
              Long.parseLong(task[4]),
              task[5].equals("durable")));
    }
  }

  private static String run(Path path, Work work, Shape shape, long rows, boolean durable)
      throws IOException, InterruptedException {
    long columns = shape.size(1);
    double[] block = Work.block();
    long count = 0;
    long claiming = 0;
    long committing = 0;
    long begin = System.nanoTime();
    FillSpec spec = FillSpec.of(DType.FLOAT64, shape, Order.C).withChunks(rows, columns);
    try (SharedFill fill = SharedFill.createOrJoin(path, durable ? spec.withDurability() : spec)) {
      while (true) {
        long before = System.nanoTime();
        Optional<Claim> next = fill.claim();
        long claimed = System.nanoTime();
        if (next.isEmpty()) {
          // What was waited for at the end is no cost of a chunk.
          break;
        }
        claiming += claimed - before;
        try (Claim claim = next.get()) {
          work.write(claim, columns, block);
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
