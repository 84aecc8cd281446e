package io.ndmap.cli.argument;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import picocli.CommandLine.Option;

/// The options that describe the array that a command creates.
public final class ArrayOptions {

  @Option(
      names = "--dtype",
      paramLabel = "D",
      required = true,
      description =
          "The dtype in the notation of numpy.dtype: f8, '<M8[ns]', S5, or a list of fields.")
  private DType dtype = DType.FLOAT64;

  @Option(
      names = "--shape",
      paramLabel = "A,B,C",
      required = true,
      description = "The sizes of the axes; '' or '()' for rank 0.")
  private Shape shape = Shape.SCALAR;

  @Option(
      names = "--order",
      paramLabel = "C|F",
      description = "The memory order: C (last axis fastest, default) or F (first axis fastest).")
  private Order order = Order.C;

  /// The dtype of the elements.
  public DType dtype() {
    return dtype;
  }

  /// The shape of the array.
  public Shape shape() {
    return shape;
  }

  /// The memory order of the array.
  public Order order() {
    return order;
  }
}
