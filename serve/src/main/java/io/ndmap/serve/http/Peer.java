package io.ndmap.serve.http;

import io.ndmap.serve.answer.Call;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// Whether the client of a request is still there. Nobody reads a connection while its request is
/// answered, so that its end is only noticed by who asks.
final class Peer implements Call.Watch {

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

  private final SocketChannel socket;
  private final LongAdder early;
  private long nextLook = System.nanoTime() + PAUSE;
  private boolean gone;
  private boolean hasMore;
  private boolean ended;

  /// @param early counts requests that were found to come before the answer to the one before
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

  /// Looks no more: what comes from now on is the next request's, of which no byte may be lost.
  ///
  /// @return whether a byte of it was read already, so that it cannot be answered on this
  ///   connection
  synchronized boolean end() {
    ended = true;
    return hasMore;
  }
}
