package io.ndmap.compare;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.ComputeTypes;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Cast;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Tests contiguous elements, block by block, for whether they lie in a range. The result is a mask
/// of bytes. Not thread-safe.
public final class RangeTest {

  /// The maximum number of elements of a block.
  public static final int BLOCK = 1024;

  // Byte offsets in the scratch memory: of the elements in the compute type, and of the ends of the
  // range.
  private static final long NUMBERS = Scratch.at(5);
  private static final long[] ENDS = {Scratch.at(6), Scratch.at(7)};

  private final MemorySegment scratch;
  private final ScalarKind computeType;
  private final int itemsize;
  private final @Nullable Cast cast;
  private final Loop loop;
  private final Span[] operands;
  private final ArrayBuffers arrays = new ArrayBuffers(BLOCK);

  /// @param kind the scalar type of the elements and of the range
  /// @param big whether the elements are big-endian
  /// @param scratch the memory that holds the elements, with `Scratch.BLOCKS` blocks of
  ///   `Scratch.BLOCK` bytes; the blocks from `Scratch.at(5)` to the end are reserved for this test
  /// @param all the number of elements of all blocks together
  public RangeTest(
      NumberRange range, ScalarKind kind, boolean big, MemorySegment scratch, long all) {
    this.scratch = scratch;
    this.computeType = ComputeTypes.of(kind);
    this.itemsize = kind.itemsize();
    this.cast = computeType == kind && !big ? null : Cast.between(kind, big, computeType, false);
    this.loop = range.loop(computeType).chosen(all, 0);
    long[] ends = range.ends();
    this.operands = new Span[1 + ends.length];
    operands[0] = new Span(scratch, NUMBERS, arrays);
    for (int k = 0; k < ends.length; k++) {
      operands[k + 1] = new Span(scratch, ENDS[k], arrays).number(computeType, ends[k]);
    }
  }

  /// Computes the mask of a block.
  ///
  /// @param at byte offset of the first element in the scratch memory
  /// @param count the number of elements, at most [#BLOCK]
  /// @param to byte offset of the mask, in the same memory
  public void run(long at, int count, long to) {
    if (cast == null) {
      operands[0] = new Span(scratch, at, arrays);
    } else {
      cast.run(scratch, at, itemsize, scratch, NUMBERS, computeType.itemsize(), count);
    }
    loop.run(operands, new Span(scratch, to, arrays), count);
  }
}
