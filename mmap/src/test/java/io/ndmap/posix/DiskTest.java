package io.ndmap.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Errors of forcing name the file, and say what is wrong with its file system or disk.
class DiskTest {

  private static final Path NAME = Path.of("x.npy");

  @TempDir Path directory;

  /// Linux forces no character devices.
  @Test
  void whatCannotBeForcedIsNamed() throws IOException {
    try (FileChannel channel =
        FileChannel.open(Path.of("/dev/null"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      String message =
          "x.npy: cannot be forced to the disk: Invalid argument: its file system does not support"
              + " fsync(2); write it to another one";
      assertThatThrownBy(() -> Disk.force(channel, NAME))
          .isExactlyInstanceOf(IOException.class)
          .hasMessage(message)
          .cause()
          .hasMessage("Invalid argument");
      assertThatThrownBy(() -> Disk.forceData(channel, NAME)).hasMessage(message);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Invalid argument", "Operation not supported", "Read-only file system"})
  void aFileSystemThatForcesNothingHasARemedy(String words) {
    assertThat(Disk.failure(NAME, new IOException(words)))
        .isEqualTo(
            "x.npy: cannot be forced to the disk: "
                + words
                + ": its file system does not support fsync(2); write it to another one");
  }

  @Test
  void errorsOfTheDiskAreThoseOfTheSystem() {
    assertThat(Disk.failure(NAME, new IOException("Input/output error")))
        .isEqualTo("x.npy: cannot be forced to the disk: " + new SystemError(5).text());
    assertThat(Disk.failure(NAME, new IOException("No space left on device")))
        .isEqualTo("x.npy: cannot be forced to the disk: " + new SystemError(28).text());
  }

  /// Interrupts and closing are known by the type.
  @Test
  void aClosedChannelStaysOne() throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve("x.npy"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    Disk.force(channel, NAME);
    channel.close();
    assertThatThrownBy(() -> Disk.force(channel, NAME))
        .isExactlyInstanceOf(ClosedChannelException.class);
  }
}
