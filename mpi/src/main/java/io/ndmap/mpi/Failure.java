package io.ndmap.mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/// Exceptions on their way from the rank that failed to the others, so that all throw the same.
final class Failure {

  // The ranks of a job are one program, so the bytes are trusted; the filter keeps a mistake small.
  private static final ObjectInputFilter FILTER =
      ObjectInputFilter.Config.createFilter("maxbytes=4194304;maxdepth=200;java.**;io.ndmap.**;!*");

  private Failure() {}

  /// An exception as bytes, with the stack trace; of one that cannot be sent, its text.
  static byte[] encode(Throwable error) {
    try {
      return serialised(error);
    } catch (NotSerializableException e) {
      MpiException text = new MpiException(String.valueOf(error));
      text.setStackTrace(error.getStackTrace());
      try {
        return serialised(text);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] serialised(Throwable error) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(error);
    }
    return bytes.toByteArray();
  }

  /// The exception of another rank.
  static Throwable decode(byte[] bytes, int rank) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      in.setObjectInputFilter(FILTER);
      Throwable error = (Throwable) in.readObject();
      error.addSuppressed(new MpiException("thrown by rank " + rank));
      return error;
    } catch (InvalidClassException e) {
      return new MpiException("rank " + rank + " failed: " + e.getMessage(), e);
    } catch (IOException | ClassNotFoundException e) {
      return new MpiException("rank " + rank + " failed, and did not say why", e);
    }
  }

  /// Throws an exception of a task.
  static RuntimeException thrown(Throwable error) throws IOException {
    switch (error) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new MpiException(String.valueOf(error), error);
    }
  }

  /// What a rank says that ends all.
  static String trace(int rank, Throwable error) {
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    writer.print("ndmap: rank " + rank + " failed, and ends all ranks: ");
    error.printStackTrace(writer);
    writer.flush();
    return text.toString();
  }
}
