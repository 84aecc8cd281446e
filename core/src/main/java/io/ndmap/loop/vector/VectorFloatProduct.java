package io.ndmap.loop.vector;

import io.ndmap.loop.BlockProduct;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// The vector loop of [BlockProduct] over floats. The sums of four rows and two vectors of columns
/// are kept in registers.
public final class VectorFloatProduct implements BlockProduct<float[]> {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int WIDTH = PANEL_BYTES / Float.BYTES;

  @Override
  public void add(
      float[][] left, float[][] right, float[][] sums, int rows, int depth, int columns) {
    for (int j = 0; j < columns; j += 2 * LANES) {
      float[] panel = right[j / WIDTH];
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
      float[] left,
      float[] panel,
      int column,
      int depth,
      float[] first,
      float[] second,
      float[] third,
      float[] fourth,
      int j) {
    FloatVector a = FloatVector.fromArray(SPECIES, first, j);
    FloatVector e = FloatVector.fromArray(SPECIES, first, j + LANES);
    FloatVector b = FloatVector.fromArray(SPECIES, second, j);
    FloatVector f = FloatVector.fromArray(SPECIES, second, j + LANES);
    FloatVector c = FloatVector.fromArray(SPECIES, third, j);
    FloatVector g = FloatVector.fromArray(SPECIES, third, j + LANES);
    FloatVector d = FloatVector.fromArray(SPECIES, fourth, j);
    FloatVector h = FloatVector.fromArray(SPECIES, fourth, j + LANES);
    for (int k = 0; k < depth; k++) {
      FloatVector p = FloatVector.fromArray(SPECIES, panel, WIDTH * k + column);
      FloatVector q = FloatVector.fromArray(SPECIES, panel, WIDTH * k + column + LANES);
      FloatVector x = FloatVector.broadcast(SPECIES, left[ROWS * k]);
      a = x.fma(p, a);
      e = x.fma(q, e);
      x = FloatVector.broadcast(SPECIES, left[ROWS * k + 1]);
      b = x.fma(p, b);
      f = x.fma(q, f);
      x = FloatVector.broadcast(SPECIES, left[ROWS * k + 2]);
      c = x.fma(p, c);
      g = x.fma(q, g);
      x = FloatVector.broadcast(SPECIES, left[ROWS * k + 3]);
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
