package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.RealReader;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Cumulative products of `c8` and `c16`. The four real products of a complex multiplication are
/// rounded separately, before they are added.
final class RunningComplex extends RunningSums {

  private final RealReader reader;
  private final int imag;
  private final int intoImag;
  private final boolean single;
  private final double[] reals;
  private final double[] imaginaries;
  private final double[] lastReals;
  private final double[] lastImaginaries;
  private final Cast out;

  /// Whether index 0 of `lastReals` and `lastImaginaries` holds the product of the current line so
  /// far.
  private boolean started;

  /// @param single whether to round to single precision
  /// @param capacity the maximum number of elements of a block
  RunningComplex(Items from, Items to, boolean single, int capacity) {
    this(from, to, single, new double[capacity]);
  }

  private RunningComplex(Items from, Items to, boolean single, double[] reals) {
    super(from, to.real(), ScalarKind.FLOAT64, MemorySegment.ofArray(reals));
    ScalarKind part = from.kind().part();
    ScalarKind intoPart = to.kind().part();
    this.reader = new RealReader(part, from.isBigEndian());
    this.imag = from.kind().isComplex() ? part.itemsize() : 0;
    this.intoImag = intoPart.itemsize();
    this.single = single;
    this.reals = reals;
    this.imaginaries = new double[reals.length];
    this.lastReals = new double[reals.length];
    this.lastImaginaries = new double[reals.length];
    this.out = Cast.between(ScalarKind.FLOAT64, false, intoPart, to.isBigEndian());
  }

  @Override
  void take(long at, long stride, int start, int count) {
    reader.doubles(source, at, stride, count, reals, start);
    if (imag > 0) {
      reader.doubles(source, at + imag, stride, count, imaginaries, start);
    } else {
      Arrays.fill(imaginaries, start, start + count, 0);
    }
  }

  @Override
  void clear() {
    started = false;
  }

  @Override
  void run(int count) {
    for (int i = 0; i < count; i++) {
      if (started) {
        multiply(i, 0);
      }
      started = true;
      lastReals[0] = reals[i];
      lastImaginaries[0] = imaginaries[i];
    }
    canonicalize(count);
  }

  @Override
  void step(boolean first, int count) {
    if (!first) {
      for (int i = 0; i < count; i++) {
        multiply(i, i);
      }
    }
    System.arraycopy(reals, 0, lastReals, 0, count);
    System.arraycopy(imaginaries, 0, lastImaginaries, 0, count);
    canonicalize(count);
  }

  private void multiply(int i, int last) {
    double a = lastReals[last];
    double b = lastImaginaries[last];
    double c = reals[i];
    double d = imaginaries[i];
    if (single) {
      // A double holds the product of two floats exactly, and the sum of two floats, computed in a
      // double, rounds correctly to float.
      reals[i] = (float) ((float) (a * c) - (double) (float) (b * d));
      imaginaries[i] = (float) ((float) (a * d) + (double) (float) (b * c));
    } else {
      reals[i] = a * c - b * d;
      imaginaries[i] = a * d + b * c;
    }
  }

  /// Makes NaN canonical.
  private void canonicalize(int count) {
    for (int i = 0; i < count; i++) {
      reals[i] = CanonicalNaN.of(reals[i]);
      imaginaries[i] = CanonicalNaN.of(imaginaries[i]);
    }
  }

  @Override
  void put(long at, long stride, int count) {
    super.put(at, stride, count);
    MemorySegment room = MemorySegment.ofArray(imaginaries);
    out.run(room, 0, Double.BYTES, target, at + intoImag, stride, count);
  }
}
