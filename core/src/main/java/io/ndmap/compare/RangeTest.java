package io.ndmap.compare;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.Lanes;
import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Cast;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Tells of dense items which of them lie in a range, block by block. For one thread.
public final class RangeTest {

  /// The most items of a block.
  public static final int BLOCK = 1024;

  private static final long NUMBERS = Scratch.at(5);
  private static final long LEAST = Scratch.at(6);
  private static final long GREATEST = Scratch.at(7);

  private final MemorySegment room;
  private final ScalarKind lane;
  private final int itemsize;
  private final @Nullable Cast cast;
  private final Loop loop;
  private final Run[] operands;
  private final ArrayRoom arrays = new ArrayRoom(BLOCK);

  /// @param kind of the items, for which the range was made
  /// @param big whether they are big-endian
  /// @param scratch has their blocks; the last three are this test's
  /// @param all how many items there are, of all blocks
  public RangeTest(
      NumberRange range, ScalarKind kind, boolean big, MemorySegment scratch, long all) {
    this.room = scratch;
    this.lane = Lanes.of(kind);
    this.itemsize = kind.itemsize();
    this.cast = lane == kind && !big ? null : Cast.between(kind, big, lane, false);
    this.loop = range.loop().chosen(all, false);
    this.operands =
        new Run[] {
          new Run(room, NUMBERS, arrays),
          new Run(room, LEAST, arrays).number(lane, range.leastBits()),
          new Run(room, GREATEST, arrays).number(lane, range.greatestBits())
        };
  }

  /// Tells about items.
  ///
  /// @param at where the first is in the scratch memory
  /// @param count how many, at most [#BLOCK]
  /// @param to where 1 or 0 goes for each, in the same memory
  public void run(long at, int count, long to) {
    if (cast == null) {
      operands[0] = new Run(room, at, arrays);
    } else {
      cast.run(room, at, itemsize, room, NUMBERS, lane.itemsize(), count);
    }
    loop.run(operands, new Run(room, to, arrays), count);
  }
}
