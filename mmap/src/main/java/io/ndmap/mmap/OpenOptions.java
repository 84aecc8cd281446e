package io.ndmap.mmap;

import io.ndmap.npy.HeaderLimits;
import java.lang.foreign.Arena;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a file is opened, beyond its mode.
///
/// **Arenas.** Without one any thread may use the file's views, and closing the file ends their
/// use. With one, the arena decides which threads may use them and when the memory goes: a confined
/// arena, for instance, is the cheapest to close, but only its own thread may use the views.
///
/// @param limits what a header may cost before it is refused
/// @param arena the arena that is to own the mapping, or null for one that the file sees to;
///   closing the file ends the use of its views, closing the arena takes the memory away
public record OpenOptions(HeaderLimits limits, @Nullable Arena arena) {

  /// NumPy's limit on headers and an arena of the file's own.
  public static final OpenOptions DEFAULT = new OpenOptions(HeaderLimits.DEFAULT, null);

  /// The same with other limits on the header.
  ///
  /// @param headerLimits what a header may cost
  /// @return the options
  public OpenOptions withLimits(HeaderLimits headerLimits) {
    return new OpenOptions(headerLimits, arena);
  }

  /// The same with the mapping owned by an arena of the caller's.
  ///
  /// @param owner decides which threads may use the views, and when the memory goes
  /// @return the options
  public OpenOptions withArena(Arena owner) {
    return new OpenOptions(limits, Objects.requireNonNull(owner));
  }
}
