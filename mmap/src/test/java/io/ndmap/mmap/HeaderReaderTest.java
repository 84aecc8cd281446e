package io.ndmap.mmap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Headers that another process rewrites between and during the reads.
class HeaderReaderTest {

  private static final Path PATH = Path.of("x.npy");

  private static String header(long rows) {
    return new String(NpyHeaderCodec.encode(DType.UINT8, Order.C, Shape.of(rows)), ISO_8859_1);
  }

  /// The first bytes of one and the rest of the other.
  private static String torn(long after, long before) {
    String shown = "'shape': (";
    int at = header(after).indexOf(shown) + shown.length() + 1;
    return header(after).substring(0, at) + header(before).substring(at);
  }

  private static Shape read(Channel channel) throws IOException {
    return HeaderReader.read(channel, PATH, HeaderLimits.DEFAULT).shape();
  }

  @Test
  void aTornReadIsReadAgain() throws IOException {
    assertThat(torn(200, 199)).contains("(299,)");
    String items = "elements of any length";
    assertThat(read(new Channel(List.of(1000L), torn(200, 199), header(200), header(200))))
        .isEqualTo(Shape.of(200));
    assertThat(
            read(
                new Channel(List.of(1000L), header(199), torn(200, 199), header(200), header(200))))
        .isEqualTo(Shape.of(200));
    // The bytes behind the header may change without end.
    assertThat(read(new Channel(List.of(1000L), header(9) + items, header(9) + "others")))
        .isEqualTo(Shape.of(9));
  }

  @Test
  void aHeaderThatChangesAllTheTimeIsAnError() {
    String[] headers = new String[1000];
    for (int i = 0; i < headers.length; i++) {
      headers[i] = header(i);
    }
    assertThatThrownBy(() -> read(new Channel(List.of(2000L), headers)))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("x.npy: its header differs in each of 1000 reads; other processes write it");
  }

  @Test
  void rowsThatCameAfterTheSizeWasAskedAreThere() throws IOException {
    assertThat(read(new Channel(List.of(128L + 10, 128L + 20), header(20), header(20))))
        .isEqualTo(Shape.of(20));
    assertThatThrownBy(
            () -> read(new Channel(List.of(128L + 10, 128L + 19), header(20), header(20))))
        .isInstanceOf(TruncatedDataException.class)
        .hasMessage(
            "x.npy: byte 128: the data of shape (20,) ends early: expected 20 bytes, found 19");
  }

  /// A file whose size and content differ from call to call.
  private static final class Channel extends FileChannel {

    private final Deque<Long> sizes;
    private final Deque<String> contents;

    Channel(List<Long> sizes, String... contents) {
      this.sizes = new ArrayDeque<>(sizes);
      this.contents = new ArrayDeque<>(List.of(contents));
    }

    @Override
    public long size() {
      return sizes.size() > 1 ? sizes.remove() : sizes.element();
    }

    @Override
    public int read(ByteBuffer target, long position) {
      assertThat(position).isZero();
      byte[] content = contents.remove().getBytes(ISO_8859_1);
      int count = Math.min(target.remaining(), content.length);
      target.put(content, 0, count);
      // All of it in one read: none comes after it.
      target.limit(target.position());
      return count;
    }

    @Override
    public int read(ByteBuffer target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer source) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer source, long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void force(boolean metaData) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void implCloseChannel() {
      // There is nothing to close.
    }
  }
}
