package io.ndmap.pickle;

import org.jspecify.annotations.Nullable;

/// A value that a pickle creates in two steps: first empty, then with its state. It may be
/// referenced between the two.
abstract class Unbuilt {

  private @Nullable Object value;
  private boolean built;

  /// @param value the value without a state; null if there is none yet
  Unbuilt(@Nullable Object value) {
    this.value = value;
  }

  /// The value, null if it has no state yet.
  final @Nullable Object value() {
    return value;
  }

  final void build(@Nullable Object state) {
    if (built) {
      throw new BadValueException(describe() + " gets its state twice");
    }
    value = valueOf(state);
    built = true;
  }

  /// @throws BadValueException if the state is invalid
  abstract Object valueOf(@Nullable Object state);

  /// Describes the value, for messages.
  abstract String describe();

  /// Replaces a value created in two steps by its result; other values do not change.
  static @Nullable Object built(@Nullable Object object) {
    return object instanceof Unbuilt unbuilt && unbuilt.value != null ? unbuilt.value : object;
  }
}
