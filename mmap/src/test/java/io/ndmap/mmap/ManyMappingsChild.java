package io.ndmap.mmap;

import io.ndmap.npy.MappingLimitException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Opens a file until it is refused, and checks that the JVM still works.
final class ManyMappingsChild {

  private ManyMappingsChild() {}

  /// Opens the files, and closes them all.
  ///
  /// @param arguments the file
  public static void main(String[] arguments) throws Exception {
    Path path = Path.of(arguments[0]);
    try (Arena arena = Arena.ofShared()) {
      // Half of them in the caller's arena: all are counted, or the system ends the JVM.
      OpenOptions inArena = OpenOptions.DEFAULT.withArena(arena);
      List<NpyFile> files = new ArrayList<>();
      try {
        while (true) {
          // Each in its own mapping, regardless of what was opened before.
          OpenOptions options = files.size() % 2 == 0 ? OpenOptions.DEFAULT : inArena;
          files.add(NpyFile.open(path, OpenMode.READ_WRITE, options));
        }
      } catch (MappingLimitException e) {
        System.out.println("refused " + String.valueOf(e.getMessage()).replaceFirst(": .*", ""));
      }
      Thread thread = Thread.ofPlatform().start(() -> System.out.println("alive"));
      thread.join();
      System.gc();
      files.forEach(NpyFile::close);
    }
    reopen(path);
  }

  private static void reopen(Path path) throws IOException {
    for (int i = 0; i < 100; i++) {
      NpyFile.open(path, OpenMode.READ_WRITE).close();
    }
    System.out.println("open again");
  }
}
