package io.ndmap.serve.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/// What a request is answered with. The body is written once, by the thread that carries the
/// answer, and the answer is closed after it, also if it was not written.
///
/// @param status of HTTP, such as 200
/// @param type the media type
/// @param headers more of them
/// @param body its bytes
public record Answer(int status, String type, Map<String, String> headers, Body body)
    implements AutoCloseable {

  /// The bytes of an answer; it may hold a file open until it is closed.
  public interface Body extends AutoCloseable {

    /// How many bytes there are, or -1 if that is not known before they are written.
    long length();

    /// Writes `count` bytes from the byte `first` on; all of them if the length is not known.
    void write(OutputStream out, long first, long count) throws IOException;

    /// How much memory it takes until it is closed, about, beside the part that is being sent.
    default long memory() {
      return 0;
    }

    /// Whether writing only copies what is in memory already, and so never waits for a disk.
    default boolean isInMemory() {
      return false;
    }

    @Override
    default void close() {}
  }

  /// Bytes that are made piece by piece, such as text, whose length is not known before. The next
  /// piece is made when the one before has been sent, by one thread at a time.
  public interface Pieces extends Body {

    /// Writes the next piece, which is kept in memory until it is sent.
    ///
    /// @return false if nothing is left, and nothing was written
    boolean next(OutputStream out) throws IOException;

    @Override
    default long length() {
      return -1;
    }

    @Override
    default void write(OutputStream out, long first, long count) throws IOException {
      boolean more = true;
      while (more) {
        more = next(out);
      }
    }
  }

  /// Bytes on the heap, as 200.
  public static Answer of(String type, byte[] bytes) {
    return new Answer(200, type, Map.of(), new Bytes(bytes));
  }

  @Override
  public void close() {
    body.close();
  }

  private record Bytes(@SuppressWarnings("ArrayRecordComponent") byte[] bytes) implements Body {

    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public void write(OutputStream out, long first, long count) throws IOException {
      out.write(bytes, Math.toIntExact(first), Math.toIntExact(count));
    }

    @Override
    public long memory() {
      return bytes.length;
    }

    @Override
    public boolean isInMemory() {
      return true;
    }
  }
}
