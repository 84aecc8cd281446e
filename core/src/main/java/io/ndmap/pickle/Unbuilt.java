package io.ndmap.pickle;

import org.jspecify.annotations.Nullable;

/// A value that a pickle creates in two steps: first empty, then with its state. The pickle may
/// refer to the value between the two steps.
abstract class Unbuilt {

  private @Nullable Object value;
  private boolean built;

  /// @param value the value before it receives its state; null if the value is created from its
  ///   state
  Unbuilt(@Nullable Object value) {
    this.value = value;
  }

  /// Returns the value; null if it is not created yet.
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

  /// Returns [#value()] if the object is an [Unbuilt] whose value exists; otherwise the object
  /// itself.
  static @Nullable Object built(@Nullable Object object) {
    return object instanceof Unbuilt unbuilt && unbuilt.value != null ? unbuilt.value : object;
  }
}
