package io.ndmap.mmap;

import io.ndmap.nd.ByteView;
import java.io.IOException;
import java.nio.file.Path;

/// Writes and reads both ends of a file that is far larger than the heap.
final class HugeFileChild {

  private HugeFileChild() {}

  /// Opens the file in one mode after the other.
  ///
  /// @param arguments the file and the modes
  public static void main(String[] arguments) {
    for (int k = 1; k < arguments.length; k++) {
      run(Path.of(arguments[0]), OpenMode.valueOf(arguments[k]));
    }
  }

  private static void run(Path path, OpenMode mode) {
    try (NpyFile file = NpyFile.open(path, mode)) {
      ByteView view = file.view(ByteView.class);
      long last = view.size(0) - 1;
      if (!view.isReadOnly()) {
        view.set(0, (byte) 1);
        view.set(last, (byte) 2);
        view.set(last / 2, (byte) 3);
      }
      System.out.println(
          view.get(0) + " " + view.get(last / 2) + " " + view.get(last) + " " + view.get(last - 1));
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }
}
