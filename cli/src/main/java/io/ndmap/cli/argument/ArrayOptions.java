package io.ndmap.cli.argument;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import picocli.CommandLine.Option;

/// What an array is to be that a command makes.
public final class ArrayOptions {

  @Option(
      names = "--dtype",
      paramLabel = "D",
      required = true,
      description = "As numpy.dtype takes it, such as f8, '<M8[ns]', S5, or a list of fields.")
  private DType dtype = DType.FLOAT64;

  @Option(
      names = "--shape",
      paramLabel = "A,B,C",
      required = true,
      description = "The lengths of the axes; '' or '()' for an array of rank 0.")
  private Shape shape = Shape.SCALAR;

  @Option(
      names = "--order",
      paramLabel = "C|F",
      description = "Which axis varies fastest: the last (C, unless given) or the first (F).")
  private Order order = Order.C;

  /// What an item is.
  public DType dtype() {
    return dtype;
  }

  /// The lengths of its axes.
  public Shape shape() {
    return shape;
  }

  /// Which axis varies fastest.
  public Order order() {
    return order;
  }
}
