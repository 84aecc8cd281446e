package io.ndmap.benchmarks.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.mpi.Communicator;
import io.ndmap.mpi.ParallelNpy;
import io.ndmap.mpi.ReduceOp;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// The program of each rank of ndmap in the race. Rank 0 reads tasks from its input, one per line,
/// with fields separated by tabs: `write` or `read`, the axis, the side length of the square array,
/// the path. All ranks run the task, and rank 0 answers with `ok`, the nanoseconds of the task and
/// the sum of the elements.
final class MpiWorker {

  private MpiWorker() {}

  /// Runs tasks until the input of rank 0 ends or has an empty line.
  public static void main(String[] arguments) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    try (Communicator comm = Communicator.world()) {
      print(comm, "ready");
      while (true) {
        String line = comm.rank() == 0 ? in.readLine() : null;
        byte[] received =
            comm.allgather(line == null ? new byte[0] : line.getBytes(UTF_8)).getFirst();
        if (received.length == 0) {
          return;
        }
        String[] task = new String(received, UTF_8).split("\t", -1);
        print(comm, run(comm, task));
      }
    }
  }

  private static void print(Communicator comm, String line) {
    if (comm.rank() == 0) {
      System.out.println(line);
    }
  }

  private static String run(Communicator comm, String[] task) throws IOException {
    int axis = Integer.parseInt(task[1]);
    int side = Integer.parseInt(task[2]);
    Path path = Path.of(task[3]);
    Box box = Partition.alongAxis(Shape.of(side, side), axis, comm.size()).box(comm.rank());
    // The memory is freed before the next task, as the NumPy contenders free their arrays.
    try (Arena arena = Arena.ofShared()) {
      boolean writes = task[0].equals("write");
      NdView<?> part = writes ? items(box, side, arena) : null;
      comm.barrier();
      long begin = System.nanoTime();
      if (part != null) {
        ParallelNpy.write(comm, path, part, axis);
      } else {
        part = ParallelNpy.read(comm, path, axis, arena).view();
      }
      comm.barrier();
      long nanos = System.nanoTime() - begin;
      return "ok\t" + nanos + "\t" + sum(comm, part.as(DoubleView.class));
    }
  }

  private static DoubleView items(Box box, int side, Arena arena) {
    DoubleView items =
        NdView.of(
                arena.allocate(ValueLayout.JAVA_DOUBLE, box.itemCount()),
                DType.FLOAT64,
                box.shape(),
                Order.C)
            .as(DoubleView.class);
    double[] row = new double[(int) box.shape().size(1)];
    for (long i = 0; i < box.shape().size(0); i++) {
      double first = (double) (box.start(0) + i) * side + box.start(1);
      for (int j = 0; j < row.length; j++) {
        row[j] = first + j;
      }
      items.index(0, i).copyFrom(MemorySegment.ofArray(row));
    }
    return items;
  }

  /// Returns the sum of the elements of all ranks, which are whole numbers. Each block is summed in
  /// doubles, which are exact up to 2^53, and the sums of the blocks are added as longs.
  private static long sum(Communicator comm, DoubleView part) {
    LongView sum = NdView.zeros(DType.INT64, 1).as(LongView.class);
    part.forEachBlock(1 << 16, block -> sum.set(0, sum.get(0) + (long) block.sum()));
    comm.allreduce(sum, sum, ReduceOp.SUM);
    return sum.get(0);
  }
}
