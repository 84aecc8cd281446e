package io.ndmap.serve.answer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/// The bytes of bodies.
public final class Bodies {

  private Bodies() {}

  /// All of an answer.
  public static byte[] bytes(Answer answer) throws IOException {
    return switch (answer.body()) {
      case Answer.Sized sized -> part(answer, 0, sized.length());
      case Answer.Pieces pieces -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean isMore = true;
        while (isMore) {
          isMore = pieces.next(out);
        }
        yield out.toByteArray();
      }
    };
  }

  /// A part of an answer whose length is known.
  public static byte[] part(Answer answer, long first, long count) throws IOException {
    byte[] bytes = new byte[Math.toIntExact(count)];
    ByteBuffer target = ByteBuffer.wrap(bytes);
    ((Answer.Sized) answer.body()).fill(target, first);
    if (target.hasRemaining()) {
      throw new AssertionError(target.remaining() + " bytes were not written");
    }
    return bytes;
  }
}
