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

  private final ScalarKind from;
  private final boolean fromBig;
  private final ScalarKind to;
  private final boolean toBig;

  private final boolean isDirect;
  private final CarrierBlocks blocks;

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
    this.blocks = new CarrierBlocks((int) Math.max(1, Math.min(BLOCK, most)));
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
    int block = blocks.length();
    for (int done = 0; done < count; done += block) {
      int items = Math.min(block, count - done);
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
        yield signedBytes(count);
      }
      case UINT8 -> {
        Carriers.bytes(source, at, stride, count, blocks.bytes(), 0);
        yield unsignedBytes(count);
      }
      case INT16 -> {
        Carriers.shorts(source, at, stride, fromBig, count, blocks.shorts(), 0);
        yield signedShorts(count);
      }
      case UINT16 -> {
        Carriers.shorts(source, at, stride, fromBig, count, blocks.shorts(), 0);
        yield unsignedShorts(count);
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
        ExtendedRuns.take(source, at, stride, fromBig, blocks.sourceExtended(), count);
        yield Carrier.EXTENDED;
      }
      default -> throw new AssertionError(from);
    };
  }

  // ---- of 8 and 16 bits: into floating-point numbers without a stop, which HotSpot vectorises

  private Carrier signedBytes(int count) {
    return switch (to) {
      case FLOAT32 -> {
        ToFloats.ofBytes(blocks.bytes(), blocks.floats(), count);
        yield Carrier.FLOAT;
      }
      case FLOAT64 -> {
        ToDoubles.ofBytes(blocks.bytes(), blocks.doubles(), count);
        yield Carrier.DOUBLE;
      }
      default -> {
        ToInts.ofBytes(blocks.bytes(), blocks.ints(), count);
        yield Carrier.INT;
      }
    };
  }

  private Carrier unsignedBytes(int count) {
    return switch (to) {
      case FLOAT32 -> {
        ToFloats.ofUnsignedBytes(blocks.bytes(), blocks.floats(), count);
        yield Carrier.FLOAT;
      }
      case FLOAT64 -> {
        ToDoubles.ofUnsignedBytes(blocks.bytes(), blocks.doubles(), count);
        yield Carrier.DOUBLE;
      }
      default -> {
        ToInts.ofUnsignedBytes(blocks.bytes(), blocks.ints(), count);
        yield Carrier.INT;
      }
    };
  }

  private Carrier signedShorts(int count) {
    return switch (to) {
      case FLOAT32 -> {
        ToFloats.ofShorts(blocks.shorts(), blocks.floats(), count);
        yield Carrier.FLOAT;
      }
      case FLOAT64 -> {
        ToDoubles.ofShorts(blocks.shorts(), blocks.doubles(), count);
        yield Carrier.DOUBLE;
      }
      default -> {
        ToInts.ofShorts(blocks.shorts(), blocks.ints(), count);
        yield Carrier.INT;
      }
    };
  }

  private Carrier unsignedShorts(int count) {
    return switch (to) {
      case FLOAT32 -> {
        ToFloats.ofUnsignedShorts(blocks.shorts(), blocks.floats(), count);
        yield Carrier.FLOAT;
      }
      case FLOAT64 -> {
        ToDoubles.ofUnsignedShorts(blocks.shorts(), blocks.doubles(), count);
        yield Carrier.DOUBLE;
      }
      default -> {
        ToInts.ofUnsignedShorts(blocks.shorts(), blocks.ints(), count);
        yield Carrier.INT;
      }
    };
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
            carrier == Carrier.EXTENDED ? blocks.sourceExtended() : blocks.targetExtended(),
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
      case EXTENDED -> Narrowing.nonzeroExtended(blocks.sourceExtended(), blocks.bytes(), count);
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
          ToInts.ofExtendedNarrowly(blocks.sourceExtended(), blocks.ints(), count);
        } else {
          ToInts.ofExtended(blocks.sourceExtended(), blocks.ints(), count);
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
          ToLongs.unsignedOfExtended(blocks.sourceExtended(), blocks.longs(), count);
        } else {
          ToLongs.ofExtended(blocks.sourceExtended(), blocks.longs(), count);
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
      case EXTENDED -> ToFloats.ofExtended(blocks.sourceExtended(), blocks.floats(), count);
    }
  }

  private void toDoubles(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> ToDoubles.ofInts(blocks.ints(), blocks.doubles(), count);
      case LONG -> ToDoubles.ofLongs(blocks.longs(), blocks.doubles(), count);
      case UNSIGNED_LONG -> ToDoubles.ofUnsignedLongs(blocks.longs(), blocks.doubles(), count);
      case FLOAT -> ToDoubles.ofFloats(blocks.floats(), blocks.doubles(), count);
      case DOUBLE -> {}
      case EXTENDED -> ToDoubles.ofExtended(blocks.sourceExtended(), blocks.doubles(), count);
    }
  }

  private void toExtended(Carrier carrier, int count) {
    switch (carrier) {
      case INT -> ToExtended.ofInts(blocks.ints(), blocks.targetExtended(), count);
      case LONG -> ToExtended.ofLongs(blocks.longs(), blocks.targetExtended(), count);
      case UNSIGNED_LONG ->
          ToExtended.ofUnsignedLongs(blocks.longs(), blocks.targetExtended(), count);
      case FLOAT -> ToExtended.ofFloats(blocks.floats(), blocks.targetExtended(), count);
      case DOUBLE -> ToExtended.ofDoubles(blocks.doubles(), blocks.targetExtended(), count);
      case EXTENDED -> {}
    }
  }
}
