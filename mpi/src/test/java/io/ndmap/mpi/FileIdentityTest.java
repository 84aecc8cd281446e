package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.testing.TimeLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whether a rank sees the file that rank 0 has opened.
class FileIdentityTest {

  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = TimeLimit.TIMEOUT;

  @TempDir Path directory;
  private Path path;
  private Path other;

  @BeforeEach
  void create() throws IOException {
    path = Files.writeString(directory.resolve("x.npy"), "of old");
    other = Files.writeString(directory.resolve("other.npy"), "of rank 0");
  }

  /// As on a network file system.
  private static FileIdentity shared(Path file) throws IOException {
    FileIdentity seen = FileIdentity.of(file);
    return new FileIdentity(
        seen.machine(), false, seen.device(), seen.inode(), seen.size(), seen.modified());
  }

  @Test
  void theFileItself() throws IOException {
    FileIdentity.of(path).require(path, 1);
    shared(path).require(path, 1);
  }

  @Test
  void oneThatAnotherMachineIsWriting() throws IOException {
    FileIdentity before = shared(path);
    Files.writeString(path, "and longer");
    assertThatCode(() -> before.require(path, 1, SHORT)).doesNotThrowAnyException();
  }

  @Test
  void oneWhoseNumberDiffers() throws IOException {
    Files.copy(
        other, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    Files.setLastModifiedTime(path, Files.getLastModifiedTime(other));
    assertThatCode(() -> shared(other).require(path, 1, SHORT)).doesNotThrowAnyException();
    Files.setLastModifiedTime(path, FileTime.fromMillis(0));
    assertThatThrownBy(() -> shared(other).require(path, 1, SHORT)).isInstanceOf(IOException.class);
  }

  @Test
  void anotherFile() throws IOException {
    String message =
        path
            + ": rank 1 finds another file than rank 0 opened: it was replaced meanwhile, or the"
            + " ranks do not share a file system";
    FileIdentity local = FileIdentity.of(other);
    // Does not wait: for an hour, if it did.
    assertThatThrownBy(() -> local.require(path, 1, Duration.ofHours(1)))
        .isInstanceOf(IOException.class)
        .hasMessage(message);
    FileIdentity shared = shared(other);
    assertThatThrownBy(() -> shared.require(path, 1, SHORT))
        .isInstanceOf(IOException.class)
        .hasMessage(message);
  }

  @Test
  void noFile() throws IOException {
    FileIdentity shared = shared(other);
    Files.delete(path);
    assertThatThrownBy(() -> shared.require(path, 1, SHORT))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(
            path
                + ": rank 1 finds no file, but rank 0 opened it: it was deleted meanwhile, or the"
                + " ranks do not share a file system");
  }

  @Test
  void theOneBeforeIsForgotten() throws IOException {
    FileIdentity shared = shared(other);
    CompletableFuture<Void> seen =
        CompletableFuture.runAsync(
            this::see, CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
    shared.require(path, 1, LONG);
    seen.join();
  }

  private void see() {
    try {
      Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
