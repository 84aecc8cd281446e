package io.ndmap.serve.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/// Closes the connections of slow clients: clients that take more than 60 seconds to send a
/// request, and clients that, more than 60 seconds after the start of an answer, have read less
/// than 256 bytes per second on average. Jetty's idle timeout does not notice these clients,
/// because it limits only the time between two bytes.
final class Connections implements Connection.Listener {

  /// The time limits for sending a request and for the minimum rate of reading an answer.
  private static final long REQUEST_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long SENDING_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LEAST_BYTES_PER_SECOND = 256;

  private final Map<EndPoint, Traffic> open = new ConcurrentHashMap<>();

  /// The state of a connection.
  static final class Traffic {

    /// Whether the server is processing a request.
    private volatile boolean isAnswered;

    /// The `System.nanoTime` at which the current state began: waiting for a request, processing
    /// it, or sending its answer.
    private volatile long since = System.nanoTime();

    /// The number of bytes of the answer that were sent; -1 if the server has not started to send.
    private volatile long sent;

    /// Called when the server starts to send an answer.
    void sending() {
      since = System.nanoTime();
      sent = 0;
    }

    /// Called when bytes were sent, by one thread at a time.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void sent(long bytes) {
      sent += bytes;
    }

    /// Called when the server starts to process a request.
    private void begin() {
      answered(true);
    }

    /// Called when the request has been answered.
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

  /// Called when the server starts to process a request of a connection. Returns the state of the
  /// connection.
  Traffic begin(EndPoint connection) {
    Traffic traffic = open.getOrDefault(connection, new Traffic());
    traffic.begin();
    return traffic;
  }

  /// Closes the connections that are too slow. To be called every few seconds.
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
