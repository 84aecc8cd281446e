package io.ndmap.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The classes for elements of eight bytes are what `SharedItemsGenerator` makes of those for four.
class SharedItemsGeneratorTest {

  @Test
  void changesNothing() throws IOException {
    var siblings = SharedItemsGenerator.siblings(Path.of(""));
    assertThat(siblings).hasSize(2);
    siblings.forEach(
        (file, text) -> assertThat(file).as("run SharedItemsGenerator again").hasContent(text));
  }
}
