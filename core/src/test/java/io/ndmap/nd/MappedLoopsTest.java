package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The loops over mapped memory are those over other native memory, under another name.
class MappedLoopsTest {

  @Test
  void differInTheirNameOnly() throws IOException {
    Path folder = Path.of("src/main/java/io/ndmap/kernel");
    assertThat(code(folder, "MappedLoops").replace("MappedLoops", "NativeLoops"))
        .isEqualTo(code(folder, "NativeLoops"));
  }

  /// From the class on: what stands before it says why there are two.
  private static String code(Path folder, String name) throws IOException {
    String source = Files.readString(folder.resolve(name + ".java"));
    return source.substring(source.indexOf("final class"));
  }
}
