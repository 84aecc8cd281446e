package io.ndmap.picture.terminal;

/// Control characters of terminals (ECMA-48).
final class Escape {

  static final String ESC = "\u001b";

  /// Starts a control sequence (CSI).
  static final String CSI = ESC + "[";

  /// Ends a device control string (ST).
  static final String ST = ESC + "\\";

  /// Resets the colours.
  static final String RESET = CSI + "0m";

  private Escape() {}
}
