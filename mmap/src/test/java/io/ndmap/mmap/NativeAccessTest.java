package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeAccessTest {

  @TempDir Path directory;

  @Test
  void withItNothingIsSaid() throws Exception {
    Assumptions.assumeTrue(
        System.getProperty("os.name").equals("Linux"), "ndmap calls the C library on Linux only");
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.NATIVE), NativeAccessChild.class, directory.resolve("x.npy"))) {
      assertThat(child.finish()).containsExactly("true true 2", "1.5");
      assertThat(child.errors()).isEmpty();
    }
  }

  /// Without any flag JDK 25 itself would warn, and allow: that is not ours to cause.
  @ParameterizedTest
  @ValueSource(strings = {"--illegal-native-access=deny"})
  void withoutItOneLineSaysWhatIsLostAndTheFlag(String flag) throws Exception {
    Assumptions.assumeTrue(
        System.getProperty("os.name").equals("Linux"), "ndmap calls the C library on Linux only");
    try (ChildJvm child =
        ChildJvm.start(List.of(flag), NativeAccessChild.class, directory.resolve("x.npy"))) {
      assertThat(child.finish()).containsExactly("false false 2", "1.5");
      List<String> lines = child.errors().lines().toList();
      // The JDK's own format puts date, class and method on a line before.
      assertThat(lines).hasSize(2);
      assertThat(lines.getFirst()).contains("io.ndmap.posix.Posix");
      assertThat(lines.getLast())
          .isEqualTo(
              "WARNING: Native access is off: advise() and prefetch() do nothing, residency() is"
                  + " slower, create() reserves disk space by writing zeros, large new arrays do"
                  + " not use huge pages, and bulk operations copy their operands through a buffer."
                  + " Turn it on with --enable-native-access=ALL-UNNAMED");
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"--illegal-native-access=warn", "-Dno=flag"})
  void withoutItTheSameIsSaidWhateverTheFlag(String flag) throws Exception {
    withoutItOneLineSaysWhatIsLostAndTheFlag(flag);
  }
}
