package io.ndmap.serve.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;

/// The answer to a request. The body is written once, by the thread that carries the answer, and
/// the answer is closed after it, also if it was not written.
///
/// @param status of HTTP, such as 200
/// @param type the media type
/// @param headers more of them
/// @param body its bytes
public record Answer(int status, String type, Map<String, String> headers, Body body)
    implements AutoCloseable {

  /// The bytes of an answer; it may hold a file open until it is closed.
  public sealed interface Body extends AutoCloseable permits Sized, Pieces {

    /// The approximate memory until it is closed, without the part that is being sent.
    ///
    /// @return bytes
    default long memory() {
      return 0;
    }

    @Override
    default void close() {}
  }

  /// Bytes whose number is known.
  public non-sealed interface Sized extends Body {

    /// How many bytes there are.
    ///
    /// @return the number
    long length();

    /// Writes bytes of the body until the buffer is full.
    ///
    /// @param target its remaining bytes are written, in any byte order of its own
    /// @param first the number of the first byte that is written
    /// @throws IOException if a file cannot be read
    void fill(ByteBuffer target, long first) throws IOException;

    /// Whether filling only copies what is in memory already, and so never waits for a disk.
    ///
    /// @return whether it does
    default boolean isInMemory() {
      return false;
    }
  }

  /// Bytes that are made piece by piece, such as text, whose length is not known before. The next
  /// piece is made when the one before has been sent, by one thread at a time.
  public non-sealed interface Pieces extends Body {

    /// Writes the next piece, which is kept in memory until it is sent.
    ///
    /// @param out takes the piece
    /// @return false if nothing is left, and nothing was written
    /// @throws IOException if a file cannot be read
    boolean next(OutputStream out) throws IOException;
  }

  /// Bytes on the heap, as 200.
  ///
  /// @param type the media type
  /// @param bytes the body, which nobody changes from now on
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
