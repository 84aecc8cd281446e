package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A runtime image need not have the module `jdk.jfr`, and a JVM that has it need not use it.
class WithoutFlightRecorderTest {

  @TempDir Path directory;

  @Test
  void everythingWorks() throws Exception {
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.NATIVE, "--limit-modules=java.base,java.logging,jdk.management"),
            WithoutFlightRecorderChild.class,
            directory.resolve("x.npy"))) {
      assertThat(child.finish())
          .containsExactly(
              "no events", "true true 2", "1.5", "499500.0", "late", "fault", "appended");
      assertThat(child.errors()).isEmpty();
    }
  }

  /// The first class of an event that is loaded doubles the time of opening a first file.
  @Test
  void noEventIsLoadedBeforeTheRecorderStarts() throws Exception {
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.NATIVE, "-Xlog:class+load"),
            WithoutFlightRecorderChild.class,
            directory.resolve("x.npy"))) {
      assertThat(child.finish())
          .contains("no events", "499500.0", "late", "fault", "appended")
          .noneMatch(line -> line.contains("io.ndmap") && line.contains("Event source:"));
    }
  }
}
