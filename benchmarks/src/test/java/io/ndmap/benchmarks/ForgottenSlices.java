package io.ndmap.benchmarks;

import com.sun.management.ThreadMXBean;
import io.ndmap.dtype.DType;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import java.lang.management.ManagementFactory;

/// Makes, reads and forgets slices, a million a round, until HotSpot has compiled the loop; prints
/// the fewest bytes that a round has allocated.
final class ForgottenSlices {

  private static final int ROUNDS = 60;
  private static final int SLICES = 1_000_000;

  private ForgottenSlices() {}

  public static void main(String[] args) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    DoubleView view = NdView.zeros(DType.FLOAT64, 100, 10).as(DoubleView.class);
    view.set(7, 7, 1);
    long fewest = Long.MAX_VALUE;
    double sum = 0;
    for (int round = 0; round < ROUNDS && fewest > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      sum += args[0].equals("rows") ? rows(view) : ranges(view);
      fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before);
    }
    if (sum <= 0) {
      throw new AssertionError(sum);
    }
    System.out.println(fewest);
  }

  private static double rows(DoubleView view) {
    double sum = 0;
    for (int k = 0; k < SLICES; k++) {
      sum += view.index(0, k % 100).get(7);
    }
    return sum;
  }

  private static double ranges(DoubleView view) {
    double sum = 0;
    for (int k = 0; k < SLICES; k++) {
      sum += view.slice(0, k % 8, 100, 1).get(0, 7);
      sum += view.slice(0, 7, 100, 1).get(0, 7);
    }
    return sum;
  }
}
