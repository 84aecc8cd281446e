package io.ndmap.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoriesTest {

  @TempDir Path directory;

  @Test
  void saysThatItCouldNotForce() {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> Directories.forceThatOf(missing.resolve("x.npy")))
        .isInstanceOf(IOException.class)
        .hasMessage(
            missing
                + ": the directory could not be forced to the disk, so its names may not outlast a"
                + " crash: java.nio.file.NoSuchFileException: "
                + missing);
    assertThatCode(() -> Directories.tryToForceThatOf(missing.resolve("x.npy")))
        .doesNotThrowAnyException();
  }

  @Test
  void anInterruptDoesNotKeepItFromForcing() throws IOException {
    Thread.currentThread().interrupt();
    Directories.forceThatOf(directory.resolve("x.npy"));
    assertThat(Thread.interrupted()).isTrue();
  }
}
