package io.ndmap.kernel;

/// Transposes squares of items within arrays of `long`, each row beginning with a word, the first
/// item in its lowest bits.
///
/// Items below eight bytes move in words, as squares of 8×8 bytes or 4×4 or 2×2 wider items. What
/// lies beyond the given rows and columns within their last squares is transposed too.
final class WordTransposition {

  private static final long EVEN_BYTES = 0x00FF_00FF_00FF_00FFL;
  private static final long EVEN_SHORTS = 0x0000_FFFF_0000_FFFFL;
  private static final long LOW_INT = 0x0000_0000_FFFF_FFFFL;

  private WordTransposition() {}

  /// @param in holds the rows, a multiple of 8 of them, each of a multiple of 8 items
  /// @param out takes the columns as its rows, in an array of the same form
  /// @param pitch words from one row to the next in `in`
  /// @param outPitch the same in `out`
  /// @param itemsize 1, 2, 4 or a multiple of 8 bytes
  static void transpose(
      long[] in, long[] out, int pitch, int outPitch, int height, int width, int itemsize) {
    switch (itemsize) {
      case 1 -> bytes(in, out, pitch, outPitch, height, width);
      case 2 -> shorts(in, out, pitch, outPitch, height, width);
      case 4 -> ints(in, out, pitch, outPitch, height, width);
      case 8 -> longs(in, out, pitch, outPitch, height, width);
      default -> items(in, out, pitch, outPitch, height, width, itemsize / Long.BYTES);
    }
  }

  /// Turns the bytes of all units round.
  ///
  /// @param unit 2, 4, 8 or 16 bytes
  static void turn(long[] words, int length, int unit) {
    switch (unit) {
      case 2 -> {
        for (int i = 0; i < length; i++) {
          words[i] = ((words[i] >>> 8) & EVEN_BYTES) | ((words[i] & EVEN_BYTES) << 8);
        }
      }
      case 4 -> {
        for (int i = 0; i < length; i++) {
          words[i] = Long.rotateLeft(Long.reverseBytes(words[i]), Integer.SIZE);
        }
      }
      case 8 -> {
        for (int i = 0; i < length; i++) {
          words[i] = Long.reverseBytes(words[i]);
        }
      }
      default -> {
        for (int i = 0; i < length; i += 2) {
          long head = words[i];
          words[i] = Long.reverseBytes(words[i + 1]);
          words[i + 1] = Long.reverseBytes(head);
        }
      }
    }
  }

  private static void items(
      long[] in, long[] out, int pitch, int outPitch, int height, int width, int itemWords) {
    for (int j = 0; j < width; j++) {
      for (int k = 0; k < itemWords; k++) {
        int at = j * itemWords + k;
        int to = j * outPitch + k;
        for (int i = 0; i < height; i++) {
          out[to] = in[at];
          at += pitch;
          to += itemWords;
        }
      }
    }
  }

  private static void longs(long[] in, long[] out, int pitch, int outPitch, int height, int width) {
    for (int j = 0; j < width; j += 4) {
      int to0 = j * outPitch;
      int to1 = to0 + outPitch;
      int to2 = to1 + outPitch;
      int to3 = to2 + outPitch;
      for (int i = 0; i < height; i++) {
        int at = i * pitch + j;
        out[to0 + i] = in[at];
        out[to1 + i] = in[at + 1];
        out[to2 + i] = in[at + 2];
        out[to3 + i] = in[at + 3];
      }
    }
  }

  private static void ints(long[] in, long[] out, int pitch, int outPitch, int height, int width) {
    for (int j = 0; j < width; j += 2) {
      int to0 = j * outPitch;
      int to1 = to0 + outPitch;
      for (int i = 0; i < height; i += 2) {
        int at = i * pitch + j / 2;
        long x0 = in[at];
        long x1 = in[at + pitch];
        out[to0 + i / 2] = (x0 & LOW_INT) | (x1 << 32);
        out[to1 + i / 2] = (x0 >>> 32) | (x1 & ~LOW_INT);
      }
    }
  }

