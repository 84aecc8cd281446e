package io.ndmap.stress;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.sync.AtomicLongs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/// Native memory for the states of a test, which jcstress makes by the million: rows of eight
/// words, used in turn, more of them than there are states alive.
final class Slots {

  private static final int COUNT = 1 << 20;
  private static final int WORDS = 8;

  private final LongView table;
  private final AtomicLongs items;
  private final AtomicLong next = new AtomicLong();

  Slots(String dtype) {
    MemorySegment memory = Arena.global().allocate(8L * COUNT * WORDS, 64);
    this.table =
        NdView.of(memory, DType.parse(dtype), Shape.of(COUNT, WORDS), Order.C, Backing.MEMORY)
            .as(LongView.class);
    this.items = AtomicLongs.of(table);
  }

  /// A row of zeros.
  int take() {
    int slot = (int) (next.getAndIncrement() % COUNT);
    for (int i = 0; i < WORDS; i++) {
      table.set(slot, i, 0);
    }
    return slot;
  }

  LongView table() {
    return table;
  }

  AtomicLongs items() {
    return items;
  }
}
