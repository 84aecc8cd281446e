package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.nd.DoubleView;
import io.ndmap.nd.IntView;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.op.FileClosedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One version after another; `HotSwapTest` replaces them under requests of other threads.
class CurrentFileTest {

  @TempDir Path directory;

  private Path write(NdView<?> view) throws IOException {
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, view, CreateOptions.DEFAULT.withReplacing());
    return path;
  }

  @Test
  void aRequestKeepsItsVersion() throws IOException {
    Path path = write(NdView.of(new double[] {1}));
    try (CurrentFile array = CurrentFile.open(path);
        Lease early = array.acquire()) {
      array.replace(write(NdView.of(new int[] {2, 3})));
      try (Lease late = array.acquire()) {
        assertThat(late.file().view(IntView.class).get(1)).isEqualTo(3);
        assertThat(early.file().view(DoubleView.class).get(0)).isEqualTo(1);
      }
      assertThat(array).hasToString(path + " (READ_ONLY, '<i4', (2,))");
    }
  }

  @Test
  void theOldMemoryGoesWithItsLastLease() throws IOException {
    try (CurrentFile array = CurrentFile.open(write(NdView.of(new double[] {1})))) {
      Lease early = array.acquire();
      DoubleView view = early.file().view(DoubleView.class);
      array.replace(write(NdView.of(new double[] {2})));
      assertThat(early.file().isOpen()).isFalse();
      assertThat(view.sum()).isEqualTo(1);
      early.close();
      assertThatThrownBy(view::sum).isInstanceOf(FileClosedException.class);
    }
  }

  @Test
  void whatCannotBeOpenedReplacesNothing() throws IOException {
    Path path = write(NdView.of(new double[] {1}));
    Path text = Files.writeString(directory.resolve("text.npy"), "no array");
    try (CurrentFile array = CurrentFile.open(path)) {
      assertThatThrownBy(() -> array.replace(directory.resolve("nothing.npy")))
          .isInstanceOf(NoSuchFileException.class);
      assertThatThrownBy(() -> array.replace(text)).isInstanceOf(NpyFormatException.class);
      try (Lease lease = array.acquire()) {
        assertThat(lease.file().view(DoubleView.class).get(0)).isEqualTo(1);
      }
    }
  }

  @Test
  void closedForGood() throws IOException {
    Path path = write(NdView.of(new double[] {1}));
    CurrentFile array = CurrentFile.open(path);
    Lease lease = array.acquire();
    array.close();
    array.close();
    assertThatThrownBy(array::acquire)
        .isInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
    assertThatThrownBy(() -> array.replace(path))
        .isInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
    assertThat(lease.file().view(DoubleView.class).get(0)).isEqualTo(1);
    lease.close();
  }

  @Test
  void laterVersionsAreOpenedAlike() throws IOException {
    Path path = write(NdView.of(new double[] {1}));
    try (CurrentFile array = CurrentFile.open(path, OpenMode.COPY_ON_WRITE, OpenOptions.DEFAULT)) {
      array.replace(write(NdView.of(new double[] {2})));
      try (Lease lease = array.acquire()) {
        assertThat(lease.file().mode()).isEqualTo(OpenMode.COPY_ON_WRITE);
        lease.file().view(DoubleView.class).set(0, 3);
      }
    }
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view(DoubleView.class).get(0)).isEqualTo(2);
    }
  }
}