  private static void shorts(
      long[] in, long[] out, int pitch, int outPitch, int height, int width) {
    for (int j = 0; j < width; j += 4) {
      for (int i = 0; i < height; i += 4) {
        int at = i * pitch + j / 4;
        long x0 = in[at];
        long x1 = in[at + pitch];
        long x2 = in[at + 2 * pitch];
        long x3 = in[at + 3 * pitch];
        long y0 = (x0 & EVEN_SHORTS) | ((x1 & EVEN_SHORTS) << 16);
        long y1 = ((x0 >>> 16) & EVEN_SHORTS) | (x1 & ~EVEN_SHORTS);
        long y2 = (x2 & EVEN_SHORTS) | ((x3 & EVEN_SHORTS) << 16);
        long y3 = ((x2 >>> 16) & EVEN_SHORTS) | (x3 & ~EVEN_SHORTS);
        int to = j * outPitch + i / 4;
        out[to] = (y0 & LOW_INT) | (y2 << 32);
        out[to + outPitch] = (y1 & LOW_INT) | (y3 << 32);
        out[to + 2 * outPitch] = (y0 >>> 32) | (y2 & ~LOW_INT);
        out[to + 3 * outPitch] = (y1 >>> 32) | (y3 & ~LOW_INT);
      }
    }
  }

  private static void bytes(long[] in, long[] out, int pitch, int outPitch, int height, int width) {
    for (int j = 0; j < width; j += 8) {
      for (int i = 0; i < height; i += 8) {
        square(in, i * pitch + j / 8, pitch, out, j * outPitch + i / 8, outPitch);
      }
    }
  }

  /// Transposes 8×8 bytes: first within squares of two, then those in squares of four, then these.
  private static void square(long[] in, int at, int pitch, long[] out, int to, int outPitch) {
    long x0 = in[at];
    long x1 = in[at + pitch];
    long x2 = in[at + 2 * pitch];
    long x3 = in[at + 3 * pitch];
    long x4 = in[at + 4 * pitch];
    long x5 = in[at + 5 * pitch];
    long x6 = in[at + 6 * pitch];
    long x7 = in[at + 7 * pitch];
    long y0 = (x0 & EVEN_BYTES) | ((x1 & EVEN_BYTES) << 8);
    long y1 = ((x0 >>> 8) & EVEN_BYTES) | (x1 & ~EVEN_BYTES);
    long y2 = (x2 & EVEN_BYTES) | ((x3 & EVEN_BYTES) << 8);
    long y3 = ((x2 >>> 8) & EVEN_BYTES) | (x3 & ~EVEN_BYTES);
    long y4 = (x4 & EVEN_BYTES) | ((x5 & EVEN_BYTES) << 8);
    long y5 = ((x4 >>> 8) & EVEN_BYTES) | (x5 & ~EVEN_BYTES);
    long y6 = (x6 & EVEN_BYTES) | ((x7 & EVEN_BYTES) << 8);
    long y7 = ((x6 >>> 8) & EVEN_BYTES) | (x7 & ~EVEN_BYTES);
    long z0 = (y0 & EVEN_SHORTS) | ((y2 & EVEN_SHORTS) << 16);
    long z1 = (y1 & EVEN_SHORTS) | ((y3 & EVEN_SHORTS) << 16);
    long z2 = ((y0 >>> 16) & EVEN_SHORTS) | (y2 & ~EVEN_SHORTS);
    long z3 = ((y1 >>> 16) & EVEN_SHORTS) | (y3 & ~EVEN_SHORTS);
    long z4 = (y4 & EVEN_SHORTS) | ((y6 & EVEN_SHORTS) << 16);
    long z5 = (y5 & EVEN_SHORTS) | ((y7 & EVEN_SHORTS) << 16);
    long z6 = ((y4 >>> 16) & EVEN_SHORTS) | (y6 & ~EVEN_SHORTS);
    long z7 = ((y5 >>> 16) & EVEN_SHORTS) | (y7 & ~EVEN_SHORTS);
    out[to] = (z0 & LOW_INT) | (z4 << 32);
    out[to + outPitch] = (z1 & LOW_INT) | (z5 << 32);
    out[to + 2 * outPitch] = (z2 & LOW_INT) | (z6 << 32);
    out[to + 3 * outPitch] = (z3 & LOW_INT) | (z7 << 32);
    out[to + 4 * outPitch] = (z0 >>> 32) | (z4 & ~LOW_INT);
    out[to + 5 * outPitch] = (z1 >>> 32) | (z5 & ~LOW_INT);
    out[to + 6 * outPitch] = (z2 >>> 32) | (z6 & ~LOW_INT);
    out[to + 7 * outPitch] = (z3 >>> 32) | (z7 & ~LOW_INT);
  }
}
