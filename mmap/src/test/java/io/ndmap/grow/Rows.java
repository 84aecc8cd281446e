package io.ndmap.grow;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/// Rows whose elements identify their index: row `i` of an array of longs is `3 i`, `3 i + 1`, `3 i
/// + 2`.
final class Rows {

  static final int COLUMNS = 3;
  static final int BYTES = COLUMNS * Long.BYTES;

  private Rows() {}

  /// Rows in memory.
  static LongView of(long first, int count) {
    long[] items = new long[count * COLUMNS];
    for (int i = 0; i < items.length; i++) {
      items[i] = first * COLUMNS + i;
    }
    return NdView.of(
            MemorySegment.ofArray(items),
            DType.INT64,
            Shape.of(count, COLUMNS),
            Order.C,
            Backing.MEMORY)
        .as(LongView.class);
  }

  /// A file of such rows.
  static void create(Path path, int count) throws IOException {
    NpyFile.write(path, of(0, count));
  }

  /// A file of such rows whose header has no padding for one more digit.
  static void createTight(Path path, int count) throws IOException {
    String text = "{'descr': '<i8', 'fortran_order': False, 'shape': (%s, 3), }".formatted(count);
    ByteBuffer bytes = ByteBuffer.allocate(10 + text.length() + 1 + count * BYTES);
    bytes
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    bytes.putShort((short) (text.length() + 1)).put((text + "\n").getBytes(ISO_8859_1));
    for (long i = 0; i < (long) count * COLUMNS; i++) {
      bytes.putLong(i);
    }
    Files.write(path, bytes.array());
  }

  /// Asserts that a file has these rows and no others.
  static void require(Path path, long count) throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      require(file.view(LongView.class), count);
    }
  }

  static void require(LongView view, long count) {
    assertThat(view.shape()).isEqualTo(Shape.of(count, COLUMNS));
    for (long i = 0; i < count; i++) {
      for (long j = 0; j < COLUMNS; j++) {
        if (view.get(i, j) != i * COLUMNS + j) {
          assertThat(view.get(i, j)).as("element %s, %s", i, j).isEqualTo(i * COLUMNS + j);
        }
      }
    }
  }
}
