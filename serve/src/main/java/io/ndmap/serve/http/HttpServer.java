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

/// An HTTP/1.1 server on Jetty. Jetty's threads never block on a request, and there are limits for
/// whatever a client may send or leave unfinished.
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
  /// @param address the address at which the server listens
  /// @param port the port at which the server listens; 0 for any free port
  /// @param connections the maximum number of connections; further ones wait
  /// @param bytesInFlight the approximate limit for the memory of all requests together, in bytes
  /// @param stopping how long running requests may take after [HttpServer#close] is called
  public record Settings(
      String address, int port, int connections, long bytesInFlight, Duration stopping) {}

  /// Starts a server.
  ///
  /// @param endpoints by the first segment of their paths; the page's is empty
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

  /// The reason why the server cannot listen. Jetty's exceptions have it as their cause.
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
    // Paths are decoded strictly in this module; Jetty refuses valid ones, such as an escaped %.
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

  /// A pool of off-heap buffers for the parts of bodies. It keeps at most the memory that requests
  /// may have.
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
      // The connection listener limits long requests instead of Jetty's idle timeout.
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
