package io.ndmap.mmap.event;

import jdk.jfr.Event;
import org.jspecify.annotations.Nullable;

/// Begins events. Only events use it, because a runtime image may lack the module `jdk.jfr`.
final class Beginning {

  private Beginning() {}

  /// Begins an event.
  ///
  /// @return null unless such events are being recorded
  static <E extends Event> @Nullable E of(E event) {
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }
}
