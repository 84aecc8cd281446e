package io.ndmap.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Memory of the process in huge pages: one page fault brings in 2 MiB instead of 4 KiB, and
/// nothing is written before the first use.
public final class HugePages {

  /// Bytes of a huge page, on the processors where their size is fixed.
  public static final long SIZE = 1 << 21;

  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final int NO_FILE = -1;
  private static final int HUGE_PAGES = 14;

  private static final Path SETTING = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  private HugePages() {}

  /// {@return when the system gives huge pages, such as `always [madvise] never`; empty where it
  /// does not tell}
  public static String setting() {
    try {
      return Files.readString(SETTING).strip();
    } catch (IOException e) {
      // Not Linux, or built without them.
      return "";
    }
  }

  /// Maps zeros. Where the system has no huge pages, these are of the usual size.
  ///
  /// @param bytes how many
  /// @param arena unmaps them when it is closed
  /// @param unmapped is run after that, not where this fails
  /// @return the memory, at a multiple of [#SIZE]; nothing where native access is off
  /// @throws OutOfMemoryError if the system refuses that much
  // Giving an address a size is restricted, and this package is the one that is there to do it.
  @SuppressWarnings("restricted")
  public static Optional<MemorySegment> allocate(long bytes, Arena arena, Runnable unmapped) {
    long whole = bytes > Long.MAX_VALUE - SIZE ? Long.MAX_VALUE : bytes + SIZE;
    long address =
        Posix.call(
            Calls.MAP,
            (call, state, _) ->
                (long)
                    call.invokeExact(state, 0L, whole, READ_WRITE, PRIVATE_ANONYMOUS, NO_FILE, 0L));
    if (address == -Posix.ENOSYS) {
      return Optional.empty();
    }
    if (address < 0) {
      throw new OutOfMemoryError(
          "the system does not give this process " + bytes + " bytes of memory");
    }
    MemorySegment mapped = MemorySegment.ofAddress(address);
    try {
      MemorySegment pages =
          mapped
              .reinterpret(
                  whole,
                  arena,
                  memory -> {
                    unmap(memory, whole);
                    unmapped.run();
                  })
              .asSlice(Math.floorMod(-address, SIZE), bytes);
      var _ = Posix.madvise(pages, HUGE_PAGES);
      return Optional.of(pages);
    } catch (IllegalStateException | WrongThreadException e) {
      // The arena is closed, or another thread's.
      unmap(mapped, whole);
      throw e;
    }
  }

  private static void unmap(MemorySegment memory, long bytes) {
    var _ =
        Posix.errno(Calls.UNMAP, (call, state, _) -> (int) call.invokeExact(state, memory, bytes));
  }

  private static final class Calls {
    static final @Nullable MethodHandle MAP =
        Posix.link(
            "mmap", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    static final @Nullable MethodHandle UNMAP = Posix.link("munmap", JAVA_INT, ADDRESS, JAVA_LONG);
  }
}
