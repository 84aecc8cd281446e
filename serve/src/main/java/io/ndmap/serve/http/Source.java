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

/// The bytes of an answer in parts. Each part is made after the previous one has been sent. Used by
/// one thread at a time.
interface Source extends AutoCloseable {

  /// The maximum size of a part in bytes, for bodies of known length.
  int BLOCK = 256 << 10;

  /// One part of an answer.
  ///
  /// @param bytes the bytes to send, released afterwards
  /// @param isLast whether this is the last part
  record Part(RetainableByteBuffer bytes, boolean isLast) {}

  /// Makes the next part. Called again until a part is the last one.
  ///
  /// @return the part, which the caller releases
  Part next() throws IOException;

  @Override
  default void close() throws IOException {}

  /// Sends a range of a body through buffers of a pool.
  ///
  /// @param isDirect whether the buffers are off-heap memory, which sockets send without a copy
  static Source of(Answer.Sized body, ByteRange range, ByteBufferPool pool, boolean isDirect) {
    return new Blocks(body, range.first() + range.count(), pool, isDirect, range.first());
  }

  /// Sends a body that is made piece by piece.
  static Source of(Answer.Pieces body) {
    return () -> {
      ByteArrayOutputStream piece = new ByteArrayOutputStream(8192);
      boolean isLast = !body.next(piece);
      return new Part(wrapped(piece), isLast);
    };
  }

  /// Compresses another source by gzip.
  ///
  /// @param plain a source whose parts are on the heap; closed together with this source
  static Source zipped(Source plain) {
    return new Zipped(plain);
  }

  private static RetainableByteBuffer wrapped(ByteArrayOutputStream bytes) {
    return RetainableByteBuffer.wrap(ByteBuffer.wrap(bytes.toByteArray()));
  }

  /// Parts of a body of known length.
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

  /// Compresses the parts of another source. Nothing is made before the first part, not even the
  /// gzip header: until then a failure can still replace the answer.
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
