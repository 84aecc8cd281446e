package io.ndmap.serve.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;

/// The answer to a request. The body is written at most once, by one thread at a time. The answer
/// is closed whether or not its body was written.
///
/// @param status the HTTP status, such as 200
/// @param type the media type
/// @param headers further headers
/// @param body the bytes of the answer
public record Answer(int status, String type, Map<String, String> headers, Body body)
    implements AutoCloseable {

  /// The bytes of an answer. A body may keep a file open until it is closed.
  public sealed interface Body extends AutoCloseable permits Sized, Pieces {

    /// The approximate memory that the body takes until it is closed. It does not include the part
    /// that is being sent.
    ///
    /// @return the number of bytes
    default long memory() {
      return 0;
    }

    @Override
    default void close() {}
  }

  /// A body of known length.
  public non-sealed interface Sized extends Body {

    /// The length of the body.
    ///
    /// @return the number of bytes
    long length();

    /// Writes bytes of the body until the buffer is full.
    ///
    /// @param target receives the bytes until it is full; its byte order is ignored
    /// @param first the offset in the body of the first byte
    /// @throws IOException if a file cannot be read
    void fill(ByteBuffer target, long first) throws IOException;

    /// Whether [#fill] only copies from memory, and so never waits for a disk.
    ///
    /// @return true if it never waits for a disk
    default boolean isInMemory() {
      return false;
    }
  }

  /// A body that is made piece by piece, such as text. Its length is not known in advance. Each
  /// piece is made after the previous one has been sent, by one thread at a time.
  public non-sealed interface Pieces extends Body {

    /// Writes the next piece, which is kept in memory until it is sent.
    ///
    /// @param out receives the piece
    /// @return false if the piece before was the last one and nothing was written
    /// @throws IOException if a file cannot be read
    boolean next(OutputStream out) throws IOException;
  }

  /// Returns an answer with status 200 and a body on the heap.
  ///
  /// @param type the media type
  /// @param bytes the body; it is not copied and must not be changed afterwards
  /// @return the answer
  public static Answer of(String type, byte[] bytes) {
    return new Answer(200, type, Map.of(), new Bytes(bytes));
  }

  @Override
  public void close() {
    body.close();
  }

  private record Bytes(@SuppressWarnings("ArrayRecordComponent") byte[] bytes) implements Sized {

    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public void fill(ByteBuffer target, long first) {
      target.put(bytes, Math.toIntExact(first), target.remaining());
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
