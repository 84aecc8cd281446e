package io.ndmap.fill;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// How to start a process that the permissions of files hold for, also if the tests run as root.
final class Unprivileged {

  private Unprivileged() {}

  /// A wrapper for a command; a test is skipped where there is none.
  static List<String> wrapper() throws IOException, InterruptedException {
    if (!"root".equals(Files.getOwner(Path.of("/proc/self")).getName())) {
      return List.of();
    }
    List<String> wrapper = List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search");
    assumeTrue(runs(wrapper), "root needs setpriv to give up that permissions do not hold for it");
    return wrapper;
  }

  private static boolean runs(List<String> wrapper) throws InterruptedException {
    try {
      return new ProcessBuilder(List.of(wrapper.get(0), wrapper.get(1), wrapper.get(2), "true"))
              .redirectErrorStream(true)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
