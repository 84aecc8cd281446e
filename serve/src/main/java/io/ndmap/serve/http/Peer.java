package io.ndmap.serve.http;

import io.ndmap.serve.answer.Call;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// Checks whether the client of a request is still connected. Jetty does not read from a connection
/// while a request is answered, so Jetty does not notice the end of the connection.
final class Peer implements Call.Watch {

  /// The minimum time between two checks.
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

  private final SocketChannel socket;
  private final LongAdder early;
  private long nextLook = System.nanoTime() + PAUSE;
  private boolean gone;

  /// Whether a check has consumed a byte of the next request.
  private boolean hasMore;

  /// Whether no more checks are allowed.
  private boolean ended;

  /// @param early counts requests that arrived before the previous request was answered
  Peer(SocketChannel socket, LongAdder early) {
    this.socket = socket;
    this.early = early;
  }

  @Override
  public synchronized void check() {
    if (!gone && !hasMore && !ended && System.nanoTime() - nextLook >= 0) {
      look();
      nextLook = System.nanoTime() + PAUSE;
    }
    if (gone) {
      throw new CancellationException("the client is gone");
    }
  }

  /// Reads a byte without blocking: the end of the stream means that the client is gone.
  private void look() {
    try {
      int read = socket.read(ByteBuffer.allocate(1));
      gone = read < 0;
      hasMore = read > 0;
      if (hasMore) {
        early.increment();
      }
    } catch (IOException e) {
      gone = true;
    }
  }

  /// Ends the checks, because they must not consume bytes of the client's next request.
  ///
  /// @return whether a byte of the next request was already consumed, so that the connection must
  ///   be closed
  synchronized boolean end() {
    ended = true;
    return hasMore;
  }
}
