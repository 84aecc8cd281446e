package io.ndmap.mmap;

import io.ndmap.dtype.DType;
import io.ndmap.nd.Axes;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.Expression;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.OverlapException;
import io.ndmap.op.Reduction;
import java.io.IOException;
import java.nio.file.Path;

/// Runs operations on the two columns of a large file in a JVM that has less memory than a column.
final class MemoryBoundChild {

  /// Those that all operations but one see.
  private static final long ROWS = 3L << 19;

  private MemoryBoundChild() {}

  /// Runs the operations.
  ///
  /// @param arguments the file, of two columns of doubles, and the number of threads
  public static void main(String[] arguments) throws IOException {
    try (NpyFile file = NpyFile.open(Path.of(arguments[0]), OpenMode.READ_WRITE)) {
      DoubleView whole =
          file.view(DoubleView.class)
              .on(Execution.parallel(Integer.parseInt(arguments[1])).droppingBehind());
      DoubleView all = whole.slice(0, 0, ROWS, 1);
      DoubleView left = all.index(1, 0);
      DoubleView right = all.index(1, 1);
      left.fill(1);
      right.fill(2);
      left.plus(right, left);
      System.out.println("plus " + left.get(7) + " " + right.get(7));
      left.addScaled(right, 0.5);
      System.out.println("addScaled " + left.get(7) + " " + right.get(7));
      Expression.of(left).times(Expression.of(right)).plus(0.5).into(left);
      System.out.println("expression " + left.get(7));
      double sum = Expression.of(left).minus(Expression.of(right)).sum();
      System.out.println("sum of an expression " + sum / left.size(0));
      Expression both = Expression.of(all).times(2);
      System.out.println("maxima of an expression " + both.reduce(Reduction.MAX, 0));
      Expression few = both.compare(Comparison.LESS, 0);
      System.out.println("a sum of none " + both.reduce(Reduction.SUM, Axes.all(), few));
      System.out.println("counts " + both.histogram(2, 0, 9).counts()[0] / left.size(0));
      right.copyTo(left);
      System.out.println("copyTo " + left.get(7));
      left.copyTo(right.viewAs(DType.INT64), Casting.UNSAFE);
      System.out.println("cast " + right.viewAs(DType.INT64).getLong(7));
      left.zip(right, (a, b) -> a + 1, right);
      System.out.println("zip " + right.get(7));
      right.set(0, 9);
      long n = left.size(0);
      right.slice(0, 0, n - 1, 1).copyTo(right.slice(0, 1, n, 1));
      System.out.println("shifted " + right.get(1) + " " + right.get(2));
      selections(all.viewAs(DType.UINT8).as(ByteView.class));
      try {
        // More than may be copied aside.
        DoubleView column = whole.index(1, 1);
        column.flip(0).copyTo(column);
      } catch (OverlapException e) {
        System.out.println("refused");
      }
    }
  }

  private static void selections(ByteView bytes) {
    bytes.fill(0);
    long rows = bytes.size(0);
    bytes.set(rows - 1, 3, (byte) 5);
    bytes.set(2, 1, (byte) 6);
    System.out.println("select " + bytes.select(Comparison.GREATER, 4));
    System.out.println("transposed " + bytes.transpose().select(Comparison.GREATER, 4));
    NdView<?> memory = bytes.select(Comparison.GREATER, 4);
    System.out.println("into " + bytes.select(Comparison.EQUAL, 5, memory) + " " + memory);
    long[][] places = bytes.nonZero();
    System.out.println("nonZero " + places[0][0] + " " + (rows - places[0][1]));
  }
}
