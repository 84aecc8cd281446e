package io.ndmap.elementwise;

/// Loops that take one of two items, as a byte of a mask says: every byte but 0 is true.
///
/// They have no branches, which no processor could foresee.
public final class ChoiceLoops {

  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONE = 0x0101_0101_0101_0101L;

  private ChoiceLoops() {}

  /// The loop of a mask, what is taken where it is true, and what is taken elsewhere.
  ///
  /// @param itemsize 1, 2, 4, 8 or 16 bytes, of both
  public static TilePass.Work of(int itemsize) {
    return switch (itemsize) {
      case 1 -> (runs, z, count) -> bytes(runs[0], runs[1], runs[2], z, count);
      case 2 -> (runs, z, count) -> shorts(runs[0], runs[1], runs[2], z, count);
      case 4 -> (runs, z, count) -> ints(runs[0], runs[1], runs[2], z, count);
      case 8 -> (runs, z, count) -> longs(runs[0], runs[1], runs[2], z, count);
      case 16 -> (runs, z, count) -> pairs(runs[0], runs[1], runs[2], z, count);
      default -> throw new AssertionError(itemsize);
    };
  }

  /// Eight at a time: the highest bit of each byte of the mask that is not 0 is set by a carry from
  /// the others, or is its own.
  private static void bytes(Run mask, Run x, Run y, Run z, int count) {
    int longs = count >> 3;
    for (int i = 0; i < longs; i++) {
      long told = mask.getLong(i);
      long bits = ((((told & LOW) + LOW) | told) >>> 7) & ONE;
      long other = y.getLong(i);
      z.set(i, other ^ ((x.getLong(i) ^ other) & ((bits << 8) - bits)));
    }
    for (int i = longs << 3; i < count; i++) {
      z.set(i, mask.getByte(i) == 0 ? y.getByte(i) : x.getByte(i));
    }
  }

  private static void shorts(Run mask, Run x, Run y, Run z, int count) {
    for (int i = 0; i < count; i++) {
      int other = y.getShort(i);
      z.set(i, (short) (other ^ ((x.getShort(i) ^ other) & all(mask.getByte(i)))));
    }
  }

  private static void ints(Run mask, Run x, Run y, Run z, int count) {
    for (int i = 0; i < count; i++) {
      int other = y.getInt(i);
      z.set(i, other ^ ((x.getInt(i) ^ other) & all(mask.getByte(i))));
    }
  }

  private static void longs(Run mask, Run x, Run y, Run z, int count) {
    for (int i = 0; i < count; i++) {
      long other = y.getLong(i);
      z.set(i, other ^ ((x.getLong(i) ^ other) & all(mask.getByte(i))));
    }
  }

  private static void pairs(Run mask, Run x, Run y, Run z, int count) {
    for (int k = 0; k < 2 * count; k += 2) {
      long all = all(mask.getByte(k >> 1));
      long first = y.getLong(k);
      long second = y.getLong(k + 1);
      z.set(k, first ^ ((x.getLong(k) ^ first) & all));
      z.set(k + 1, second ^ ((x.getLong(k + 1) ^ second) & all));
    }
  }

  /// All bits of what is true, none of what is not.
  private static int all(byte told) {
    return -told >> 31 | told >> 31;
  }
}
