package io.ndmap.pickle;

import org.jspecify.annotations.Nullable;

/// A value that a pickle makes in two steps: first empty, then with its state. Between the two it
/// may be referred to already.
abstract class Unbuilt {

  private @Nullable Object value;
  private boolean built;

  /// @param value what it is without a state; null if it is nothing yet
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

  /// @throws BadValueException if there is no such state
  abstract Object valueOf(@Nullable Object state);

  /// What it is, for messages.
  abstract String describe();

  /// The value of what may have needed two steps.
  static @Nullable Object settled(@Nullable Object object) {
    return object instanceof Unbuilt unbuilt && unbuilt.value != null ? unbuilt.value : object;
  }
}
