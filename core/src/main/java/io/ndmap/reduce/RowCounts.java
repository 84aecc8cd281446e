package io.ndmap.reduce;

import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.SortableBits;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Counts, for neighbouring results together, as [CountFold].
final class RowCounts extends RowFold {

  private final Reduction op;
  private final boolean tellsNumbers;
  private final long flip;
  private final long magnitude;
  private final long infinity;
  // Items that are not zero, or that are numbers.
  private final long[] counts;
  private byte[] bytes = {};
  private short[] shorts = {};
  private int[] ints = {};
  private long[] longs = {};
  private long count;

  RowCounts(Items view, int width, long distance, SortableBits keys, Reduction op) {
    super(view, width, distance);
    boolean counts = op.kind() == Reduction.Kind.COUNT;
    boolean floats = keys.turn() != 0;
    this.op = op;
    this.tellsNumbers = counts && floats;
    this.flip = counts && !floats && !keys.hasNoNaN() ? TimeType.NOT_A_TIME : 0;
    this.magnitude = flip == 0 ? keys.magnitude() : -1;
    this.infinity = keys.high();
    this.counts = new long[width];
    switch (itemsize) {
      case Byte.BYTES -> this.bytes = new byte[width];
      case Short.BYTES -> this.shorts = new short[width];
      case Integer.BYTES -> this.ints = new int[width];
      default -> this.longs = new long[width];
    }
  }

  @Override
  void row(long at) {
    count++;
    switch (itemsize) {
      case Byte.BYTES -> {
        copy(at, width, MemorySegment.ofArray(bytes), 0);
        addBytes();
      }
      case Short.BYTES -> {
        copy(at, width, MemorySegment.ofArray(shorts), 0);
        addShorts();
      }
      case Integer.BYTES -> {
        copy(at, width, MemorySegment.ofArray(ints), 0);
        addInts();
      }
      default -> {
        copy(at, width, MemorySegment.ofArray(longs), 0);
        addLongs();
      }
    }
  }

  private void addBytes() {
    for (int j = 0; j < counts.length; j++) {
      counts[j] += -(bytes[j] & 0xff) >>> 31;
    }
  }

  private void addShorts() {
    int mask = (int) magnitude & 0xffff;
    int most = tellsNumbers ? (int) infinity & 0xffff : 0;
    int numbers = tellsNumbers ? 1 : 0;
    for (int j = 0; j < counts.length; j++) {
      counts[j] += (most - (shorts[j] & mask)) >>> 31 ^ numbers;
    }
  }

  private void addInts() {
    int mask = (int) magnitude;
    if (tellsNumbers) {
      int most = (int) infinity;
      for (int j = 0; j < counts.length; j++) {
        counts[j] += (most - (ints[j] & mask)) >>> 31 ^ 1;
      }
    } else {
      for (int j = 0; j < counts.length; j++) {
        int item = ints[j] & mask;
        counts[j] += (item | -item) >>> 31;
      }
    }
  }

  private void addLongs() {
    long mask = magnitude;
    if (tellsNumbers) {
      for (int j = 0; j < counts.length; j++) {
        counts[j] += (infinity - (longs[j] & mask)) >>> 63 ^ 1;
      }
    } else {
      for (int j = 0; j < counts.length; j++) {
        long item = (longs[j] ^ flip) & mask;
        counts[j] += (item | -item) >>> 63;
      }
    }
  }

  @Override
  void end() {
    // No row waits.
  }

  @Override
  void store(Items target, long offset, long stride) {
    for (int j = 0; j < counts.length; j++) {
      counts[j] =
          switch (op.kind()) {
            case ANY -> counts[j] > 0 ? 1 : 0;
            case ALL -> counts[j] == count ? 1 : 0;
            case COUNT -> tellsNumbers || flip != 0 ? counts[j] : count;
            default -> counts[j];
          };
    }
    storeBits(counts, target, offset, stride);
  }
}
