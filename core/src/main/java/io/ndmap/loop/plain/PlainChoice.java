package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;

/// The plain loop of [io.ndmap.loop.InternalOperation#CHOICE], which selects one of two elements by
/// a mask byte: every byte except 0 is true.
///
/// Branch-free, because branches on a mask are unpredictable.
final class PlainChoice implements Loop {

  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONE = 0x0101_0101_0101_0101L;

  private final int itemsize;

  /// @param itemsize bytes of an element: 1, 2, 4, 8 or 16
  PlainChoice(int itemsize) {
    this.itemsize = itemsize;
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    Span mask = operands[0];
    Span x = operands[1];
    Span y = operands[2];
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

  /// Selects eight bytes at a time: a carry from the lower bits sets the highest bit of each
  /// nonzero byte of the mask, if it is not set already.
  private static void bytes(Span choices, Span first, Span second, Span results, int count) {
    Span mask = choices.slice(count);
    Span x = first.slice(count);
    Span y = second.slice(count);
    Span z = results.targetSlice(count);
    int longs = count >> 3;
    for (int i = 0; i < longs; i++) {
      long eight = mask.getLong(i);
      long bits = ((((eight & LOW) + LOW) | eight) >>> 7) & ONE;
      long other = y.getLong(i);
      z.set(i, other ^ ((x.getLong(i) ^ other) & ((bits << 8) - bits)));
    }
    for (int i = longs << 3; i < count; i++) {
      z.set(i, mask.getByte(i) == 0 ? y.getByte(i) : x.getByte(i));
    }
  }

  private static void shorts(Span choices, Span first, Span second, Span results, int count) {
    Span mask = choices.slice(count);
    Span x = first.slice((long) count * Short.BYTES);
    Span y = second.slice((long) count * Short.BYTES);
    Span z = results.targetSlice((long) count * Short.BYTES);
    for (int i = 0; i < count; i++) {
      int other = y.getShort(i);
      z.set(i, (short) (other ^ ((x.getShort(i) ^ other) & all(mask.getByte(i)))));
    }
  }

  private static void ints(Span choices, Span first, Span second, Span results, int count) {
    Span mask = choices.slice(count);
    Span x = first.slice((long) count * Integer.BYTES);
    Span y = second.slice((long) count * Integer.BYTES);
    Span z = results.targetSlice((long) count * Integer.BYTES);
    for (int i = 0; i < count; i++) {
      int other = y.getInt(i);
      z.set(i, other ^ ((x.getInt(i) ^ other) & all(mask.getByte(i))));
    }
  }

  private static void longs(Span choices, Span first, Span second, Span results, int count) {
    Span mask = choices.slice(count);
    Span x = first.slice((long) count * Long.BYTES);
    Span y = second.slice((long) count * Long.BYTES);
    Span z = results.targetSlice((long) count * Long.BYTES);
    for (int i = 0; i < count; i++) {
      long other = y.getLong(i);
      z.set(i, other ^ ((x.getLong(i) ^ other) & all(mask.getByte(i))));
    }
  }

  private static void pairs(Span choices, Span first, Span second, Span results, int count) {
    Span mask = choices.slice(count);
    Span x = first.slice(2L * count * Long.BYTES);
    Span y = second.slice(2L * count * Long.BYTES);
    Span z = results.targetSlice(2L * count * Long.BYTES);
    for (int k = 0; k < 2 * count; k += 2) {
      long all = all(mask.getByte(k >> 1));
      long head = y.getLong(k);
      long tail = y.getLong(k + 1);
      z.set(k, head ^ ((x.getLong(k) ^ head) & all));
      z.set(k + 1, tail ^ ((x.getLong(k + 1) ^ tail) & all));
    }
  }

  /// Returns -1 if a mask byte is true, else 0.
  private static int all(byte mask) {
    return -mask >> 31 | mask >> 31;
  }
}
