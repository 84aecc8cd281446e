package io.ndmap.nd;

import org.jspecify.annotations.Nullable;

/// Where the parts of an operation lie in a memory that it passes from start to end: each part
/// behind the one before.
///
/// With it [Parts] has what comes next brought in.
final class Trail {

  /// Gaps below this leave no page out.
  private static final long PAGE = 4096;

  private final Backing backing;
  private final long offset;
  private final long[] sizes;
  private final long[] steps;
  private final long[] strides;
  private final int itemsize;
  private final boolean dense;

  private Trail(
      Backing backing,
      long offset,
      long[] sizes,
      long[] steps,
      long[] strides,
      int itemsize,
      boolean dense) {
    this.backing = backing;
    this.offset = offset;
    this.sizes = sizes;
    this.steps = steps;
    this.strides = strides;
    this.itemsize = itemsize;
    this.dense = dense;
  }

  /// The trail of parts that are boxes of axes, numbered with the last axis' varying fastest.
  ///
  /// @param backing the memory
  /// @param offset where the first item begins
  /// @param sizes of the axes, the slowest first
  /// @param steps along each axis, how many items a part has at most
  /// @param strides the distances of the items in bytes
  /// @return null if the memory is no file's, or a part begins before the end of an earlier one
  static @Nullable Trail of(
      Backing backing, long offset, long[] sizes, long[] steps, long[] strides, int itemsize) {
    if (backing.equals(Backing.MEMORY)) {
      return null;
    }
    boolean dense = true;
    boolean cut = false;
    long reach = itemsize;
    for (int k = sizes.length - 1; k >= 0; k--) {
      if (sizes[k] == 1) {
        continue;
      }
      // Within an axis that is cut, what is farther in must be whole; a part is then one box of
      // memory.
      boolean whole = steps[k] >= sizes[k];
      if (whole ? cut : cut && steps[k] > 1) {
        return null;
      }
      cut |= !whole;
      if (strides[k] < reach) {
        if (!whole || strides[k] < 0) {
          return null;
        }
      }
      dense &= strides[k] < reach + PAGE;
      reach += (sizes[k] - 1) * strides[k];
    }
    return new Trail(backing, offset, sizes, steps, strides, itemsize, dense);
  }

  Backing backing() {
    return backing;
  }

  /// Whether the parts touch all pages that they lie in, but for few.
  boolean isDense() {
    return dense;
  }

  /// The byte at which a part begins.
  long start(long part) {
    long at = offset;
    long rest = part;
    for (int k = sizes.length - 1; k >= 0; k--) {
      long cuts = Math.ceilDiv(sizes[k], steps[k]);
      at += rest % cuts * steps[k] * strides[k];
      rest /= cuts;
    }
    return at;
  }

  /// The byte behind a part.
  long end(long part) {
    long at = offset + itemsize;
    long rest = part;
    for (int k = sizes.length - 1; k >= 0; k--) {
      long cuts = Math.ceilDiv(sizes[k], steps[k]);
      long first = rest % cuts * steps[k];
      at += (Math.min(first + steps[k], sizes[k]) - 1) * strides[k];
      rest /= cuts;
    }
    return at;
  }
}
