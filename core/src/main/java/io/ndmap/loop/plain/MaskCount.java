package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.nio.LongBuffer;

/// The plain loop of [io.ndmap.loop.InternalOperation#COUNT], for masks whose bytes are 0 or 1, as
/// written by tests.
public final class MaskCount implements Loop {

  @Override
  public void run(Span[] operands, Span result, int count) {
    Span mask = operands[0];
    int words = count / Long.BYTES;
    LongBuffer eights = mask.longs(words);
    long sum = 0;
    for (int i = 0; i < words; i++) {
      sum += Long.bitCount(eights.get(i));
    }
    for (int i = words * Long.BYTES; i < count; i++) {
      sum += mask.getByte(i);
    }
    result.set(0, sum);
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
