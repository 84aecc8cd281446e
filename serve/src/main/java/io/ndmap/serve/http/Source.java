package io.ndmap.serve.http;

import io.ndmap.serve.answer.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.jspecify.annotations.Nullable;

/// The bytes of an answer, part by part: the next one is made when the one before has been sent. By
/// one thread at a time.
interface Source extends AutoCloseable {

  /// Bytes of a part that are in memory at a time, if their number is known before.
  int BLOCK = 256 << 10;

  /// A part.
  ///
  /// @param bytes what is sent, and released then
  /// @param isLast whether nothing follows
  record Part(RetainableByteBuffer bytes, boolean isLast) {}

  /// Makes the next part; called again until one is the last.
  ///
  /// @return its bytes, which the caller releases
  Part next() throws IOException;

  @Override
  default void close() throws IOException {}

  /// A range of a body, through buffers of a pool.
  ///
  /// @param isDirect whether they are memory outside of the heap, from which sockets send without a
  ///   copy
  static Source of(Answer.Sized body, ByteRange range, ByteBufferPool pool, boolean isDirect) {
    return new Blocks(body, range.first() + range.count(), pool, isDirect, range.first());
  }

  /// A body that is made piece by piece.
  static Source of(Answer.Pieces body) {
    return () -> {
      ByteArrayOutputStream piece = new ByteArrayOutputStream(8192);
      boolean isLast = !body.next(piece);
      return new Part(wrapped(piece), isLast);
    };
  }

  /// The same by gzip.
  ///
  /// @param plain parts on the heap; closed with this
  static Source zipped(Source plain) {
    return new Zipped(plain);
  }

  private static RetainableByteBuffer wrapped(ByteArrayOutputStream bytes) {
    return RetainableByteBuffer.wrap(ByteBuffer.wrap(bytes.toByteArray()));
  }

  /// Parts of known size.
  final class Blocks implements Source {

    private final Answer.Sized body;
    private final long end;
    private final ByteBufferPool pool;
    private final boolean isDirect;
    private long first;

    private Blocks(Answer.Sized body, long end, ByteBufferPool pool, boolean isDirect, long first) {
      this.body = body;
      this.end = end;
      this.pool = pool;
      this.isDirect = isDirect;
      this.first = first;
    }

    @Override
    public Part next() throws IOException {
      int count = (int) Math.min(BLOCK, end - first);
      RetainableByteBuffer block = pool.acquire(count, isDirect);
      try {
        ByteBuffer buffer = block.getByteBuffer();
        buffer.clear().limit(count);
        body.fill(buffer, first);
        if (buffer.hasRemaining()) {
          throw new IllegalStateException(
              "a body wrote all but %s bytes of %s".formatted(buffer.remaining(), count));
        }
        buffer.flip();
        first += count;
        return new Part(block, first == end);
      } catch (Throwable e) {
        block.release();
        throw e;
      }
    }
  }

  /// Nothing is made before the first part, not even what every zip begins with: until then there
  /// can be another answer.
  final class Zipped implements Source {

    private final Source plain;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
    private @Nullable OutputStream zip;

    private Zipped(Source plain) {
      this.plain = plain;
    }

    @Override
    public Part next() throws IOException {
      bytes.reset();
      boolean isLast;
      do {
        Part part = plain.next();
        try {
          OutputStream begun = zip == null ? new GZIPOutputStream(bytes, 8192) : zip;
          zip = begun;
          ByteBuffer buffer = part.bytes().getByteBuffer();
          begun.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
          isLast = part.isLast();
          if (isLast) {
            begun.close();
          }
        } finally {
          part.bytes().release();
        }
      } while (!isLast && bytes.size() == 0);
      return new Part(wrapped(bytes), isLast);
    }

    /// Releases the memory of zlib.
    @Override
    public void close() throws IOException {
      if (zip != null) {
        zip.close();
      }
      plain.close();
    }
  }
}
