package io.ndmap.power;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.grow.GrowthState;
import io.ndmap.grow.NpyAppender;
import io.ndmap.grow.NpyGrowth;
import io.ndmap.mmap.NpyFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;

/// Extends the padding of headers of another writer, which have no padding for one more digit.
final class PaddingWorkload implements Workload {

  private static final int FILES = 16;
  private static final int ROWS = 999;
  private static final int COLUMNS = 3;
  private static final String HEADER =
      "{'descr': '<i8', 'fortran_order': False, 'shape': (%s, %s), }\n".formatted(ROWS, COLUMNS);

  private static Path path(Path directory, int number) {
    return directory.resolve("tight" + number + ".npy");
  }

  @Override
  public void run(Path directory, Consumer<String> notes) throws IOException {
    for (int number = 0; number < FILES; number++) {
      write(path(directory, number));
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
    notes.accept("written");
    for (int number = 0; number < FILES; number++) {
      Path path = path(directory, number);
      assertThat(NpyGrowth.extendPadding(path)).isEqualTo(NpyGrowth.PaddingChange.INSERTED);
      notes.accept("roomy " + number);
    }
  }

  private static void write(Path path) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(10 + HEADER.length() + ROWS * COLUMNS * Long.BYTES);
    bytes
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
        .putShort((short) HEADER.length())
        .put(HEADER.getBytes(ISO_8859_1));
    for (long item : Numbers.of(1, ROWS, COLUMNS).toArray()) {
      bytes.putLong(item);
    }
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      var _ = channel.write(bytes.flip());
      channel.force(true);
    }
  }

  @Override
  public void check(Path directory, List<String> noted, Findings findings) throws IOException {
    if (noted.isEmpty()) {
      return;
    }
    for (int number = 0; number < FILES; number++) {
      Path path = path(directory, number);
      require(path, ROWS);
      findings.checked(1);
      GrowthState state = NpyGrowth.inspect(path);
      if (noted.contains("roomy " + number)) {
        assertThat(state.isPaddingSufficient()).isTrue();
        findings.checked(1);
      }
      if (!state.isClean()) {
        var _ = NpyGrowth.repair(path);
        assertThat(NpyGrowth.inspect(path).isClean()).isTrue();
        require(path, ROWS);
        findings.repaired();
      }
      if (!state.isPaddingSufficient()) {
        var _ = NpyGrowth.extendPadding(path);
        append(path);
        require(path, ROWS + 1);
        return;
      }
    }
  }

  private static void append(Path path) throws IOException {
    try (NpyAppender appender = NpyAppender.open(path)) {
      var _ = appender.append(Numbers.of(1 + ROWS * COLUMNS, 1, COLUMNS));
    }
  }

  private static void require(Path path, long count) throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      Numbers.require(file.view(), 1, count, COLUMNS);
    }
  }
}
