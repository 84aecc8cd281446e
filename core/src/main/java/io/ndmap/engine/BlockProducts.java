package io.ndmap.engine;

import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.plain.PlainProduct;
import io.ndmap.loop.vector.VectorDoubleProduct;
import io.ndmap.loop.vector.VectorFloatProduct;
import java.util.function.Supplier;

/// The loops of matrix products: those of floating-point numbers by vectors once they are warm.
public final class BlockProducts {

  public static final BlockProduct<double[]> DOUBLES =
      warmed(NumberArrays.DOUBLES, PlainProduct.DOUBLES, () -> new VectorDoubleProduct());
  public static final BlockProduct<float[]> FLOATS =
      warmed(NumberArrays.FLOATS, PlainProduct.FLOATS, () -> new VectorFloatProduct());
  public static final BlockProduct<long[]> LONGS = PlainProduct.LONGS;
  public static final BlockProduct<int[]> INTS = PlainProduct.INTS;

  private BlockProducts() {}

  private static <A> BlockProduct<A> warmed(
      NumberArrays<A> arrays, BlockProduct<A> plain, Supplier<BlockProduct<A>> vector) {
    return Vectors.WANTED ? new WarmedProduct<>(arrays, plain, vector) : plain;
  }
}
