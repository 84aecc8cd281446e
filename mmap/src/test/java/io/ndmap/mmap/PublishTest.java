package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file that was filled under another name gets its own.
class PublishTest {

  @TempDir private Path folder;

  private Path working(long rows) throws IOException {
    Path path = folder.resolve(".x.tmp");
    NpyFile.create(path, DType.INT64, Shape.of(rows), Order.C).close();
    return path;
  }

  private Path target() {
    return folder.resolve("x.npy");
  }

  private long rows() throws IOException {
    try (NpyFile file = NpyFile.open(target())) {
      return file.shape().size(0);
    }
  }

  @Test
  void theNameIsNewAndTheOldOneGone() throws IOException {
    NpyFile.publish(working(3), target(), CreateOptions.DEFAULT);
    assertThat(rows()).isEqualTo(3);
    assertThat(folder.toFile().list()).containsExactly("x.npy");
  }

  @Test
  void nothingIsReplacedUnlessAsked() throws IOException {
    NpyFile.publish(working(3), target(), CreateOptions.DEFAULT);
    Path other = working(4);
    assertThatThrownBy(() -> NpyFile.publish(other, target(), CreateOptions.DEFAULT))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("x.npy: exists; open it READ_WRITE");
    assertThat(other).exists();
    Files.setPosixFilePermissions(target(), PosixFilePermissions.fromString("rw-r-----"));
    NpyFile.publish(other, target(), CreateOptions.DEFAULT.withReplacing());
    assertThat(rows()).isEqualTo(4);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target())))
        .isEqualTo("rw-r-----");
    assertThat(folder.toFile().list()).containsExactly("x.npy");
  }

  @Test
  void whatIsNotWholeIsNotPublished() throws IOException {
    Path working = working(3);
    byte[] bytes = Files.readAllBytes(working);
    Files.write(working, Arrays.copyOf(bytes, bytes.length - 1));
    assertThatThrownBy(() -> NpyFile.publish(working, target(), CreateOptions.DEFAULT))
        .isInstanceOf(TruncatedDataException.class);
    assertThat(target()).doesNotExist();
  }
}
