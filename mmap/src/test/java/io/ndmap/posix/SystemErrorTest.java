package io.ndmap.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said where a lock file cannot be opened.
class SystemErrorTest {

  private static final Path LOCK = Path.of("ro/x.npy.lock");

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void file() throws IOException {
    file = Files.createFile(directory.resolve("file"));
  }

  // A read-only file system cannot be mounted, nor root be denied access, by a test.
  @Test
  void theUsualOnesHaveTheTypeAndTextOfTheJdk() {
    assertThat(new SystemError(30).ofOpening(LOCK))
        .isExactlyInstanceOf(FileSystemException.class)
        .hasMessage(LOCK + ": Read-only file system");
    assertThat(new SystemError(13).ofOpening(LOCK))
        .isExactlyInstanceOf(AccessDeniedException.class)
        .hasMessage(LOCK.toString());
    assertThat(new SystemError(2).ofOpening(LOCK))
        .isExactlyInstanceOf(NoSuchFileException.class)
        .hasMessage(LOCK.toString());
    assertThat(new SystemError(24).text()).isEqualTo("Too many open files");
    assertThat(new SystemError(4711).ofOpening(LOCK)).hasMessage(LOCK + ": errno 4711");
  }

  @Test
  void theSystemsOwnSayTheSame() throws Exception {
    assumeTrue(OpenFile.obstacle().isEmpty(), () -> OpenFile.obstacle().orElseThrow());
    Path loop = directory.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    fails(directory, "Is a directory");
    fails(file.resolve("x.npy.lock"), "Not a directory");
    fails(loop, "Too many levels of symbolic links");
    fails(directory.resolve("x".repeat(256)), "File name too long");
    assertThatThrownBy(() -> OpenFile.open(directory.resolve("no/x.lock"), true))
        .isExactlyInstanceOf(NoSuchFileException.class);
  }

  private static void fails(Path path, String reason) {
    assertThatThrownBy(() -> OpenFile.open(path, true))
        .isExactlyInstanceOf(FileSystemException.class)
        .hasMessage(path + ": " + reason);
    // The JDK's words for the same.
    assertThatThrownBy(() -> Files.newOutputStream(path).close())
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining(reason);
  }
}
