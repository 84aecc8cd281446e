package io.ndmap.external;

import java.util.function.LongConsumer;

/// Tells a listener of several passes over the same items as of one.
final class Phases implements LongConsumer {

  private final LongConsumer listener;
  private final int phases;
  private long passed;

  /// @param phases how many passes there are
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
