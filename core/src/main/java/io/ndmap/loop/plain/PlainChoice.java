package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;

/// The plain loop of [io.ndmap.loop.Special#CHOICE], which takes one of two items, as a byte of a
/// mask says: every byte but 0 is true.
///
/// It has no branches, which no processor could foresee.
final class PlainChoice implements Loop {

  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONE = 0x0101_0101_0101_0101L;

  private final int itemsize;

  /// @param itemsize 1, 2, 4, 8 or 16 bytes, of both
  PlainChoice(int itemsize) {
    this.itemsize = itemsize;
  }

  @Override
  public void run(Run[] operands, Run result, int count) {
    Run mask = operands[0];
    Run x = operands[1];
    Run y = operands[2];
    switch (itemsize) {
      case 1 -> bytes(mask, x, y, result, count);
      case 2 -> shorts(mask, x, y, result, count);
      case 4 -> ints(mask, x, y, result, count);
      case 8 -> longs(mask, x, y, result, count);
      case 16 -> pairs(mask, x, y, result, count);
      default -> throw new AssertionError(itemsize);
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  /// Eight at a time: the highest bit of each byte of the mask that is not 0 is set by a carry from
  /// the others, or is its own.
  private static void bytes(Run choices, Run first, Run second, Run results, int count) {
    Run mask = choices.part(count);
    Run x = first.part(count);
    Run y = second.part(count);
    Run z = results.targetPart(count);
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

  private static void shorts(Run choices, Run first, Run second, Run results, int count) {
    Run mask = choices.part(count);
    Run x = first.part((long) count * Short.BYTES);
    Run y = second.part((long) count * Short.BYTES);
    Run z = results.targetPart((long) count * Short.BYTES);
    for (int i = 0; i < count; i++) {
      int other = y.getShort(i);
      z.set(i, (short) (other ^ ((x.getShort(i) ^ other) & all(mask.getByte(i)))));
    }
  }

  private static void ints(Run choices, Run first, Run second, Run results, int count) {
    Run mask = choices.part(count);
    Run x = first.part((long) count * Integer.BYTES);
    Run y = second.part((long) count * Integer.BYTES);
    Run z = results.targetPart((long) count * Integer.BYTES);
    for (int i = 0; i < count; i++) {
      int other = y.getInt(i);
      z.set(i, other ^ ((x.getInt(i) ^ other) & all(mask.getByte(i))));
    }
  }

  private static void longs(Run choices, Run first, Run second, Run results, int count) {
    Run mask = choices.part(count);
    Run x = first.part((long) count * Long.BYTES);
    Run y = second.part((long) count * Long.BYTES);
    Run z = results.targetPart((long) count * Long.BYTES);
    for (int i = 0; i < count; i++) {
      long other = y.getLong(i);
      z.set(i, other ^ ((x.getLong(i) ^ other) & all(mask.getByte(i))));
    }
  }

  private static void pairs(Run choices, Run first, Run second, Run results, int count) {
    Run mask = choices.part(count);
    Run x = first.part(2L * count * Long.BYTES);
    Run y = second.part(2L * count * Long.BYTES);
    Run z = results.targetPart(2L * count * Long.BYTES);
    for (int k = 0; k < 2 * count; k += 2) {
      long all = all(mask.getByte(k >> 1));
      long head = y.getLong(k);
      long tail = y.getLong(k + 1);
      z.set(k, head ^ ((x.getLong(k) ^ head) & all));
      z.set(k + 1, tail ^ ((x.getLong(k + 1) ^ tail) & all));
    }
  }

  /// All bits of what is true, none of what is not.
  private static int all(byte told) {
    return -told >> 31 | told >> 31;
  }
}
