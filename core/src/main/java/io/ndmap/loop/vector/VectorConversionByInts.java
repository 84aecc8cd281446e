package io.ndmap.loop.vector;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Conversion;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;

/// The vector loop of a conversion between elements of eight bytes and of one byte on processors
/// without AVX-512, which have no vectors of as many bytes as doubles. Blocks of elements are
/// converted to 32-bit integers and from these to the results. Elements and results never share
/// memory.
final class VectorConversionByInts implements Loop {

  /// The number of elements of a block: the integers take 4 KiB.
  private static final int MOST = 1024;

  /// The minimum number of elements: for fewer, the lease of the block costs more than vectors
  /// gain.
  static final int LEAST = 256;

  private final int itemsize;
  private final int resultSize;
  private final Loop toInts;
  private final Loop ofInts;

  VectorConversionByInts(Conversion conversion, Loop toInts, Loop ofInts) {
    this.itemsize = conversion.from().itemsize();
    this.resultSize = conversion.to().itemsize();
    this.toInts = toInts;
    this.ofInts = ofInts;
  }

  /// Returns whether the results are those of a direct conversion, and no loop converts directly.
  static boolean converts(Conversion conversion) {
    int from = conversion.from().itemsize();
    int to = conversion.to().itemsize();
    return Math.max(from, to) == Long.BYTES
        && Math.min(from, to) == Byte.BYTES
        && conversion.to() != ScalarKind.BOOL
        && !conversion.from().isNarrow()
        && !conversion.to().isNarrow();
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    try (Scratch scratch = Scratch.take()) {
      Span[] items = new Span[1];
      Span[] ints = {new Span(scratch.memory(), 0, operands[0].arrays())};
      for (int done = 0; done < count; done += MOST) {
        // If too few elements are left, some are converted twice.
        int at = Math.min(done, count - LEAST);
        int n = Math.min(MOST, count - at);
        items[0] = operands[0].shift((long) at * itemsize);
        toInts.run(items, ints[0], n);
        ofInts.run(ints, result.shift((long) at * resultSize), n);
      }
    }
  }
}
