package io.ndmap.benchmarks.race;

import io.ndmap.mmap.NpyFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Drops a file from the page cache: with `posix_fadvise`, which affects no other file, and if
/// pages remain, with `/proc/sys/vm/drop_caches`, which affects all files and needs root. Mapped
/// pages stay in the cache, so no contender may keep a cold file mapped.
final class PageCache {

  private static final int READ_ONLY = 0;
  private static final int DONT_NEED = 4;
  private static final double EMPTY = 0.01;
  private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

  private PageCache() {}

  /// Drops a file's pages and checks whether they are gone.
  ///
  /// @param path a `.npy` file that no process has mapped
  /// @return whether at most 1 % of the pages are still resident
  /// @throws IOException if the file cannot be opened, or `posix_fadvise` fails
  static boolean drop(Path path) throws IOException {
    adviseNotNeeded(path);
    if (residentFraction(path) > EMPTY && Files.isWritable(DROP_CACHES)) {
      try {
        Files.writeString(DROP_CACHES, "1\n", StandardOpenOption.WRITE);
      } catch (IOException e) {
        // A container may show the file as writable and reject the write: the pages then stay.
        return false;
      }
    }
    return residentFraction(path) <= EMPTY;
  }

  private static double residentFraction(Path path) throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      return file.residency().fraction();
    }
  }

  private static void adviseNotNeeded(Path path) throws IOException {
    Optional<MethodHandle> open =
        function(
            "open",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    Optional<MethodHandle> advise =
        function(
            "posix_fadvise",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT));
    Optional<MethodHandle> close =
        function("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    if (open.isEmpty() || advise.isEmpty() || close.isEmpty()) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(path.toString());
      int file = (int) open.get().invokeExact(name, READ_ONLY);
      if (file < 0) {
        throw new IOException(path + " cannot be opened");
      }
      int answer = (int) advise.get().invokeExact(file, 0L, 0L, DONT_NEED);
      int closed = (int) close.get().invokeExact(file);
      if (answer != 0 || closed != 0) {
        throw new IOException(path + ": posix_fadvise gave " + answer + ", close " + closed);
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("restricted") // the race is started with native access
  private static Optional<MethodHandle> function(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find(name)
        .map(address -> linker.downcallHandle(address, descriptor, options));
  }
}
