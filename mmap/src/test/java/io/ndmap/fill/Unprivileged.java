package io.ndmap.fill;

import io.ndmap.testing.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Starts processes that are subject to file permissions even if the tests run as root.
final class Unprivileged {

  private Unprivileged() {}

  /// A wrapper for a command; tests are skipped if there is none.
  static List<String> wrapper() throws IOException, InterruptedException {
    if (!"root".equals(Files.getOwner(Path.of("/proc/self")).getName())) {
      return List.of();
    }
    List<String> wrapper = List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search");
    Commands.requireWrapper(wrapper);
    return wrapper;
  }
}
