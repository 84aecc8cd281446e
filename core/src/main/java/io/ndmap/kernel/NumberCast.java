package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;

/// Converts runs of real numbers of one kind into numbers of another, block by block.
///
/// A block is brought into an array on the heap, widened there to one of five carriers (`int`,
/// `long`, `float`, `double`, or two longs for a long double), turned into the carrier of the
/// target, narrowed and stored. Every step is a loop over two arrays in the first-level cache, and
/// five carriers need no loop of their own for each pair of the thirteen kinds.
///
/// One object serves one thread.
public final class NumberCast {

  /// Items of a block: those of its arrays stay within the first-level cache.
  private static final int BLOCK = 1024;

  /// Items from which on buffers cost less than they bring.
  private static final int FEWEST = 256;

  private enum Carrier {
    INT,
    LONG,
    UNSIGNED_LONG,
    FLOAT,
    DOUBLE,
    EXTENDED
  }

  private static final byte[] NO_BYTES = {};
  private static final short[] NO_SHORTS = {};

  private final ScalarKind from;
  private final boolean fromBig;
  private final ScalarKind to;
  private final boolean toBig;

  private final boolean isDirect;
  private final int block;
  private final byte[] bytes;
  private final short[] shorts;
  private final int[] ints;
  private final float[] floats;
  private final double[] doubles;
  private final long[] longs;
  private final long[] sourceExtended;
  private final long[] targetExtended;

  /// @param from the kind of the source, not complex; times are [ScalarKind#INT64]
  /// @param fromBig whether its bytes stand in big-endian order
  /// @param to the kind of the target, not complex
  /// @param toBig whether its bytes stand in big-endian order
  /// @param most the most items of a run
  public NumberCast(ScalarKind from, boolean fromBig, ScalarKind to, boolean toBig, long most) {
    this.from = from;
    this.fromBig = fromBig;
    this.to = to;
    this.toBig = toBig;
    this.isDirect = !fromBig && !toBig && DirectCast.serves(from, to);
    this.block = (int) Math.min(BLOCK, most);
    boolean narrowFrom = from.itemsize() == 1;
    boolean narrowTo = to.itemsize() == 1;
    this.bytes = narrowFrom || narrowTo ? new byte[block] : NO_BYTES;
    this.shorts = from.itemsize() == 2 || to.itemsize() == 2 ? new short[block] : NO_SHORTS;
    this.ints = new int[block];
    this.floats = new float[block];
    this.doubles = new double[block];
    this.longs = new long[block];
    this.sourceExtended = from == ScalarKind.LONGDOUBLE ? new long[2 * block] : longs;
    this.targetExtended = to == ScalarKind.LONGDOUBLE ? new long[2 * block] : longs;
  }

  /// Converts a run.
  ///
  /// @param source the memory of the source
  /// @param at where its first item begins
  /// @param stride bytes from one to the next
  /// @param target the memory of the target, disjoint from the source's items
  /// @param into where its first item begins
  /// @param intoStride bytes from one to the next
  /// @param count how many there are
  public void run(
      MemorySegment source,
      long at,
      long stride,
      MemorySegment target,
      long into,
      long intoStride,
      int count) {
    if (isDirect
        && count >= FEWEST
        && stride == from.itemsize()
        && intoStride == to.itemsize()
        && source.isNative()
        && target.isNative()) {
      DirectCast.run(from, source, at, to, target, into, count);
      return;
    }
    for (int done = 0; done < count; done += block) {
      int items = Math.min(block, count - done);
      Carrier carrier = load(source, at + done * stride, stride, items);
      store(carrier, target, into + done * intoStride, intoStride, items);
    }
  }

