package io.ndmap.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Errors of the system become words and exceptions of the JDK.
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
    assertThat(new SystemError(24).text())
        .isEqualTo("Too many open files: close some, or raise the limit (ulimit -n)");
    assertThat(new SystemError(4711).ofOpening(LOCK))
        .hasMessage(LOCK + ": error 4711 of the system, see errno(3)");
  }

  @Test
  void whatTheJdkSaysGetsARemedy() {
    assertThat(SystemError.text(new IOException("a.npy: File too large")))
        .isEqualTo("a.npy: " + new SystemError(27).text());
    assertThat(SystemError.text(new IOException("a.npy: no magic"))).isEqualTo("a.npy: no magic");
    assertThat(SystemError.text(new IOException((String) null))).isEqualTo("null");
    assertThat(SystemError.isDiskFull(new IOException(new SystemError(122).text()))).isTrue();
    assertThat(SystemError.isDiskFull(new IOException("Invalid argument"))).isFalse();
  }

  /// The words of the C library are those by which the JDK's messages are known.
  @Test
  void theWordsAreThoseOfTheCLibrary() {
    Python.require();
    String words =
        Python.run(
            """
            import errno, os
            for number, name in sorted(errno.errorcode.items()):
                print(number, os.strerror(number), sep="\t")
            """);
    int known = 0;
    for (String line : words.lines().toList()) {
      String[] parts = line.split("\t", 2);
      String text = new SystemError(Integer.parseInt(parts[0])).text();
      if (!text.startsWith("error ")) {
        assertThat(text).as(line).startsWith(parts[1]);
        known++;
      }
    }
    assertThat(known).isGreaterThan(50);
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
