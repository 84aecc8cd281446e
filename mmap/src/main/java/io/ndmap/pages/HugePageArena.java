package io.ndmap.pages;

import com.sun.management.OperatingSystemMXBean;
import io.ndmap.posix.HugePages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/// An arena whose large segments are in huge pages, as NumPy's large arrays are: for arrays that
/// are read from a stream or inflated, for which memory of the usual pages takes longer to come
/// into being than to be filled.
///
/// Segments of 4 MiB or more begin at multiples of 2 MiB; the kernel brings their pages in at their
/// first use. All together have at most as many bytes as the heap may have (`-Xmx`), or half of the
/// memory of the machine or container if that is more. Smaller ones, what exceeds the bound, and
/// all where native access is off, are those of the JDK's arenas. Huge pages are used where
/// `/sys/kernel/mm/transparent_hugepage/enabled` is `madvise` or `always`.
public final class HugePageArena implements Arena {

  /// Bytes from which on a segment is in huge pages.
  public static final long LEAST = 1 << 22;

  private static final long HEAP = Runtime.getRuntime().maxMemory();
  private static final long MOST = Math.max(HEAP, ofMachine() / 2);
  private static final MemoryBudget BUDGET = new MemoryBudget(HEAP, MOST);

  private final Arena arena;

  private HugePageArena(Arena arena) {
    this.arena = arena;
  }

  private static long ofMachine() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  /// {@return the most bytes of all segments in huge pages}
  public static long budget() {
    return MOST;
  }

  /// {@return the bytes of all segments in huge pages that have not been freed}
  public static long used() {
    return BUDGET.used();
  }

  /// An arena for many threads.
  ///
  /// @return an arena as [Arena#ofShared]
  public static HugePageArena ofShared() {
    return new HugePageArena(Arena.ofShared());
  }

  /// An arena whose memory is freed with another's.
  ///
  /// @param owner the other, which alone is closed
  /// @return an arena whose segments `owner` frees
  public static HugePageArena in(Arena owner) {
    return new HugePageArena(owner);
  }

  /// An arena whose memory is freed once it and its segments are unreachable.
  ///
  /// @return an arena as [Arena#ofAuto]
  public static HugePageArena ofAuto() {
    return new HugePageArena(Arena.ofAuto());
  }

  /// Allocates zeros.
  ///
  /// @throws IllegalStateException if the arena is closed
  /// @throws IllegalArgumentException if `byteSize < 0`, or `byteAlignment` is no power of two
  /// @throws OutOfMemoryError if the system refuses that much
  @Override
  public MemorySegment allocate(long byteSize, long byteAlignment) {
    boolean isLarge =
        byteSize >= LEAST && byteAlignment <= HugePages.SIZE && Long.bitCount(byteAlignment) == 1;
    if (!isLarge || !BUDGET.reserve(byteSize)) {
      return arena.allocate(byteSize, byteAlignment);
    }
    Optional<MemorySegment> pages = Optional.empty();
    try {
      pages = HugePages.allocate(byteSize, arena, () -> BUDGET.release(byteSize));
    } finally {
      if (pages.isEmpty()) {
        BUDGET.release(byteSize);
      }
    }
    return pages.orElseGet(() -> arena.allocate(byteSize, byteAlignment));
  }

  @Override
  public MemorySegment.Scope scope() {
    return arena.scope();
  }

  /// Frees all segments.
  ///
  /// @throws UnsupportedOperationException if it is one of [#ofAuto]
  /// @throws IllegalStateException if it is closed, or one of its segments is in use by another
  ///   thread
  @Override
  public void close() {
    arena.close();
  }
}
