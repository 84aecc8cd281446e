package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files whose elements are set before they appear.
@Tag("either-way")
class FilledFileTest {

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private NpyFile create(CreateOptions options, Consumer<? super NdView<?>> filling)
      throws IOException {
    return NpyFile.create(path, DType.FLOAT64, Shape.of(1000), Order.C, options, filling);
  }

  @Test
  void appearWithTheirItems() throws IOException {
    for (CreateOptions options :
        List.of(CreateOptions.DEFAULT, CreateOptions.DEFAULT.withReplacing().withoutReserving())) {
      long before = path.toFile().length();
      try (NpyFile file =
          create(
              options,
              items -> {
                assertThat(path.toFile().length()).isEqualTo(before);
                items.as(DoubleView.class).fill(4.5);
              })) {
        assertThat(file.mode()).isEqualTo(OpenMode.READ_WRITE);
        file.view(DoubleView.class).set(0, 1);
        file.force();
      }
      try (NpyFile file = NpyFile.open(path)) {
        assertThat(file.view(DoubleView.class).get(0)).isEqualTo(1);
        assertThat(file.view(DoubleView.class).get(999)).isEqualTo(4.5);
      }
      assertThat(files()).containsExactly(path);
    }
  }

  @Test
  void aFillingThatFailsLeavesNothing() throws IOException {
    assertThatThrownBy(
            () ->
                create(
                    CreateOptions.DEFAULT,
                    _ -> {
                      throw new IllegalStateException("no more");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no more")
        .hasNoSuppressedExceptions();
    assertThat(files()).isEmpty();
  }

  @Test
  void whatAppearsMeanwhileIsNotTouched() throws IOException {
    assertThatThrownBy(() -> create(CreateOptions.DEFAULT, _ -> write("precious")))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageStartingWith(path + ": exists; open it READ_WRITE");
    assertThat(path).hasContent("precious");
    assertThat(files()).containsExactly(path);
  }

  private void write(String text) {
    try {
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anInterruptLeavesNothing() throws IOException {
    try {
      assertThatThrownBy(
              () -> create(CreateOptions.DEFAULT, _ -> Thread.currentThread().interrupt()))
          .isInstanceOf(ClosedByInterruptException.class);
      assertThatThrownBy(
              () -> create(CreateOptions.DEFAULT, items -> items.as(DoubleView.class).fill(1)))
          .isInstanceOfAny(ClosedByInterruptException.class, OperationInterruptedException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void whatSomebodyTruncatesMeanwhileDoesNotAppear() throws IOException {
    assertThatThrownBy(() -> create(CreateOptions.DEFAULT, _ -> truncate()))
        .isInstanceOf(MappingFaultException.class)
        .hasMessageStartingWith(path + ": ")
        .rootCause()
        .hasMessage("the file has 4224 bytes, the mapping reaches to 8128");
    assertThat(files()).isEmpty();
  }

  /// To a page's end: the rest of the mapping is not touched any more.
  private void truncate() {
    try (Stream<Path> files = Files.list(directory);
        FileChannel channel =
            FileChannel.open(files.findFirst().orElseThrow(), StandardOpenOption.WRITE)) {
      channel.truncate(4224);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
