package io.ndmap.loop.vector;

import io.ndmap.loop.BlockProduct;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/// The vector loop of [BlockProduct] over doubles. The sums of four rows and two vectors of columns
/// are kept in registers.
public final class VectorDoubleProduct implements BlockProduct<double[]> {

  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int WIDTH = PANEL_BYTES / Double.BYTES;

  @Override
  public void add(
      double[][] left, double[][] right, double[][] sums, int rows, int depth, int columns) {
    for (int j = 0; j < columns; j += 2 * LANES) {
      double[] panel = right[j / WIDTH];
      for (int i = 0; i < rows; i += ROWS) {
        add(
            left[i / ROWS],
            panel,
            j % WIDTH,
            depth,
            sums[i],
            sums[i + 1],
            sums[i + 2],
            sums[i + 3],
            j);
      }
    }
  }

  private static void add(
      double[] left,
      double[] panel,
      int column,
      int depth,
      double[] first,
      double[] second,
      double[] third,
      double[] fourth,
      int j) {
    DoubleVector a = DoubleVector.fromArray(SPECIES, first, j);
    DoubleVector e = DoubleVector.fromArray(SPECIES, first, j + LANES);
    DoubleVector b = DoubleVector.fromArray(SPECIES, second, j);
    DoubleVector f = DoubleVector.fromArray(SPECIES, second, j + LANES);
    DoubleVector c = DoubleVector.fromArray(SPECIES, third, j);
    DoubleVector g = DoubleVector.fromArray(SPECIES, third, j + LANES);
    DoubleVector d = DoubleVector.fromArray(SPECIES, fourth, j);
    DoubleVector h = DoubleVector.fromArray(SPECIES, fourth, j + LANES);
    for (int k = 0; k < depth; k++) {
      DoubleVector p = DoubleVector.fromArray(SPECIES, panel, WIDTH * k + column);
      DoubleVector q = DoubleVector.fromArray(SPECIES, panel, WIDTH * k + column + LANES);
      DoubleVector x = DoubleVector.broadcast(SPECIES, left[ROWS * k]);
      a = x.fma(p, a);
      e = x.fma(q, e);
      x = DoubleVector.broadcast(SPECIES, left[ROWS * k + 1]);
      b = x.fma(p, b);
      f = x.fma(q, f);
      x = DoubleVector.broadcast(SPECIES, left[ROWS * k + 2]);
      c = x.fma(p, c);
      g = x.fma(q, g);
      x = DoubleVector.broadcast(SPECIES, left[ROWS * k + 3]);
      d = x.fma(p, d);
      h = x.fma(q, h);
    }
    a.intoArray(first, j);
    e.intoArray(first, j + LANES);
    b.intoArray(second, j);
    f.intoArray(second, j + LANES);
    c.intoArray(third, j);
    g.intoArray(third, j + LANES);
    d.intoArray(fourth, j);
    h.intoArray(fourth, j + LANES);
  }
}
