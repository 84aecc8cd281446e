package io.ndmap.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;

/// Encodes and decodes the exception of a failed rank for the other ranks, so that all throw the
/// same exception.
final class SentFailure {

  // The ranks of a job are one program, so the bytes are trusted; the filter only limits the effect
  // of a bug.
  private static final ObjectInputFilter FILTER =
      ObjectInputFilter.Config.createFilter("maxbytes=4194304;maxdepth=200;java.**;io.ndmap.**;!*");

  /// The encoding of an exception whose text could not be encoded: an empty text.
  private static final byte[] UNKNOWN = ByteBuffer.allocate(Integer.BYTES).array();

  private SentFailure() {}

  /// Encodes an exception: its text, then, if it can be serialised, the exception itself with its
  /// stack trace. Never throws, because the other ranks wait for the message.
  static byte[] encode(Throwable error) {
    try {
      byte[] text = String.valueOf(error).getBytes(UTF_8);
      byte[] object = serialised(error);
      return ByteBuffer.allocate(Integer.BYTES + text.length + object.length)
          .putInt(text.length)
          .put(text)
          .put(object)
          .array();
    } catch (RuntimeException | Error e) {
      // Not enough heap or stack; or the exception's own methods throw.
      return UNKNOWN;
    }
  }

  private static byte[] serialised(Throwable error) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(error);
    } catch (IOException | RuntimeException e) {
      return new byte[0];
    }
    return bytes.toByteArray();
  }

  /// Decodes the exception of another rank, with its type. If the exception could not be serialised
  /// or decoded, returns an [MpiException] with its text instead.
  static Throwable decode(byte[] message, int rank) {
    ByteBuffer bytes = ByteBuffer.wrap(message);
    byte[] text = new byte[bytes.getInt()];
    bytes.get(text);
    try (ObjectInputStream in =
        new ObjectInputStream(
            new ByteArrayInputStream(message, bytes.position(), bytes.remaining()))) {
      in.setObjectInputFilter(FILTER);
      Throwable error = (Throwable) in.readObject();
      return marked(error, rank);
    } catch (IOException | ClassNotFoundException e) {
      return marked(
          new MpiException("rank " + rank + " failed: " + new String(text, UTF_8), e), rank);
    }
  }

  /// Adds a suppressed exception that records which rank has thrown the exception.
  static <E extends Throwable> E marked(E error, int rank) {
    error.addSuppressed(new ThrownElsewhere(rank));
    return error;
  }

  /// Throws the exception with its own type. Never returns: callers write `throw` only for the
  /// compiler.
  static RuntimeException thrown(Throwable error) throws IOException {
    switch (error) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new MpiException(String.valueOf(error), error);
    }
  }

  /// Returns the message and stack trace of a rank that ends all ranks.
  static String trace(int rank, Throwable error) {
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    writer.print("ndmap: rank " + rank + " failed, and ends all ranks: ");
    error.printStackTrace(writer);
    writer.flush();
    return text.toString();
  }
}
