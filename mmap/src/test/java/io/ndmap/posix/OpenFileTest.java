package io.ndmap.posix;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFileTest {

  @TempDir Path directory;

  @Test
  void forcesWhatWasBegunAndAfterClosingNothing() throws IOException {
    Path path = directory.resolve("x.bin");
    byte[] bytes = new byte[1 << 20];
    Files.write(path, bytes);
    Arrays.fill(bytes, (byte) 7);
    OpenFile closed;
    try (OpenFile file = OpenFile.open(path, false);
        Arena arena = Arena.ofConfined();
        FileChannel channel =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes.length, arena);
      MemorySegment.copy(bytes, 0, mapped, JAVA_BYTE, 0, bytes.length);
      file.beginForcing(0, bytes.length);
      // Beyond the end there is nothing to be written.
      file.beginForcing(bytes.length, 1);
      file.force();
      closed = file;
    }
    assertThat(path).hasBinaryContent(bytes);
    assertThatThrownBy(() -> closed.beginForcing(0, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(path + ": closed");
  }
}
