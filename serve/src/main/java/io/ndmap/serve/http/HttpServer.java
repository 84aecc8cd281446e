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

/// An HTTP/1.1 server on Jetty. Jetty's threads never block on a request. Limits apply to the
/// headers of a request, the time to send it, the number of connections and the memory of all
/// requests.
public final class HttpServer implements AutoCloseable {

  /// The maximum number of bytes of the request line and the headers of a request.
  private static final int HEADER_BYTES = 16 << 10;

  /// How long a connection may be idle between requests or between two bytes of a request.
  private static final Duration IDLE = Duration.ofSeconds(30);

  /// The time between two searches for slow connections and unused files.
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
  /// @param address the address at which the server listens
  /// @param port the port at which the server listens; 0 for any free port
  /// @param connections the maximum number of connections; further connections wait
  /// @param bytesInFlight the approximate limit for the memory of all requests together, in bytes
  /// @param stopping how long running requests may take after [HttpServer#close] is called
  public record Settings(
      String address, int port, int connections, long bytesInFlight, Duration stopping) {}

  /// Starts a server.
  ///
  /// @param endpoints the endpoints by the first segment of their paths, which is empty for the
  ///   page
  /// @param metrics receives the counters of the server
  /// @param lines receives the lines of the access log; empty for no log
  /// @param sweep a further task to run every few seconds
  /// @throws IOException if the server cannot listen at the address
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

  /// Converts an exception of Jetty to an exception that states why the server cannot listen.
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
    // Paths are decoded strictly in this module; Jetty refuses valid paths, such as paths with an
    // escaped %.
    http.setUriCompliance(
        UriCompliance.RFC3986.with("NDMAP", UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS));
    return new HttpConnectionFactory(http);
  }

  /// Answers malformed requests, which do not reach an endpoint.
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

  /// A pool of buffers for the parts of bodies. It retains unused buffers of at most `mostBytes` of
  /// off-heap memory, and at most a quarter of that on the heap.
  private static ByteBufferPool buffers(long mostBytes) {
    return new ArrayByteBufferPool.Quadratic(
        0, Source.BLOCK, Integer.MAX_VALUE, mostBytes / 4, mostBytes);
  }

  /// The handler that Jetty's own threads call; it never blocks.
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
      // [Connections] limits the time of requests instead of Jetty's idle timeout.
      request.addIdleTimeoutListener(_ -> false);
      new Exchange(service, request, response, traffic, callback).run();
      return true;
    }
  }

  /// The port at which the server listens.
  public int port() {
    return port;
  }

  /// Stops the server: it accepts no new requests, and running requests may finish within the time
  /// limit.
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
