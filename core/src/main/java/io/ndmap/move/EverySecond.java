package io.ndmap.move;

/// Every second byte or short of a word, moved together in its low half.
///
/// By shifts and not by [Long#compress], for which AMD's processors before Zen 3 take a hundred
/// cycles and more.
public final class EverySecond {

  private static final long BYTES = 0x00ff_00ff_00ff_00ffL;
  private static final long SHORTS = 0x0000_ffff_0000_ffffL;
  private static final long INT = 0xffff_ffffL;

  private EverySecond() {}

  /// The first, third, fifth and seventh byte, the first one lowest.
  public static long bytesOf(long word) {
    long bytes = word & BYTES;
    return shortsOf(bytes | bytes >>> Byte.SIZE);
  }

  /// The first and the third short, the first one lowest.
  public static long shortsOf(long word) {
    long shorts = word & SHORTS;
    return (shorts | shorts >>> Short.SIZE) & INT;
  }
}
