package io.ndmap.serve.http;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// An HTTP/1.1 server: Jetty, whose threads wait for nothing that a request does, and limits on all
/// that a client may send or may leave undone.
public final class HttpServer implements AutoCloseable {

  private static final int HEADER_BYTES = 16 << 10;
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration SWEEP = Duration.ofSeconds(5);
  private static final int PLATFORM_THREADS = 16;

  private final Server server;
  private int port;
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("ndmap-sweep").factory());

  private HttpServer(Server server) {
    this.server = server;
  }

  /// The settings of a server.
  ///
  /// @param address where it listens
  /// @param port where it listens; 0 for one that is free
  /// @param connections the most at a time; others wait
  /// @param bytesInFlight the maximum memory of all requests together, about
  /// @param stopping how long running requests may take when it stops
  public record Settings(
      String address, int port, int connections, long bytesInFlight, Duration stopping) {}

  /// Starts a server.
  ///
  /// @param endpoints by the first part of their paths; `` is the page
  /// @param metrics what it counts into
  /// @param lines takes the access log, if there is one
  /// @param sweep what else is to be done every few seconds
  /// @throws IOException if it cannot listen there
  public static HttpServer start(
      Settings settings,
      Map<String, Endpoint> endpoints,
      Gate gate,
      Workers workers,
      Metrics metrics,
      Optional<Consumer<String>> lines,
      Runnable sweep)
      throws IOException {
    QueuedThreadPool threads = new QueuedThreadPool(PLATFORM_THREADS, 2);
    threads.setName("ndmap-http");
    threads.setDaemon(true);
    Server server = new Server(threads, null, buffers(settings.bytesInFlight()));
    ServerConnector connector = new ServerConnector(server, 1, 1, http());
    connector.setHost(settings.address());
    connector.setPort(settings.port());
    connector.setIdleTimeout(IDLE.toMillis());
    connector.setAcceptQueueSize(1024);
    Connections connections = new Connections();
    connector.addBean(connections);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(settings.connections(), connector));
    Admission admission = new Admission(settings.bytesInFlight());
    metrics.add("bytes_in_flight", "Memory of running requests, about.", admission::inFlight);
    metrics.add("connections", "Connections that are open.", connections::count);
    Service service =
        new Service(
            endpoints,
            gate,
            workers,
            admission,
            metrics,
            new AccessLog(lines),
            connector::getLocalPort);
    server.setHandler(new GracefulHandler(new Exchanges(service, connections)));
    server.setErrorHandler((request, response, callback) -> error(response, callback));
    server.setStopTimeout(settings.stopping().toMillis());
    server.setStopAtShutdown(false);
    HttpServer started = new HttpServer(server);
    try {
      server.start();
    } catch (Exception e) {
      started.close();
      throw failure(settings, e);
    }
    started.port = connector.getLocalPort();
    var _ =
        started.sweeper.scheduleWithFixedDelay(
            () -> {
              service.log().unlessFailed(connections::sweep);
              service.log().unlessFailed(sweep);
            },
            SWEEP.toMillis(),
            SWEEP.toMillis(),
            TimeUnit.MILLISECONDS);
    return started;
  }

  /// Why it cannot listen; Jetty's exceptions have the reason as their cause.
  private static IOException failure(Settings settings, Exception e) {
    if (e.getCause() instanceof SocketException reason && isOwn(settings.address())) {
      BindException failure =
          new BindException(
              "cannot listen at port %s of %s: %s"
                  .formatted(settings.port(), settings.address(), reason.getMessage()));
      failure.initCause(e);
      return failure;
    }
    if (e.getCause() instanceof SocketException
        || e.getCause() instanceof UnresolvedAddressException) {
      return new IOException(
          "cannot listen at " + settings.address() + ": it is not an address of this machine", e);
    }
    return e instanceof IOException io ? io : new IOException(e);
  }

  private static boolean isOwn(String address) {
    try {
      InetAddress resolved = InetAddress.getByName(address);
      return resolved.isAnyLocalAddress() || NetworkInterface.getByInetAddress(resolved) != null;
    } catch (IOException e) {
      return false;
    }
  }

  private static HttpConnectionFactory http() {
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(HEADER_BYTES);
    http.setSendServerVersion(false);
    http.setSendDateHeader(true);
    // Paths are decoded here, strictly; Jetty refuses some that are valid, such as an escaped %.
    http.setUriCompliance(
        UriCompliance.RFC3986.with("NDMAP", UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS));
    return new HttpConnectionFactory(http);
  }

  /// Answers malformed requests, which reach no endpoint.
  private static boolean error(Response response, Callback callback) {
    int status = response.getStatus();
    byte[] json =
        Failure.of(
                status, "the request is not one of HTTP/1.1, or beyond the limits of this server")
            .json(Map.of());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, json.length);
    response.write(true, ByteBuffer.wrap(json), callback);
    return true;
  }

  /// Memory of parts of bodies, outside of the heap: as much is kept as requests may have.
  private static ByteBufferPool buffers(long mostBytes) {
    return new ArrayByteBufferPool.Quadratic(
        0, Source.BLOCK, Integer.MAX_VALUE, mostBytes / 4, mostBytes);
  }

  /// Jetty's side of requests, which its own threads call: nothing in it waits.
  private static final class Exchanges extends Handler.Abstract.NonBlocking {

    private final Service service;
    private final Connections connections;

    Exchanges(Service service, Connections connections) {
      this.service = service;
      this.connections = connections;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
      Connections.Traffic traffic = connections.begin(connection);
      // The exchange watches long requests.
      request.addIdleTimeoutListener(_ -> false);
      new Exchange(service, request, response, traffic, callback).run();
      return true;
    }
  }

  /// The port of the server.
  public int port() {
    return port;
  }

  /// Stops: nothing new is accepted, running requests may end within the limit.
  @Override
  public void close() throws IOException {
    sweeper.shutdownNow();
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException("the server did not stop: " + e.getMessage(), e);
    } finally {
      server.destroy();
    }
  }
}
