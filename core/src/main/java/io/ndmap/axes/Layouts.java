package io.ndmap.axes;

import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Layouts derived from others: subsets of axes, or contiguous layouts of the same shape.
public final class Layouts {

  private Layouts() {}

  /// The first axes alone.
  public static Strided leading(Strided layout, int axes) {
    return Strided.of(
        layout.offset(),
        Shape.of(Arrays.copyOf(layout.shape().toArray(), axes)),
        Arrays.copyOf(layout.strides(), axes));
  }

  /// The axes behind the first ones, from byte 0 on.
  public static Strided trailing(Strided layout, int axes) {
    int rank = layout.rank();
    return Strided.of(
        0,
        Shape.of(Arrays.copyOfRange(layout.shape().toArray(), axes, rank)),
        Arrays.copyOfRange(layout.strides(), axes, rank));
  }

  /// A layout of the same shape without gaps, from byte 0 on, its axes in the order in which those
  /// of another one lie in memory.
  public static Strided packed(Strided like, int itemsize) {
    int rank = like.rank();
    int[] axes =
        IntStream.range(0, rank)
            .boxed()
            .sorted(Comparator.comparingLong((Integer k) -> Math.abs(like.stride(k))).reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    int[] back = new int[rank];
    for (int k = 0; k < rank; k++) {
      back[axes[k]] = k;
    }
    long[] sizes = Arrays.stream(axes).mapToLong(like.shape()::size).toArray();
    return Strided.contiguous(Shape.of(sizes), itemsize, Order.C).transpose(back);
  }

  /// Cuts a layout into blocks in C order, each of at most so many items, along as few axes as can
  /// be.
  public static void forEachBlock(Strided layout, long items, Consumer<Strided> consumer) {
    Shape shape = layout.shape();
    if (shape.itemCount() <= items) {
      consumer.accept(layout);
      return;
    }
    long rows = items / (shape.itemCount() / shape.size(0));
    for (long i = 0; i < shape.size(0); i += Math.max(1, rows)) {
      if (rows == 0) {
        forEachBlock(layout.index(0, i), items, consumer);
      } else {
        consumer.accept(layout.slice(0, i, Math.min(shape.size(0), i + rows), 1));
      }
    }
  }

  /// Bytes from one place to another.
  public static Strided span(long start, long end) {
    return Strided.of(start, Shape.of(end - start), 1);
  }
}
