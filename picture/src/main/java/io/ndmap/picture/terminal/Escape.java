package io.ndmap.picture.terminal;

/// Control characters of terminals (ECMA-48).
final class Escape {

  static final String ESC = "\u001b";

  /// Begins a control sequence.
  static final String CSI = ESC + "[";

  /// Ends a string of a device.
  static final String ST = ESC + "\\";

  /// Colours as they were.
  static final String RESET = CSI + "0m";

  private Escape() {}
}
