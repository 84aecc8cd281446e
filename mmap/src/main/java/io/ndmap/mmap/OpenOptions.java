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
/// @param isSizePromised whether nobody truncates the file while it is open, see [#promisingSize]
public record OpenOptions(
    HeaderLimits limits, @Nullable Arena arena, Advice advice, boolean isSizePromised) {

  /// NumPy's limit on headers, no arena of the caller, no advice, and no promise.
  public static final OpenOptions DEFAULT =
      new OpenOptions(HeaderLimits.DEFAULT, null, Advice.NORMAL, false);

  /// The same with other limits on the header.
  ///
  /// @param headerLimits what a header may cost
  /// @return the options
  public OpenOptions withLimits(HeaderLimits headerLimits) {
    return new OpenOptions(headerLimits, arena, advice, isSizePromised);
  }

  /// The same with the mapping owned by the caller's arena.
  ///
  /// @param owner decides which threads may use the views, and when the memory goes
  /// @return the options
  public OpenOptions withArena(Arena owner) {
    return new OpenOptions(limits, Objects.requireNonNull(owner), advice, isSizePromised);
  }

  /// The same with advice to the kernel before anything is read, such as [Advice#RANDOM] for
  /// lookups of single items in a file larger than memory. It is ignored where the kernel does not
  /// support it, see [NpyFile#advise].
  ///
  /// @param use how the mapping will be used
  /// @return the options
  public OpenOptions withAdvice(Advice use) {
    return new OpenOptions(limits, arena, use, isSizePromised);
  }

  /// The same with the caller's promise that nobody truncates the file while it is open, nor a
  /// network file system loses it, and that the disk is not full where a hole is written to. Loops
  /// by the Vector API, if the JVM has that, then read and write the mapping where it is; else they
  /// compute with copies of some KiB, where that pays.
  ///
  /// If the promise is broken, a fault may end the JVM instead of throwing
  /// [io.ndmap.op.MappingFaultException]; what has not been written by then is lost. Not for files
  /// that others may replace in place. Of mappings in an arena of the caller's tiles are copied all
  /// the same.
  ///
  /// @return the options
  public OpenOptions promisingSize() {
    return new OpenOptions(limits, arena, advice, true);
  }
}
