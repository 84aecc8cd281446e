package io.ndmap.cells;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.op.ComplexPart;
import io.ndmap.pass.Items;
import io.ndmap.value.RealReader;
import java.lang.foreign.MemorySegment;

/// Reads strided runs of elements as doubles. `NaT` is read as NaN. For one thread.
interface CellNumbers {

  /// Reads a run.
  ///
  /// @param at byte offset of the first element
  /// @param stride bytes from one element to the next
  /// @param count the number of elements
  /// @param to receives the numbers, from index 0 on
  void read(MemorySegment segment, long at, long stride, int count, double[] to);

  /// Returns a reader of an array's elements.
  ///
  /// @param part which real number to read from a complex number
  static CellNumbers of(Items items, ComplexPart part) {
    boolean big = items.isBigEndian();
    if (items.dtype() instanceof TimeType) {
      return times(new RealReader(ScalarKind.INT64, big));
    }
    if (!(items.dtype() instanceof ScalarType scalar)) {
      throw items.notA("a number");
    }
    ScalarKind kind = scalar.kind();
    RealReader reader = new RealReader(kind.part(), big);
    if (!kind.isComplex()) {
      return plain(reader, 0);
    }
    int half = kind.part().itemsize();
    return switch (part) {
      case REAL -> plain(reader, 0);
      case IMAG -> plain(reader, half);
      case MAGNITUDE -> pairs(reader, half, CellNumbers::magnitude);
      case PHASE -> pairs(reader, half, (real, imag) -> Math.atan2(imag, real));
    };
  }

  private static CellNumbers plain(RealReader reader, int offset) {
    return (segment, at, stride, count, to) ->
        reader.doubles(segment, at + offset, stride, count, to, 0);
  }

  private static CellNumbers times(RealReader reader) {
    return new CellNumbers() {
      private long[] ticks = {};

      @Override
      public void read(MemorySegment segment, long at, long stride, int count, double[] to) {
        ticks = ticks.length < count ? new long[count] : ticks;
        reader.bits(segment, at, stride, count, ticks, 0);
        for (int i = 0; i < count; i++) {
          to[i] = ticks[i] == Long.MIN_VALUE ? Double.NaN : ticks[i];
        }
      }
    };
  }

  /// Computes a real number from a complex number.
  interface OfPair {
    double of(double real, double imag);
  }

  private static CellNumbers pairs(RealReader reader, int half, OfPair number) {
    return new CellNumbers() {
      private double[] imag = {};

      @Override
      public void read(MemorySegment segment, long at, long stride, int count, double[] to) {
        imag = imag.length < count ? new double[count] : imag;
        reader.doubles(segment, at, stride, count, to, 0);
        reader.doubles(segment, at + half, stride, count, imag, 0);
        for (int i = 0; i < count; i++) {
          to[i] = number.of(to[i], imag[i]);
        }
      }
    };
  }

  /// The magnitude of a complex number. If the squares neither overflow nor lose digits, uses
  /// `sqrt`, which is much faster than `hypot`. NaN if either part is NaN, even if the other part
  /// is infinite.
  private static double magnitude(double real, double imag) {
    double square = real * real + imag * imag;
    if (square > 1e-280 && square < 1e300) {
      return Math.sqrt(square);
    }
    return Double.isNaN(real) || Double.isNaN(imag) ? Double.NaN : Math.hypot(real, imag);
  }
}
