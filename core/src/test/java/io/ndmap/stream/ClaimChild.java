package io.ndmap.stream;

import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads a file that is shorter than its header says.
final class ClaimChild {

  private ClaimChild() {}

  /// Prints why it cannot.
  ///
  /// @param arguments the file
  public static void main(String[] arguments) throws IOException {
    try (InputStream in = Files.newInputStream(Path.of(arguments[0]))) {
      System.out.println(NpyReader.open(in, "x.npy").read());
    } catch (TruncatedDataException e) {
      System.out.println(e.getMessage());
    }
  }
}
