package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The siblings of `DoubleView` equal the output of `ViewClassGenerator`.
class ViewClassGeneratorTest {

  @Test
  void changesNothing() throws IOException {
    var siblings = ViewClassGenerator.siblings(Path.of(""));
    assertThat(siblings).hasSize(5);
    siblings.forEach(
        (file, text) -> assertThat(file).as("run ViewClassGenerator again").hasContent(text));
  }
}
