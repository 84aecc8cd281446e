package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.MinMaxRow;
import io.ndmap.loop.Span;
import java.lang.foreign.MemorySegment;

/// The plain loop of [MinMaxRow].
///
/// @param loop combines two rows
/// @param itemsize the bytes of an element
record PlainMinMaxRow(Loop loop, int itemsize) implements Loop {

  @Override
  public void run(Span[] operands, Span result, int count) {
    Span items = operands[0];
    int length = MinMaxRow.BYTES / itemsize;
    MemorySegment.copy(items.memory(), items.at(), result.memory(), result.at(), MinMaxRow.BYTES);
    for (int i = length; i + length <= count; i += length) {
      Span row = new Span(items.memory(), items.at() + (long) i * itemsize, items.arrays());
      loop.run(new Span[] {result, row}, result, length);
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
