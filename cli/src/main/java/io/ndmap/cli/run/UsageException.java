package io.ndmap.cli.run;

import java.io.Serial;

/// Thrown for invalid arguments or options.
public final class UsageException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  /// Creates an exception whose message has the name of the option or parameter, and the reason.
  ///
  /// @param name the option or parameter
  public UsageException(String name, IllegalArgumentException cause) {
    super(name + ": " + cause.getMessage(), cause);
  }

  /// Requires that at most one of two options is given.
  ///
  /// @throws UsageException if both are given
  public static void requireOneOf(String one, boolean hasOne, String other, boolean hasOther) {
    if (hasOne && hasOther) {
      throw new UsageException(one + " and " + other + " exclude each other");
    }
  }

  /// Requires that a number is in a range.
  ///
  /// @param name the option or parameter
  /// @throws UsageException if the value is not from `least` to `most`
  public static void requireRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new UsageException(
          name
              + (most == Long.MAX_VALUE
                  ? " must be at least " + least
                  : " must be from " + least + " to " + most)
              + ", found "
              + value);
    }
  }
}
