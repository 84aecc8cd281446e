package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;

/// Converts runs of real numbers of one kind into numbers of another, block by block.
///
/// A block is brought into an array on the heap, widened there to one of five carriers (`int`,
/// `long`, `float`, `double`, or two longs for a long double), turned into the carrier of the
/// target, narrowed and stored. Every step is a loop over two arrays in the first-level cache, and
/// five carriers need no loop of their own for each pair of the thirteen kinds. Two ways are
/// shorter: numbers of 8 and 16 bits become floats or doubles at once, and some pairs need no array
/// ([DirectCast]).
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

  private static final long[] NO_LONGS = {};

  private final ScalarKind from;
  private final boolean fromBig;
  private final ScalarKind to;
  private final boolean toBig;

  private final boolean isDirect;
  private final int length;
  private final Block blocks;
  private final long[] sourceExtended;
  private final long[] targetExtended;

  /// @param from the kind of the source, not complex; times are [ScalarKind#INT64]
  /// @param fromBig whether it is big-endian
  /// @param to the kind of the target, not complex
  /// @param toBig whether it is big-endian
  /// @param most the most items of a run
  public NumberCast(ScalarKind from, boolean fromBig, ScalarKind to, boolean toBig, long most) {
    this.from = from;
    this.fromBig = fromBig;
    this.to = to;
    this.toBig = toBig;
    this.isDirect = !fromBig && !toBig && DirectCast.serves(from, to);
    this.length = (int) Math.max(1, Math.min(BLOCK, most));
    this.blocks = new Block(length);
    this.sourceExtended = from == ScalarKind.LONGDOUBLE ? new long[2 * length] : NO_LONGS;
    this.targetExtended = to == ScalarKind.LONGDOUBLE ? new long[2 * length] : NO_LONGS;
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
    for (int done = 0; done < count; done += length) {
      int items = Math.min(length, count - done);
      Carrier carrier = load(source, at + done * stride, stride, items);
      store(carrier, target, into + done * intoStride, intoStride, items);
    }
  }

  private Carrier load(MemorySegment source, long at, long stride, int count) {
    return switch (from) {
      case BOOL -> {
        Carriers.bytes(source, at, stride, count, blocks.bytes(), 0);
        ToInts.ofBooleans(blocks.bytes(), blocks.ints(), count);
        yield Carrier.INT;
      }
      case INT8 -> {
        Carriers.bytes(source, at, stride, count, blocks.bytes(), 0);
        yield ofBytes(false, count);
      }
      case UINT8 -> {
        Carriers.bytes(source, at, stride, count, blocks.bytes(), 0);
        yield ofBytes(true, count);
      }
      case INT16 -> {
        Carriers.shorts(source, at, stride, fromBig, count, blocks.shorts(), 0);
        yield ofShorts(false, count);
      }
      case UINT16 -> {
        Carriers.shorts(source, at, stride, fromBig, count, blocks.shorts(), 0);
        yield ofShorts(true, count);
      }
      case INT32 -> {
        Carriers.ints(source, at, stride, fromBig, count, blocks.ints(), 0);
        yield Carrier.INT;
      }
      case UINT32 -> {
        Carriers.ints(source, at, stride, fromBig, count, blocks.ints(), 0);
        ToLongs.ofUnsignedInts(blocks.ints(), blocks.longs(), count);
        yield Carrier.LONG;
      }
      case INT64 -> {
        Carriers.longs(source, at, stride, fromBig, count, blocks.longs(), 0);
        yield Carrier.LONG;
      }
      case UINT64 -> {
        Carriers.longs(source, at, stride, fromBig, count, blocks.longs(), 0);
        yield Carrier.UNSIGNED_LONG;
      }
      case FLOAT16 -> {
        Carriers.shorts(source, at, stride, fromBig, count, blocks.shorts(), 0);
        if (to == ScalarKind.FLOAT64) {
          ToDoubles.ofHalves(
              blocks.shorts(), blocks.longs(), blocks.floats(), blocks.doubles(), count);
          yield Carrier.DOUBLE;
        }
        ToFloats.ofHalves(blocks.shorts(), blocks.longs(), blocks.floats(), count);
        yield Carrier.FLOAT;
      }
      case FLOAT32 -> {
        if (!fromBig) {
          Moves.take(source, at, stride, blocks.floats(), 0, count);
        } else {
          Carriers.ints(source, at, stride, fromBig, count, blocks.ints(), 0);
          Moves.bits(blocks.ints(), blocks.floats(), count);
        }
        yield Carrier.FLOAT;
      }
      case FLOAT64 -> {
        if (!fromBig) {
          Moves.take(source, at, stride, blocks.doubles(), 0, count);
        } else {
          Carriers.longs(source, at, stride, fromBig, count, blocks.longs(), 0);
          Moves.bits(blocks.longs(), blocks.doubles(), count);
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

  // ---- of 8 and 16 bits: into floats and doubles without a stop, which HotSpot vectorises

  private Carrier ofBytes(boolean unsigned, int count) {
    byte[] bytes = blocks.bytes();
    if (to != ScalarKind.FLOAT32 && to != ScalarKind.FLOAT64) {
      if (unsigned) {
        ToInts.ofUnsignedBytes(bytes, blocks.ints(), count);
      } else {
        ToInts.ofBytes(bytes, blocks.ints(), count);
      }
      return Carrier.INT;
    }
    // The widening of signed ones alone is vectorised.
    if (unsigned) {
      ToInts.flipSigns(bytes, count);
    }
    float less = unsigned ? 0x1p7f : 0;
    if (to == ScalarKind.FLOAT32) {
      ToFloats.ofBytes(bytes, less, blocks.floats(), count);
      return Carrier.FLOAT;
    }
    ToDoubles.ofBytes(bytes, less, blocks.doubles(), count);
    return Carrier.DOUBLE;
  }

  private Carrier ofShorts(boolean unsigned, int count) {
    short[] shorts = blocks.shorts();
    if (to != ScalarKind.FLOAT32 && to != ScalarKind.FLOAT64) {
      if (unsigned) {
        ToInts.ofUnsignedShorts(shorts, blocks.ints(), count);
      } else {
        ToInts.ofShorts(shorts, blocks.ints(), count);
      }
      return Carrier.INT;
    }
    if (unsigned) {
      ToInts.flipSigns(shorts, count);
    }
    float less = unsigned ? 0x1p15f : 0;
    if (to == ScalarKind.FLOAT32) {
      ToFloats.ofShorts(shorts, less, blocks.floats(), count);
      return Carrier.FLOAT;
    }
    ToDoubles.ofShorts(shorts, less, blocks.doubles(), count);
    return Carrier.DOUBLE;
  }

  private void store(Carrier carrier, MemorySegment target, long at, long stride, int count) {
    switch (to) {
      case BOOL -> {
        nonzero(carrier, count);
        RunStores.bytes(blocks.bytes(), target, at, stride, count);
      }
      case INT8, UINT8 -> {
        toInts(carrier, count);
        Narrowing.toBytes(blocks.ints(), blocks.bytes(), count);
        RunStores.bytes(blocks.bytes(), target, at, stride, count);
      }
      case INT16, UINT16 -> {
        toInts(carrier, count);
        Narrowing.toShorts(blocks.ints(), blocks.shorts(), count);
        RunStores.shorts(blocks.shorts(), target, at, stride, toBig, count);
      }
      case INT32 -> {
        toInts(carrier, count);
        RunStores.ints(blocks.ints(), target, at, stride, toBig, count);
      }
      case UINT32 -> {
        if (carrier != Carrier.INT) {
          toLongs(carrier, count);
          ToInts.ofLongs(blocks.longs(), blocks.ints(), count);
        }
        RunStores.ints(blocks.ints(), target, at, stride, toBig, count);
      }
      case INT64, UINT64 -> {
        toLongs(carrier, count);
        RunStores.longs(blocks.longs(), target, at, stride, toBig, count);
      }
      case FLOAT16 -> {
        if (carrier == Carrier.DOUBLE) {
          ToHalves.ofDoubles(blocks.doubles(), blocks.shorts(), count);
        } else {
          toFloats(carrier, count);
          ToHalves.ofFloats(blocks.floats(), blocks.longs(), blocks.shorts(), count);
        }
        RunStores.shorts(blocks.shorts(), target, at, stride, toBig, count);
      }
      case FLOAT32 -> {
        toFloats(carrier, count);
        if (!toBig) {
          Moves.put(blocks.floats(), 0, count, target, at, stride);
        } else {
          Moves.bits(blocks.floats(), blocks.ints(), count);
          RunStores.ints(blocks.ints(), target, at, stride, toBig, count);
        }
      }
      case FLOAT64 -> {
        toDoubles(carrier, count);
        if (!toBig) {
          Moves.put(blocks.doubles(), 0, count, target, at, stride);
        } else {
          Moves.bits(blocks.doubles(), blocks.longs(), count);
          RunStores.longs(blocks.longs(), target, at, stride, toBig, count);
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
      case INT -> Narrowing.nonzero(blocks.ints(), blocks.bytes(), count);
      case LONG, UNSIGNED_LONG -> Narrowing.nonzero(blocks.longs(), blocks.bytes(), count);
      case FLOAT -> Narrowing.nonzero(blocks.floats(), blocks.bytes(), count);
      case DOUBLE -> Narrowing.nonzero(blocks.doubles(), blocks.bytes(), count);
      case EXTENDED -> Narrowing.nonzeroExtended(sourceExtended, blocks.bytes(), count);
    }
  }

  private void toInts(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> {}
      case LONG, UNSIGNED_LONG -> ToInts.ofLongs(blocks.longs(), blocks.ints(), count);
      case FLOAT -> ToInts.ofFloats(blocks.floats(), blocks.ints(), count);
      case DOUBLE -> ToInts.ofDoubles(blocks.doubles(), blocks.ints(), count);
      case EXTENDED -> {
        if (to == ScalarKind.INT8 || to == ScalarKind.UINT8 || to == ScalarKind.INT16) {
          ToInts.ofExtendedNarrowly(sourceExtended, blocks.ints(), count);
        } else {
          ToInts.ofExtended(sourceExtended, blocks.ints(), count);
        }
      }
    }
  }

  private void toLongs(Carrier carrier, int count) {
    boolean unsigned = to == ScalarKind.UINT64;
    switch (carrier) {
      case INT -> ToLongs.ofInts(blocks.ints(), blocks.longs(), count);
      case LONG, UNSIGNED_LONG -> {}
      case FLOAT -> {
        if (unsigned) {
          ToLongs.unsignedOfFloats(blocks.floats(), blocks.longs(), count);
        } else {
          ToLongs.ofFloats(blocks.floats(), blocks.longs(), count);
        }
      }
      case DOUBLE -> {
        if (unsigned) {
          ToLongs.unsignedOfDoubles(blocks.doubles(), blocks.longs(), count);
        } else {
          ToLongs.ofDoubles(blocks.doubles(), blocks.longs(), count);
        }
      }
      case EXTENDED -> {
        if (unsigned) {
          ToLongs.unsignedOfExtended(sourceExtended, blocks.longs(), count);
        } else {
          ToLongs.ofExtended(sourceExtended, blocks.longs(), count);
        }
      }
    }
  }

  private void toFloats(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> ToFloats.ofInts(blocks.ints(), blocks.floats(), count);
      case LONG -> ToFloats.ofLongs(blocks.longs(), blocks.floats(), count);
      case UNSIGNED_LONG -> ToFloats.ofUnsignedLongs(blocks.longs(), blocks.floats(), count);
      case FLOAT -> {}
      case DOUBLE -> ToFloats.ofDoubles(blocks.doubles(), blocks.floats(), count);
      case EXTENDED -> ToFloats.ofExtended(sourceExtended, blocks.floats(), count);
    }
  }

  private void toDoubles(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> ToDoubles.ofInts(blocks.ints(), blocks.doubles(), count);
      case LONG -> ToDoubles.ofLongs(blocks.longs(), blocks.doubles(), count);
      case UNSIGNED_LONG -> ToDoubles.ofUnsignedLongs(blocks.longs(), blocks.doubles(), count);
      case FLOAT -> ToDoubles.ofFloats(blocks.floats(), blocks.doubles(), count);
      case DOUBLE -> {}
      case EXTENDED -> ToDoubles.ofExtended(sourceExtended, blocks.doubles(), count);
    }
  }

  private void toExtended(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> ToExtended.ofInts(blocks.ints(), targetExtended, count);
      case LONG -> ToExtended.ofLongs(blocks.longs(), targetExtended, count);
      case UNSIGNED_LONG -> ToExtended.ofUnsignedLongs(blocks.longs(), targetExtended, count);
      case FLOAT -> ToExtended.ofFloats(blocks.floats(), targetExtended, count);
      case DOUBLE -> ToExtended.ofDoubles(blocks.doubles(), targetExtended, count);
      case EXTENDED -> {}
    }
  }
}
