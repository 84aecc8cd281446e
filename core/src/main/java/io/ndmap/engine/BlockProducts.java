package io.ndmap.engine;

import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.plain.PlainProduct;
import io.ndmap.loop.vector.VectorDoubleProduct;
import io.ndmap.loop.vector.VectorFloatProduct;
import java.util.stream.Stream;

/// The loops of matrix products. Products of floating-point numbers use vectors once they are warm.
public final class BlockProducts {

  // Classes of vector loops must not be resolved if the module of the Vector API is absent.
  public static final BlockProduct<double[]> DOUBLES =
      Vectors.ENABLED
          ? new WarmedProduct<>(
              NumberArrays.DOUBLES, PlainProduct.DOUBLES, VectorDoubleProduct::new)
          : PlainProduct.DOUBLES;
  public static final BlockProduct<float[]> FLOATS =
      Vectors.ENABLED
          ? new WarmedProduct<>(NumberArrays.FLOATS, PlainProduct.FLOATS, VectorFloatProduct::new)
          : PlainProduct.FLOATS;
  public static final BlockProduct<long[]> LONGS = PlainProduct.LONGS;
  public static final BlockProduct<int[]> INTS = PlainProduct.INTS;

  private BlockProducts() {}

  /// Returns the names of the products that already use vectors.
  static Stream<String> byVectors() {
    return Stream.of(DOUBLES, FLOATS)
        .filter(product -> product instanceof WarmedProduct<?> warmed && warmed.isWarm())
        .map(Object::toString);
  }
}
