package io.ndmap.pages;

import com.sun.management.OperatingSystemMXBean;
import io.ndmap.posix.HugePages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/// An arena whose large segments are in huge pages, like NumPy's large arrays. It is used for new
/// arrays, such as arrays that are read from a stream or inflated: with pages of the usual size,
/// the page faults would take longer than filling the array.
///
/// Segments of 4 MiB or more begin at multiples of 2 MiB; their pages are allocated when they are
/// first used. The total size of these segments is limited to the maximum heap (`-Xmx`), or to half
/// of the memory of the machine or container if that is more. Smaller segments, segments beyond the
/// limit or aligned to more than 2 MiB, and all segments without native access are allocated by the
/// JDK; they do not count towards the limit. Huge pages are used if
/// `/sys/kernel/mm/transparent_hugepage/enabled` is `madvise` or `always`.
public final class HugePageArena implements Arena {

  /// The minimum bytes of a segment in huge pages.
  public static final long LEAST = 1 << 22;

  private static final long HEAP = Runtime.getRuntime().maxMemory();
  private static final long MOST = Math.max(HEAP, ofMachine() / 2);
  private static final MemoryBudget BUDGET = new MemoryBudget(HEAP, MOST);

  private final Arena arena;

  private HugePageArena(Arena arena) {
    this.arena = arena;
  }

  /// The bytes of memory of the machine or container; 0 if unknown.
  private static long ofMachine() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  /// {@return the maximum total bytes of segments in huge pages}
  public static long budget() {
    return MOST;
  }

  /// {@return the total bytes of segments in huge pages that have not been freed}
  public static long used() {
    return BUDGET.used();
  }

  /// Creates a shared arena.
  ///
  /// @return an arena as [Arena#ofShared]
  public static HugePageArena ofShared() {
    return new HugePageArena(Arena.ofShared());
  }

  /// Creates an arena whose memory belongs to another arena and is freed when that arena is closed.
  ///
  /// @param owner the other arena; the caller closes it, and not the returned arena
  /// @return the arena
  public static HugePageArena in(Arena owner) {
    return new HugePageArena(owner);
  }

  /// Creates an arena whose memory is freed once the arena and its segments are unreachable.
  ///
  /// @return an arena as [Arena#ofAuto]
  public static HugePageArena ofAuto() {
    return new HugePageArena(Arena.ofAuto());
  }

  /// Allocates zeroed memory.
  ///
  /// @throws IllegalStateException if the arena is closed
  /// @throws IllegalArgumentException if `byteSize < 0`, or `byteAlignment` is not a power of two
  /// @throws OutOfMemoryError if the system refuses the memory
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
  /// @throws UnsupportedOperationException if the arena was created by [#ofAuto]
  /// @throws IllegalStateException if the arena is already closed, or another thread is using one
  ///   of its segments
  @Override
  public void close() {
    arena.close();
  }
}
