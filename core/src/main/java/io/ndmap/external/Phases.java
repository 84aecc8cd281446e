package io.ndmap.external;

import java.util.function.LongConsumer;

/// Reports the progress of several passes over the same elements as the progress of one pass.
final class Phases implements LongConsumer {

  private final LongConsumer listener;
  private final int phases;
  private long passed;

  /// @param phases the number of passes
  Phases(LongConsumer listener, int phases) {
    this.listener = listener;
    this.phases = phases;
  }

  @Override
  public void accept(long items) {
    long before = passed / phases;
    passed += items;
    listener.accept(passed / phases - before);
  }
}
