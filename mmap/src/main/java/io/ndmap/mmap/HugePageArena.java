package io.ndmap.mmap;

import io.ndmap.posix.HugePages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// An arena whose large segments are in huge pages, as NumPy's large arrays are: for arrays that
/// are read from a stream or inflated, which take longer to bring memory in than to copy it.
///
/// ```java
/// try (Arena arena = HugePageArena.ofShared()) {
///   NdView<?> array = NpyReader.open(System.in, "standard input").read(arena);
/// }
/// ```
///
/// Segments of 4 MiB or more begin at multiples of 2 MiB; the kernel brings their pages in at their
/// first use, and `-XX:MaxDirectMemorySize` does not count them. Smaller ones, and all where native
/// access is off, are those of the JDK's arenas. Huge pages are used where
/// `/sys/kernel/mm/transparent_hugepage/enabled` is `madvise` or `always`.
///
/// There is none that ends when its segments are unreachable: no garbage collection would take
/// place because of them.
public final class HugePageArena implements Arena {

  private static final long LEAST = 1 << 22;

  private final Arena arena;

  private HugePageArena(Arena arena) {
    this.arena = arena;
  }

  /// An arena for one thread.
  ///
  /// @return an arena as [Arena#ofConfined]
  public static HugePageArena ofConfined() {
    return new HugePageArena(Arena.ofConfined());
  }

  /// An arena for many threads.
  ///
  /// @return an arena as [Arena#ofShared]
  public static HugePageArena ofShared() {
    return new HugePageArena(Arena.ofShared());
  }

  /// Allocates zeros.
  ///
  /// @throws IllegalStateException if the arena is closed
  /// @throws WrongThreadException if it is confined to another thread
  /// @throws IllegalArgumentException if `byteSize < 0`, or `byteAlignment` is no power of two
  /// @throws OutOfMemoryError if the system refuses that much
  @Override
  public MemorySegment allocate(long byteSize, long byteAlignment) {
    return byteSize < LEAST || byteAlignment > HugePages.SIZE || Long.bitCount(byteAlignment) != 1
        ? arena.allocate(byteSize, byteAlignment)
        : HugePages.allocate(byteSize, arena)
            .orElseGet(() -> arena.allocate(byteSize, byteAlignment));
  }

  @Override
  public MemorySegment.Scope scope() {
    return arena.scope();
  }

  /// Frees all segments.
  ///
  /// @throws IllegalStateException if it is closed, or one of its segments is in use by another
  ///   thread
  /// @throws WrongThreadException if it is confined to another thread
  @Override
  public void close() {
    arena.close();
  }
}
