package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The loops over mapped memory are those over other native memory, under another name.
class MappedLoopsTest {

  @ParameterizedTest
  @ValueSource(strings = {"Loops", "Items"})
  void differInTheirNameOnly(String what) throws IOException {
    Path folder = Path.of("src/main/java/io/ndmap/kernel");
    assertThat(code(folder, "Mapped" + what).replace("Mapped" + what, "Native" + what))
        .isEqualTo(code(folder, "Native" + what));
  }

  /// From the class on: what stands before it says why there are two.
  private static String code(Path folder, String name) throws IOException {
    String source = Files.readString(folder.resolve(name + ".java"));
    return source.substring(source.indexOf("final class"));
  }
}
