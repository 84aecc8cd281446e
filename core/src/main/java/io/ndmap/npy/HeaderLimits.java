package io.ndmap.npy;

/// Limits on the size of a header. In any case, the literal in a header may have at most 200 nested
/// brackets and 2²⁰ values.
///
/// @param maxCharacters the maximum length of a header's text (without magic, version and length),
///   in characters including its padding, like NumPy's `max_header_size`
public record HeaderLimits(int maxCharacters) {

  /// NumPy's own limit of 10,000 characters.
  public static final int DEFAULT_MAX_CHARACTERS = 10_000;

  /// The limits of NumPy.
  public static final HeaderLimits DEFAULT = new HeaderLimits(DEFAULT_MAX_CHARACTERS);

  /// Creates the limits.
  ///
  /// @throws IllegalArgumentException if `maxCharacters < 0`
  public HeaderLimits {
    if (maxCharacters < 0) {
      throw new IllegalArgumentException(
          "the header limit must not be negative, found " + maxCharacters);
    }
  }
}
