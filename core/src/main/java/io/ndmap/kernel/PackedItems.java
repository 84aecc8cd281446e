package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A few items at any strides in native memory, packed into an array for [RunReader]: through one
/// buffer for all of them, as the setup of a run takes longer than a few items.
public final class PackedItems {

  /// The most bytes from the first byte of all items to the last.
  public static final int REACH = RunBuffers.SPAN;

  private final ByteBuffer from;
  private final byte[] bytes;
  private final ByteBuffer to;
  private final int itemsize;
  private int next;

  /// @param at byte offset of the first byte of all items
  /// @param reach how many bytes from there to the last, at most [#REACH]
  /// @param itemsize 1, 2, 4 or 8
  /// @param count how many items there will be
  public PackedItems(MemorySegment segment, long at, int reach, int itemsize, int count) {
    this.from = RunBuffers.bytes(segment, at, reach);
    this.bytes = new byte[count * itemsize];
    this.to = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    this.itemsize = itemsize;
  }

  /// Appends rows of items, row by row.
  ///
  /// @param at bytes from the first byte of all items to the first item
  /// @param rows how many rows
  /// @param distance bytes from one row to the next
  /// @param count how many items a row has
  /// @param stride bytes from one item of a row to the next
  public void add(int at, int rows, int distance, int count, int stride) {
    for (int r = 0; r < rows; r++) {
      int first = at + r * distance;
      switch (itemsize) {
        case 1 -> {
          for (int i = 0; i < count; i++) {
            to.put(next + i, from.get(first + i * stride));
          }
        }
        case 2 -> {
          for (int i = 0; i < count; i++) {
            to.putShort(next + i * 2, from.getShort(first + i * stride));
          }
        }
        case 4 -> {
          for (int i = 0; i < count; i++) {
            to.putInt(next + i * 4, from.getInt(first + i * stride));
          }
        }
        default -> {
          for (int i = 0; i < count; i++) {
            to.putLong(next + i * 8, from.getLong(first + i * stride));
          }
        }
      }
      next += count * itemsize;
    }
  }

  /// The items that were added.
  public MemorySegment segment() {
    return MemorySegment.ofArray(bytes);
  }
}