  private Carrier load(MemorySegment source, long at, long stride, int count) {
    return switch (from) {
      case BOOL -> {
        Carriers.bytes(source, at, stride, count, bytes, 0);
        ToInts.ofBooleans(bytes, ints, count);
        yield Carrier.INT;
      }
      case INT8 -> {
        Carriers.bytes(source, at, stride, count, bytes, 0);
        ToInts.ofBytes(bytes, ints, count);
        yield Carrier.INT;
      }
      case UINT8 -> {
        Carriers.bytes(source, at, stride, count, bytes, 0);
        ToInts.ofUnsignedBytes(bytes, ints, count);
        yield Carrier.INT;
      }
      case INT16 -> {
        Carriers.shorts(source, at, stride, fromBig, count, shorts, 0);
        ToInts.ofShorts(shorts, ints, count);
        yield Carrier.INT;
      }
      case UINT16 -> {
        Carriers.shorts(source, at, stride, fromBig, count, shorts, 0);
        ToInts.ofUnsignedShorts(shorts, ints, count);
        yield Carrier.INT;
      }
      case INT32 -> {
        Carriers.ints(source, at, stride, fromBig, count, ints, 0);
        yield Carrier.INT;
      }
      case UINT32 -> {
        Carriers.ints(source, at, stride, fromBig, count, ints, 0);
        ToLongs.ofUnsignedInts(ints, longs, count);
        yield Carrier.LONG;
      }
      case INT64 -> {
        Carriers.longs(source, at, stride, fromBig, count, longs, 0);
        yield Carrier.LONG;
      }
      case UINT64 -> {
        Carriers.longs(source, at, stride, fromBig, count, longs, 0);
        yield Carrier.UNSIGNED_LONG;
      }
      case FLOAT16 -> {
        Carriers.shorts(source, at, stride, fromBig, count, shorts, 0);
        if (to == ScalarKind.FLOAT64) {
          ToDoubles.ofHalves(shorts, longs, floats, doubles, count);
          yield Carrier.DOUBLE;
        }
        ToFloats.ofHalves(shorts, longs, floats, count);
        yield Carrier.FLOAT;
      }
      case FLOAT32 -> {
        if (!fromBig) {
          Moves.take(source, at, stride, floats, 0, count);
        } else {
          Carriers.ints(source, at, stride, fromBig, count, ints, 0);
          Moves.bits(ints, floats, count);
        }
        yield Carrier.FLOAT;
      }
      case FLOAT64 -> {
        if (!fromBig) {
          Moves.take(source, at, stride, doubles, 0, count);
        } else {
          Carriers.longs(source, at, stride, fromBig, count, longs, 0);
          Moves.bits(longs, doubles, count);
        }
        yield Carrier.DOUBLE;
      }
      case LONGDOUBLE -> {
        ExtendedRuns.take(source, at, stride, fromBig, sourceExtended, count);
        yield Carrier.EXTENDED;
      }
      default -> throw new AssertionError(from);
    };
  }

  private void store(Carrier carrier, MemorySegment target, long at, long stride, int count) {
    switch (to) {
      case BOOL -> {
        nonzero(carrier, count);
        RunStores.bytes(bytes, target, at, stride, count);
      }
      case INT8, UINT8 -> {
        toInts(carrier, count);
        Narrowing.toBytes(ints, bytes, count);
        RunStores.bytes(bytes, target, at, stride, count);
      }
      case INT16, UINT16 -> {
        toInts(carrier, count);
        Narrowing.toShorts(ints, shorts, count);
        RunStores.shorts(shorts, target, at, stride, toBig, count);
      }
      case INT32 -> {
        toInts(carrier, count);
        RunStores.ints(ints, target, at, stride, toBig, count);
      }
      case UINT32 -> {
        if (carrier != Carrier.INT) {
          toLongs(carrier, count);
          ToInts.ofLongs(longs, ints, count);
        }
        RunStores.ints(ints, target, at, stride, toBig, count);
      }
      case INT64, UINT64 -> {
        toLongs(carrier, count);
        RunStores.longs(longs, target, at, stride, toBig, count);
      }
      case FLOAT16 -> {
        if (carrier == Carrier.DOUBLE) {
          ToHalves.ofDoubles(doubles, shorts, count);
        } else {
          toFloats(carrier, count);
          ToHalves.ofFloats(floats, longs, shorts, count);
        }
        RunStores.shorts(shorts, target, at, stride, toBig, count);
      }
      case FLOAT32 -> {
        toFloats(carrier, count);
        if (!toBig) {
          Moves.put(floats, 0, count, target, at, stride);
        } else {
          Moves.bits(floats, ints, count);
          RunStores.ints(ints, target, at, stride, toBig, count);
        }
      }
      case FLOAT64 -> {
        toDoubles(carrier, count);
        if (!toBig) {
          Moves.put(doubles, 0, count, target, at, stride);
        } else {
          Moves.bits(doubles, longs, count);
          RunStores.longs(longs, target, at, stride, toBig, count);
        }
      }
      case LONGDOUBLE -> {
        toExtended(carrier, count);
        ExtendedRuns.put(
            carrier == Carrier.EXTENDED ? sourceExtended : targetExtended,
            target,
            at,
            stride,
            toBig,
            count);
      }
      default -> throw new AssertionError(to);
    }
  }

