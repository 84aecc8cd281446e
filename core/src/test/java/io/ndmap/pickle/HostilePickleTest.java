package io.ndmap.pickle;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Hostile pickles in a JVM of 64 MiB and a small stack, as another process would read them.
class HostilePickleTest {

  /// Hundreds of times what the longest needs.
  private static final long MOST_MILLIS = 60_000;

  private static final long MOST_BYTES = 256 << 20;

  @Test
  void allAreRefusedCheaplyAndByName() throws IOException, InterruptedException {
    try (ChildJvm child = ChildJvm.start(List.of("-Xmx64m", "-Xss512k"), HostilePickles.class)) {
      List<String[]> endings = child.finish().stream().map(line -> line.split("\t")).toList();
      assertThat(endings).hasSizeGreaterThan(90);
      for (String[] ending : endings) {
        assertThat(ending[1]).as(ending[0]).isEqualTo("as expected");
        assertThat(Long.parseLong(ending[2])).as(ending[0]).isLessThan(MOST_MILLIS);
        assertThat(Long.parseLong(ending[3])).as(ending[0]).isLessThan(MOST_BYTES);
      }
    }
  }
}
