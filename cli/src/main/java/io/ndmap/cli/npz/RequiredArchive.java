package io.ndmap.cli.npz;

import io.ndmap.safetensors.SafetensorsFile;
import java.io.IOException;
import java.nio.file.Path;

/// Rejects `.safetensors` files in commands that need an archive.
final class RequiredArchive {

  private RequiredArchive() {}

  /// Checks that a file is not a `.safetensors` file.
  ///
  /// @param advice the reason, or what the user can do instead
  /// @throws IOException if the file is a `.safetensors` file
  static void check(Path file, String advice) throws IOException {
    if (SafetensorsFile.isSafetensors(file)) {
      throw new IOException("a .safetensors file, not an archive; " + advice);
    }
  }
}
