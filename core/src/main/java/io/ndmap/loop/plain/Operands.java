package io.ndmap.loop.plain;

import io.ndmap.loop.Run;

/// The operands of a plain loop: items and two numbers, or one or two operands of any kind. The
/// last one that is given also stands for those that are not.
///
/// @param piece bytes of an operand that are computed with at once
/// @param areNumbers whether all but the first one are numbers, which loops keep in registers
record Operands(Run x, Run y, Run w, int piece, boolean areNumbers) {

  /// Bytes of an operand in a piece: with 4 KiB, half of what vectors gain is lost, as each piece
  /// begins anew.
  private static final int PIECE = 1 << 15;

  /// @param itemsize of the loop's items: parts of complex numbers are half as long as those
  static Operands of(int itemsize, Run... given) {
    Run x = given[0];
    Run y = given.length > 1 ? given[1] : x;
    Run w = given.length > 2 ? given[2] : y;
    boolean areNumbers = !x.isNumber() && y.numberSize() == itemsize && w.isNumber();
    boolean fromBlocks = x.isNumber() || (y.isNumber() && !areNumbers);
    return new Operands(x, y, w, fromBlocks ? x.room().bytes() : PIECE, areNumbers);
  }

  /// The same from a later byte on.
  Operands shift(long bytes) {
    return new Operands(x.shift(bytes), y.shift(bytes), w.shift(bytes), piece, areNumbers);
  }
}
