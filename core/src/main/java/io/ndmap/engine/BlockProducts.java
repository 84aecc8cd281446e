package io.ndmap.engine;

import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.plain.PlainProduct;
import io.ndmap.loop.vector.VectorDoubleProduct;
import io.ndmap.loop.vector.VectorFloatProduct;
import java.util.stream.Stream;

/// The loops of matrix products: those of floating-point numbers by vectors once they are warm.
public final class BlockProducts {

  // The classes of vector loops must not even be named where the module is not there.
  public static final BlockProduct<double[]> DOUBLES =
      Vectors.WANTED
          ? new WarmedProduct<>(
              NumberArrays.DOUBLES, PlainProduct.DOUBLES, VectorDoubleProduct::new)
          : PlainProduct.DOUBLES;
  public static final BlockProduct<float[]> FLOATS =
      Vectors.WANTED
          ? new WarmedProduct<>(NumberArrays.FLOATS, PlainProduct.FLOATS, VectorFloatProduct::new)
          : PlainProduct.FLOATS;
  public static final BlockProduct<long[]> LONGS = PlainProduct.LONGS;
  public static final BlockProduct<int[]> INTS = PlainProduct.INTS;

  private BlockProducts() {}

  /// The names of those that run by vectors by now.
  static Stream<String> byVectors() {
    return Stream.of(DOUBLES, FLOATS)
        .filter(product -> product instanceof WarmedProduct<?> warmed && warmed.isByVectors())
        .map(Object::toString);
  }
}
