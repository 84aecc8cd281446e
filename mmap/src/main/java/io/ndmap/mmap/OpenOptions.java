package io.ndmap.mmap;

import io.ndmap.npy.HeaderLimits;
import java.lang.foreign.Arena;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Options for opening a file, beyond its mode.
///
/// **Arenas.** Without an arena, any thread may use the file's views, and closing the file ends
/// their use. An arena determines which threads may use the views and when the memory is unmapped:
/// a confined arena, for instance, is the cheapest to close, but only its owner thread may use the
/// views. With `Arena.ofAuto()`, the file need not be closed: the garbage collector unmaps the
/// memory once it is unreachable.
///
/// @param limits the limits of the header
/// @param arena the arena that owns the mapping, or null for one managed by the file; closing the
///   file ends the use of its views, closing the arena unmaps the memory
/// @param advice the advice to the kernel at opening, about the use of the mapping
/// @param isSizePromised whether the caller promises that the file is not truncated, see
///   [#promisingSize]
public record OpenOptions(
    HeaderLimits limits, @Nullable Arena arena, Advice advice, boolean isSizePromised) {

  /// NumPy's limit on headers, no arena of the caller, no advice, no promise of the file's size.
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

  /// Returns these options with advice to the kernel before anything is read, such as
  /// [Advice#RANDOM] for lookups of single elements in a file larger than memory. It is ignored if
  /// the kernel does not support it, see [NpyFile#advise].
  ///
  /// @param use how the mapping will be used
  /// @return the options
  public OpenOptions withAdvice(Advice use) {
    return new OpenOptions(limits, arena, use, isSizePromised);
  }

  /// Returns these options with the caller's promise that the file stays accessible while it is
  /// open: it is not truncated, its network file system does not fail, and the disk is not full
  /// when a hole of a sparse file is written. Loops of the Vector API, if available, then access
  /// the mapping in place. Without the promise, tiles of a few KiB are copied for them, or a scalar
  /// loop runs in place if that is as fast.
  ///
  /// If the promise is broken, a fault may end the JVM instead of throwing
  /// [io.ndmap.op.MappingFaultException], and unwritten data are lost. Do not promise it for files
  /// that other processes may rewrite in place. Mappings in a caller's arena are copied in any
  /// case.
  ///
  /// @return the options
  public OpenOptions promisingSize() {
    return new OpenOptions(limits, arena, advice, true);
  }
}