  // ---- from any carrier into one

  private void nonzero(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> Narrowing.nonzero(ints, bytes, count);
      case LONG, UNSIGNED_LONG -> Narrowing.nonzero(longs, bytes, count);
      case FLOAT -> Narrowing.nonzero(floats, bytes, count);
      case DOUBLE -> Narrowing.nonzero(doubles, bytes, count);
      case EXTENDED -> Narrowing.nonzeroExtended(sourceExtended, bytes, count);
    }
  }

  private void toInts(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> {}
      case LONG, UNSIGNED_LONG -> ToInts.ofLongs(longs, ints, count);
      case FLOAT -> ToInts.ofFloats(floats, ints, count);
      case DOUBLE -> ToInts.ofDoubles(doubles, ints, count);
      case EXTENDED -> {
        if (to == ScalarKind.INT8 || to == ScalarKind.UINT8 || to == ScalarKind.INT16) {
          ToInts.ofExtendedNarrowly(sourceExtended, ints, count);
        } else {
          ToInts.ofExtended(sourceExtended, ints, count);
        }
      }
    }
  }

  private void toLongs(Carrier carrier, int count) {
    boolean unsigned = to == ScalarKind.UINT64;
    switch (carrier) {
      case INT -> ToLongs.ofInts(ints, longs, count);
      case LONG, UNSIGNED_LONG -> {}
      case FLOAT -> {
        if (unsigned) {
          ToLongs.unsignedOfFloats(floats, longs, count);
        } else {
          ToLongs.ofFloats(floats, longs, count);
        }
      }
      case DOUBLE -> {
        if (unsigned) {
          ToLongs.unsignedOfDoubles(doubles, longs, count);
        } else {
          ToLongs.ofDoubles(doubles, longs, count);
        }
      }
      case EXTENDED -> {
        if (unsigned) {
          ToLongs.unsignedOfExtended(sourceExtended, longs, count);
        } else {
          ToLongs.ofExtended(sourceExtended, longs, count);
        }
      }
    }
  }

  private void toFloats(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> ToFloats.ofInts(ints, floats, count);
      case LONG -> ToFloats.ofLongs(longs, floats, count);
      case UNSIGNED_LONG -> ToFloats.ofUnsignedLongs(longs, floats, count);
      case FLOAT -> {}
      case DOUBLE -> ToFloats.ofDoubles(doubles, floats, count);
      case EXTENDED -> ToFloats.ofExtended(sourceExtended, floats, count);
    }
  }

  private void toDoubles(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> ToDoubles.ofInts(ints, doubles, count);
      case LONG -> ToDoubles.ofLongs(longs, doubles, count);
      case UNSIGNED_LONG -> ToDoubles.ofUnsignedLongs(longs, doubles, count);
      case FLOAT -> ToDoubles.ofFloats(floats, doubles, count);
      case DOUBLE -> {}
      case EXTENDED -> ToDoubles.ofExtended(sourceExtended, doubles, count);
    }
  }

  private void toExtended(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> ToExtended.ofInts(ints, targetExtended, count);
      case LONG -> ToExtended.ofLongs(longs, targetExtended, count);
      case UNSIGNED_LONG -> ToExtended.ofUnsignedLongs(longs, targetExtended, count);
      case FLOAT -> ToExtended.ofFloats(floats, targetExtended, count);
      case DOUBLE -> ToExtended.ofDoubles(doubles, targetExtended, count);
      case EXTENDED -> {}
    }
  }
}
