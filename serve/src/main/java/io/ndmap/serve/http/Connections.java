package io.ndmap.serve.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/// Ends connections of clients that are too slow, which Jetty's time limit between two bytes does
/// not notice: those that take minutes to say what they want, and those that hardly read.
final class Connections implements Connection.Listener {

  private static final long REQUEST_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long SENDING_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LEAST_BYTES_PER_SECOND = 256;

  private final Map<EndPoint, Traffic> open = new ConcurrentHashMap<>();

  /// The state of a connection.
  static final class Traffic {

    private volatile boolean isAnswered;
    private volatile long since = System.nanoTime();
    private volatile long sent;

    /// An answer begins to be sent.
    void sending() {
      since = System.nanoTime();
      sent = 0;
    }

    /// Bytes were sent, by one thread at a time.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void sent(long bytes) {
      sent += bytes;
    }

    /// A request begins to be answered.
    private void begin() {
      answered(true);
    }

    /// It has been.
    void end() {
      answered(false);
    }

    private void answered(boolean now) {
      isAnswered = now;
      since = System.nanoTime();
      sent = -1;
    }

    private boolean isTooSlow(long now) {
      long took = now - since;
      return isAnswered
          ? sent >= 0
              && took > SENDING_NANOS
              && sent < TimeUnit.NANOSECONDS.toSeconds(took) * LEAST_BYTES_PER_SECOND
          : took > REQUEST_NANOS;
    }
  }

  @Override
  public void onOpened(Connection connection) {
    open.put(connection.getEndPoint(), new Traffic());
  }

  @Override
  public void onClosed(Connection connection) {
    open.remove(connection.getEndPoint());
  }

  /// A request of a connection begins to be answered.
  Traffic begin(EndPoint connection) {
    Traffic traffic = open.getOrDefault(connection, new Traffic());
    traffic.begin();
    return traffic;
  }

  /// Ends those that are too slow; to be called every few seconds.
  void sweep() {
    long now = System.nanoTime();
    open.forEach(
        (connection, traffic) -> {
          if (traffic.isTooSlow(now)) {
            connection.close();
          }
        });
  }

  int count() {
    return open.size();
  }
}
