package io.ndmap.mmap;

import io.ndmap.npy.HeaderLimits;
import java.lang.foreign.Arena;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Options for opening a file, beyond its mode.
///
/// **Arenas.** Without one any thread may use the file's views, and closing the file ends their
/// use. With one, the arena decides which threads may use them and when the memory is unmapped: a
/// confined arena, for instance, is the cheapest to close, but only its owner thread may use the
/// views. `Arena.ofAuto()` leaves it to the garbage collector: the file need not be closed, and
/// reachable memory is never unmapped.
///
/// @param limits what a header may cost before it is refused
/// @param arena the arena that is to own the mapping, or null for one that the file sees to;
///   closing the file ends the use of its views, closing the arena unmaps the memory
/// @param advice what the kernel is told about the use of the mapping, at once
public record OpenOptions(HeaderLimits limits, @Nullable Arena arena, Advice advice) {

  /// NumPy's limit on headers, no arena of the caller, and no advice.
  public static final OpenOptions DEFAULT =
      new OpenOptions(HeaderLimits.DEFAULT, null, Advice.NORMAL);

  /// The same with other limits on the header.
  ///
  /// @param headerLimits what a header may cost
  /// @return the options
  public OpenOptions withLimits(HeaderLimits headerLimits) {
    return new OpenOptions(headerLimits, arena, advice);
  }

  /// The same with the mapping owned by the caller's arena.
  ///
  /// @param owner decides which threads may use the views, and when the memory goes
  /// @return the options
  public OpenOptions withArena(Arena owner) {
    return new OpenOptions(limits, Objects.requireNonNull(owner), advice);
  }

  /// The same with advice to the kernel before anything is read, such as [Advice#RANDOM] for
  /// lookups of single items in a file larger than memory. It is ignored where the kernel does not
  /// support it, see [NpyFile#advise].
  ///
  /// @param use how the mapping will be used
  /// @return the options
  public OpenOptions withAdvice(Advice use) {
    return new OpenOptions(limits, arena, use);
  }
}
