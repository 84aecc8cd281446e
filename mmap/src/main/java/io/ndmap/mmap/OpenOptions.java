package io.ndmap.mmap;

import io.ndmap.npy.HeaderLimits;
import java.lang.foreign.Arena;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Options for opening a file, beyond its mode.
///
/// **Arenas.** Without an arena, any thread may use the file's views, and closing the file ends
/// their use. With an arena of the caller, the arena determines which threads may use the views and
/// when the memory is unmapped: a confined arena, for instance, is the cheapest to close, but only
/// its owner thread may use the views. With `Arena.ofAuto()`, the file need not be closed: the
/// garbage collector unmaps the memory once it is unreachable.
///
/// @param limits the limits of the header
/// @param arena the caller's arena that owns the mapping, or null for an arena managed by the file.
///   With a caller's arena, closing the file ends the use of its views, and closing the arena
///   unmaps the memory
/// @param advice the advice to the kernel about the use of the mapping, given when the file is
///   opened
/// @param isSizePromised whether the caller promises that the file is not truncated, see
///   [#promisingSize]
public record OpenOptions(
    HeaderLimits limits, @Nullable Arena arena, Advice advice, boolean isSizePromised) {

  /// NumPy's limit on headers, no caller's arena, no advice, no promise about the file's size.
  public static final OpenOptions DEFAULT =
      new OpenOptions(HeaderLimits.DEFAULT, null, Advice.NORMAL, false);

  /// Returns these options with other limits of the header.
  ///
  /// @param headerLimits the limits
  /// @return the options
  public OpenOptions withLimits(HeaderLimits headerLimits) {
    return new OpenOptions(headerLimits, arena, advice, isSizePromised);
  }

  /// Returns these options with the mapping owned by the caller's arena.
  ///
  /// @param owner the arena, which determines which threads may use the views and when the memory
  ///   is unmapped
  /// @return the options
  public OpenOptions withArena(Arena owner) {
    return new OpenOptions(limits, Objects.requireNonNull(owner), advice, isSizePromised);
  }

  /// Returns these options with advice that the kernel gets before any element is read, such as
  /// [Advice#RANDOM] for lookups of single elements in a file larger than memory. The advice is
  /// ignored if the kernel does not support it, see [NpyFile#advise].
  ///
  /// @param use how the mapping will be used
  /// @return the options
  public OpenOptions withAdvice(Advice use) {
    return new OpenOptions(limits, arena, use, isSizePromised);
  }

  /// Returns these options with the caller's promise that the file stays accessible while it is
  /// open: it is not truncated, its network file system does not fail, and the disk is not full
  /// when a hole of a sparse file is written. Loops of the Vector API, if available, then access
  /// the mapping in place. Without the promise, tiles of a few KiB are copied for these loops, or a
  /// scalar loop accesses the mapping in place if it is as fast.
  ///
  /// If the promise is broken, a fault may crash the JVM instead of throwing
  /// [io.ndmap.op.MappingFaultException]. Do not make this promise for files that other processes
  /// may rewrite in place. For mappings in a caller's arena, tiles are copied in any case.
  ///
  /// @return the options
  public OpenOptions promisingSize() {
    return new OpenOptions(limits, arena, advice, true);
  }
}
