package io.ndmap.loop.plain;

import io.ndmap.loop.Span;

/// The operands of a plain loop: elements and two numbers, or one or two operands of any kind.
/// Missing operands are replaced by the last operand.
///
/// @param piece the number of bytes of an operand that are processed at once
/// @param areNumbers whether all operands but the first are numbers, which loops keep in registers
record Operands(Span x, Span y, Span w, int piece, boolean areNumbers) {

  /// The bytes of a piece: with 4 KiB, the set-up of each piece would cost half of what vectors
  /// save.
  private static final int PIECE = 1 << 15;

  /// @param itemsize bytes of an element of the loop; for the parts of complex numbers, half of a
  ///   number
  static Operands of(int itemsize, Span... given) {
    Span x = given[0];
    Span y = given.length > 1 ? given[1] : x;
    Span w = given.length > 2 ? given[2] : y;
    boolean areNumbers = !x.isNumber() && y.numberSize() == itemsize && w.isNumber();
    boolean fromBlocks = x.isNumber() || (y.isNumber() && !areNumbers);
    return new Operands(x, y, w, fromBlocks ? x.arrays().bytes() : PIECE, areNumbers);
  }

  /// Returns the operands that begin some bytes later.
  Operands shift(long bytes) {
    return new Operands(x.shift(bytes), y.shift(bytes), w.shift(bytes), piece, areNumbers);
  }
}
