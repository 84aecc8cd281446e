package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Cumulative products of complex long doubles. The four real products of a complex multiplication
/// are rounded separately, before they are added.
///
/// A real or imaginary part is stored in two longs, as in [RunningExtended], a complex number in
/// four.
final class RunningComplexLongDoubles extends RunningSums {

  /// Bytes of a real or imaginary part.
  private static final int PART = ScalarKind.LONGDOUBLE.itemsize();

  /// Longs of a complex number.
  private static final int LONGS = 4;

  private static final int SIGN_EXPONENT = 0xffff;

  private final Cast cast;
  private final Cast out;
  private final int imag;
  private final int intoImag;
  private final long[] items;
  private final long[] last;
  private final RunningExtended product = new RunningExtended(true);
  private final RunningExtended other = new RunningExtended(true);

  /// Whether `last` begins with the product of the current line so far.
  private boolean started;

  /// @param capacity the maximum number of elements of a block
  RunningComplexLongDoubles(Items from, Items to, int capacity) {
    this(from, to, new long[LONGS * capacity]);
  }

  private RunningComplexLongDoubles(Items from, Items to, long[] items) {
    super(from, to.real(), ScalarKind.LONGDOUBLE, MemorySegment.ofArray(items));
    ScalarKind part = from.kind().part();
    ScalarKind intoPart = to.kind().part();
    this.cast = Cast.between(part, from.isBigEndian(), ScalarKind.LONGDOUBLE, false);
    this.out = Cast.between(ScalarKind.LONGDOUBLE, false, intoPart, to.isBigEndian());
    this.imag = from.kind().isComplex() ? part.itemsize() : 0;
    this.intoImag = intoPart.itemsize();
    this.items = items;
    this.last = new long[items.length];
  }

  @Override
  void take(long at, long stride, int start, int count) {
    Arrays.fill(items, start * LONGS, (start + count) * LONGS, 0);
    MemorySegment room = MemorySegment.ofArray(items);
    long first = (long) start * 2 * PART;
    cast.run(source, at, stride, room, first, 2L * PART, count);
    if (imag > 0) {
      cast.run(source, at + imag, stride, room, first + PART, 2L * PART, count);
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
        multiply(LONGS * i, 0);
      }
      started = true;
      System.arraycopy(items, LONGS * i, last, 0, LONGS);
    }
  }

  @Override
  void step(boolean first, int count) {
    for (int i = 0; i < count && !first; i++) {
      multiply(LONGS * i, LONGS * i);
    }
    System.arraycopy(items, 0, last, 0, LONGS * count);
  }

  private void multiply(int i, int k) {
    products(k, i, k + 2, i + 2);
    other.negate();
    long real = sum();
    long realSign = product.signExponent();
    products(k, i + 2, k + 2, i);
    items[i + 2] = sum();
    items[i + 3] = product.signExponent();
    items[i] = real;
    items[i + 1] = realSign;
  }

  /// Computes two products: part `a` of the last product by part `c` of an element, and part `b` by
  /// part `d`. The arguments are indices into `last` (`a`, `b`) and `items` (`c`, `d`).
  private void products(int a, int c, int b, int d) {
    product.set(last[a], (int) last[a + 1]);
    product.multiply(items[c], (int) items[c + 1] & SIGN_EXPONENT);
    other.set(last[b], (int) last[b + 1]);
    other.multiply(items[d], (int) items[d + 1] & SIGN_EXPONENT);
  }

  /// Adds the two products.
  private long sum() {
    product.add(other.significand(), other.signExponent());
    return product.significand();
  }

  @Override
  void put(long at, long stride, int count) {
    MemorySegment room = MemorySegment.ofArray(items);
    out.run(room, 0, 2L * PART, target, at, stride, count);
    out.run(room, PART, 2L * PART, target, at + intoImag, stride, count);
  }
}
