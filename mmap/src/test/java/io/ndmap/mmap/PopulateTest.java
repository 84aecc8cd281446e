package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Pages that are brought in before they are used.
@Tag("either-way")
class PopulateTest {

  private static final int ROWS = 2048;
  private static final int COLUMNS = 1024;

  @TempDir Path directory;

  private Path path;

  @BeforeEach
  void write() throws IOException {
    path = directory.resolve("x.npy");
    double[] items = new Random(5).doubles((long) ROWS * COLUMNS).toArray();
    NpyFile.write(path, NdView.of(items, ROWS, COLUMNS));
  }

  /// Drops the file's pages from memory, which the system may refuse.
  private void drop() throws Exception {
    Process dd =
        new ProcessBuilder("dd", "of=" + path, "oflag=nocache", "conv=notrunc,fdatasync", "count=0")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Assumptions.assumeTrue(dd.waitFor() == 0, "dd cannot drop pages");
    try (NpyFile file = NpyFile.open(path)) {
      Residency now = file.residency();
      Assumptions.assumeTrue(
          now.residentPages() < now.pages() / 2, "the file system keeps pages in memory: " + now);
    }
  }

  private static <T> T onVirtual(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = Thread.ofVirtual().start(task);
    thread.join();
    return task.get();
  }

  @ParameterizedTest
  @EnumSource(OpenMode.class)
  void aColdFileIsResidentAfterwards(OpenMode mode) throws Exception {
    drop();
    try (NpyFile file = NpyFile.open(path, mode)) {
      assertThat(onVirtual(() -> file.populate(file.view()))).isTrue();
      assertThat(file.residency().residentPages()).isEqualTo(file.residency().pages());
      assertThat(file.view(DoubleView.class).get(0, 0)).isEqualTo(new Random(5).nextDouble());
    }
  }

  @Test
  void aPlatformThreadDoesItByItself() throws Exception {
    drop();
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.populate(file.view())).isTrue();
      assertThat(file.residency().residentPages()).isEqualTo(file.residency().pages());
    }
  }

  @Test
  void whatWasWrittenToAPrivateMappingStays() throws Exception {
    try (NpyFile file = NpyFile.open(path, OpenMode.COPY_ON_WRITE)) {
      DoubleView view = file.view(DoubleView.class);
      view.set(0, 0, -1);
      assertThat(onVirtual(() -> file.populate(view))).isTrue();
      assertThat(view.get(0, 0)).isEqualTo(-1);
    }
  }

  @Test
  void viewsWithGapsBackwardsAndEmptyOnes() throws Exception {
    try (NpyFile file = NpyFile.open(path)) {
      DoubleView view = file.view(DoubleView.class);
      assertThat(onVirtual(() -> file.populate(view.slice(0, 0, ROWS, 100)))).isTrue();
      assertThat(file.populate(view.flip(0).index(1, 3))).isTrue();
      assertThat(file.populate(view.slice(0, 5, 5))).isTrue();
      assertThat(Pages.populate(NdView.of(new double[3], 3))).isTrue();
    }
  }

  @Test
  void aTruncatedFileIsLeftToTheReader() throws Exception {
    try (NpyFile file = NpyFile.open(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(1 << 20);
      assertThat(onVirtual(() -> file.populate(file.view()))).isFalse();
      assertThat(file.populate(file.view())).isFalse();
      assertThat(file.populate(file.view().index(0, 0))).isTrue();
      assertThatThrownBy(() -> file.view(DoubleView.class).sum())
          .isExactlyInstanceOf(MappingFaultException.class);
    }
  }

  @Test
  void aClosedFileIsAnError() throws Exception {
    NpyFile file = NpyFile.open(path);
    NdView<?> view = file.view();
    file.close();
    assertThatThrownBy(() -> file.populate(view))
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
    assertThatThrownBy(() -> Pages.populate(view))
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
  }

  @Test
  void closingWhileThreadsPopulateIsTheSameError() throws Exception {
    for (int round = 0; round < 20; round++) {
      NpyFile file = NpyFile.open(path);
      NdView<?> view = file.view();
      FutureTask<Boolean> task =
          new FutureTask<>(
              () -> {
                while (true) {
                  if (!Pages.populate(view)) {
                    return false;
                  }
                }
              });
      Thread thread = Thread.ofVirtual().start(task);
      file.close();
      thread.join();
      assertThatThrownBy(task::get).hasCauseExactlyInstanceOf(FileClosedException.class);
    }
  }

  @Test
  void anInterruptEndsIt() throws Exception {
    try (NpyFile file = NpyFile.open(path)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> file.populate(file.view()))
          .isExactlyInstanceOf(OperationInterruptedException.class)
          .hasMessageStartingWith(path + ": interrupted");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void viewsOfOtherFilesAreRefused() throws Exception {
    try (NpyFile file = NpyFile.open(path)) {
      assertThatThrownBy(() -> file.populate(NdView.of(new double[3], 3)))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              path + ": the view is not in this file's mapping; its elements are in memory");
    }
  }
}
