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
/// `Arena.ofAuto()` leaves it to the garbage collector: nobody has to close the file, and memory
/// that somebody can still reach is never taken away.
///
/// @param limits what a header may cost before it is refused
/// @param arena the arena that is to own the mapping, or null for one that the file sees to;
///   closing the file ends the use of its views, closing the arena takes the memory away
/// @param advice what the kernel is told about the use of the mapping, at once
public record OpenOptions(HeaderLimits limits, @Nullable Arena arena, Advice advice) {

  /// NumPy's limit on headers, an arena of the file's own, and no advice.
  public static final OpenOptions DEFAULT =
      new OpenOptions(HeaderLimits.DEFAULT, null, Advice.NORMAL);

  /// The same with other limits on the header.
  ///
  /// @param headerLimits what a header may cost
  /// @return the options
  public OpenOptions withLimits(HeaderLimits headerLimits) {
    return new OpenOptions(headerLimits, arena, advice);
  }

  /// The same with the mapping owned by an arena of the caller's.
  ///
  /// @param owner decides which threads may use the views, and when the memory goes
  /// @return the options
  public OpenOptions withArena(Arena owner) {
    return new OpenOptions(limits, Objects.requireNonNull(owner), advice);
  }

  /// The same with advice that the kernel is given before anything is read, such as [Advice#RANDOM]
  /// for lookups of single items in a file larger than memory. It is ignored where the kernel does
  /// not take it, see [NpyFile#advise].
  ///
  /// @param use how the mapping will be used
  /// @return the options
  public OpenOptions withAdvice(Advice use) {
    return new OpenOptions(limits, arena, use);
  }
}
