package io.ndmap.stream;

import java.io.ByteArrayInputStream;
import java.util.Random;

/// A stream that gives 1 to 7 bytes at a time, as a slow pipe does.
final class Trickle extends ByteArrayInputStream {

  private final Random random;

  Trickle(byte[] bytes, long seed) {
    super(bytes);
    this.random = new Random(seed);
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    return super.read(target, offset, Math.min(length, 1 + random.nextInt(7)));
  }

  /// How many bytes were taken.
  int taken() {
    return pos;
  }
}
