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

/// Allocates memory in huge pages: a page fault maps 2 MiB instead of 4 KiB. Pages are zeroed only
/// when they are first used.
public final class HugePages {

  /// The size of a huge page in bytes: on x86-64, and on AArch64 with base pages of 4 KiB.
  public static final long SIZE = 1 << 21;

  // PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS and no file descriptor for mmap(2), and
  // MADV_HUGEPAGE for madvise(2).
  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final int NO_FILE = -1;
  private static final int HUGE_PAGES = 14;

  private static final Path SETTING = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  private HugePages() {}

  /// {@return the system's setting of huge pages, such as `always [madvise] never`; empty if the
  /// system has none}
  public static String setting() {
    try {
      return Files.readString(SETTING).strip();
    } catch (IOException e) {
      // Not Linux, or a kernel without huge pages.
      return "";
    }
  }

  /// Maps zeroed memory, and advises the system to use huge pages, which it may not have or not
  /// grant.
  ///
  /// @param bytes the number of bytes
  /// @param arena the arena that unmaps the memory when it is closed
  /// @param unmapped the action to run after the memory was unmapped; not run if no memory is
  ///   returned
  /// @return the memory, at a multiple of [#SIZE]; empty unless calls are enabled
  ///   ([Posix#isEnabled])
  /// @throws OutOfMemoryError if the system refuses the memory
  /// @throws IllegalStateException if the arena is closed
  /// @throws WrongThreadException if the arena is confined to another thread
  // `reinterpret` is restricted; all restricted calls are in this package.
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
      // The arena is closed, or confined to another thread.
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
