package io.ndmap.mmap;

import io.ndmap.nd.DoubleView;
import io.ndmap.op.Backing;
import java.io.IOException;
import java.nio.file.Path;

/// Stores into a truncated file, and counts the faults that the check after each store raises.
final class FaultCheckChild {

  private static int caught;
  private static int missed;

  private FaultCheckChild() {}

  /// Stores, before and after the truncation.
  ///
  /// @param arguments the file, another one like it that is not truncated, and the number of stores
  ///   before
  public static void main(String[] arguments) throws IOException {
    try (NpyFile file = NpyFile.open(Path.of(arguments[0]), OpenMode.READ_WRITE);
        NpyFile whole = NpyFile.open(Path.of(arguments[1]), OpenMode.READ_WRITE)) {
      for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
        store(whole.view(DoubleView.class));
      }
      missed = 0;
      System.out.println("ready");
      if (System.in.read() < 0) {
        throw new IllegalStateException("nobody truncated the file");
      }
      for (int i = 0; i < 100; i++) {
        store(file.view(DoubleView.class));
      }
      System.out.println("caught " + caught + ", missed " + missed);
    }
  }

  private static void store(DoubleView view) {
    Backing backing = view.backing();
    for (int i = 0; i < 100; i++) {
      try {
        view.set(i, 1.0);
        backing.barrier();
        missed++;
      } catch (InternalError e) {
        caught++;
      }
    }
  }
}
