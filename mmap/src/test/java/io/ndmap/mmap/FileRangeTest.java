package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.IntView;
import io.ndmap.npy.TruncatedDataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRangeTest {

  @TempDir Path directory;

  /// As `numpy.save` leaves them that is called several times with one open file.
  @Test
  void arraysOneAfterTheOtherAreMapped() throws IOException {
    Path path = directory.resolve("two.npy");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < 2; i++) {
      Path one = directory.resolve(i + ".npy");
      try (NpyFile file = NpyFile.create(one, DType.INT32, Shape.of(5), Order.C)) {
        file.view(IntView.class).set(4, 10 + i);
      }
      bytes.writeBytes(Files.readAllBytes(one));
    }
    Files.write(path, bytes.toByteArray());
    FileRange second = new FileRange("two.npy[1]", 148, 148);
    NpyFile file;
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      file = NpyFile.open(path, channel, second, OpenMode.READ_WRITE, OpenOptions.DEFAULT);
      FileRange beyond = new FileRange("two.npy[2]", 296, 1);
      assertThatThrownBy(
              () -> NpyFile.open(path, channel, beyond, OpenMode.READ_WRITE, OpenOptions.DEFAULT))
          .isInstanceOf(TruncatedDataException.class)
          .hasMessage(
              "two.npy[2]: byte 0: the file's part at 296 ends early: expected 1 bytes, found 0");
      FileRange cut = new FileRange("cut", 148, 147);
      assertThatThrownBy(
              () -> NpyFile.open(path, channel, cut, OpenMode.READ_WRITE, OpenOptions.DEFAULT))
          .isInstanceOf(TruncatedDataException.class)
          .hasMessage(
              "cut: byte 128: the data of shape (5,) ends early: expected 20 bytes, found 19");
    }
    try (file) {
      assertThat(file).hasToString("two.npy[1] (READ_WRITE, '<i4', (5,))");
      assertThat(file.view(IntView.class).get(4)).isEqualTo(11);
      file.view(IntView.class).set(0, 7);
      file.force();
    }
    assertThat(Files.readAllBytes(path)[148 + 128]).isEqualTo((byte) 7);
    assertThatThrownBy(() -> new FileRange("x", -1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("x: there is no range of 1 bytes at byte -1");
  }
}
