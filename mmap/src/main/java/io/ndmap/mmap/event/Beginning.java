package io.ndmap.mmap.event;

import jdk.jfr.Event;
import org.jspecify.annotations.Nullable;

/// Begins events. Only event classes may use this class: in a runtime image without the module
/// `jdk.jfr`, this class cannot be loaded.
final class Beginning {

  private Beginning() {}

  /// Begins an event.
  ///
  /// @return the event, or null unless events of its type are being recorded
  static <E extends Event> @Nullable E of(E event) {
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }
}
