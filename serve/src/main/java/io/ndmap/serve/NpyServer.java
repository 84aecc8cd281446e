package io.ndmap.serve;

import io.ndmap.npz.NpzOptions;
import io.ndmap.op.Execution;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Route;
import io.ndmap.serve.api.AttributesRoute;
import io.ndmap.serve.api.ComputedRoute;
import io.ndmap.serve.api.DataRoute;
import io.ndmap.serve.api.DescriptionRoute;
import io.ndmap.serve.api.MetaRoute;
import io.ndmap.serve.api.ResultCache;
import io.ndmap.serve.http.Endpoint;
import io.ndmap.serve.http.Endpoint.Work;
import io.ndmap.serve.http.Gate;
import io.ndmap.serve.http.HttpServer;
import io.ndmap.serve.http.Metrics;
import io.ndmap.serve.http.Workers;
import io.ndmap.serve.page.Page;
import io.ndmap.serve.tree.FileTree;
import io.ndmap.serve.zarr.ZarrRoute;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/// An HTTP/1.1 server for arrays in `.npy` files, archives (`.npz`, `.safetensors`), and
/// directories of both. The server never writes to these files. `docs/serve.md` describes the
/// endpoints.
///
/// ```java
/// try (NpyServer server = NpyServer.start(ServeOptions.of(Path.of("runs")))) {
///   System.out.println(server.uri());
///   server.awaitClose();
/// }
/// ```
///
/// Nothing outside the given paths can be reached. Requests except `/health` need the token of the
/// options, if there is one, and the `Host` header of all requests must name the server. If a file
/// is replaced or removed while a request reads it, the request still reads the old file. If a file
/// is truncated meanwhile, a request that reads the missing part fails. The next request sees the
/// new state of the file.
///
/// **Threads.** All methods are thread-safe.
public final class NpyServer implements AutoCloseable {

  private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");

  /// Addresses that stand for all addresses of this machine.
  private static final Set<String> ANY = Set.of("0.0.0.0", "::");

  /// The maximum number of bytes of the inflated members of all open archives together. Inflated
  /// members stay in memory after an answer, so the limit for the memory of requests does not
  /// include them.
  private static final long MAX_INFLATED_BYTES = 1L << 30;

  private final ServeOptions options;
  private final HttpServer http;
  private final Workers workers;
  private final FileTree tree;
  private final Set<String> routes;
  private final CountDownLatch closed = new CountDownLatch(1);

  private NpyServer(
      ServeOptions options, HttpServer http, Workers workers, FileTree tree, Set<String> routes) {
    this.options = options;
    this.http = http;
    this.workers = workers;
    this.tree = tree;
    this.routes = routes;
  }

  /// Starts a server. Its threads are daemon threads: they do not keep the JVM alive.
  ///
  /// @param options the served paths, the address and the limits
  /// @return the running server
  /// @throws IOException if a path is neither a regular file nor a directory or may not be read, or
  ///   if the server cannot listen at its address, for instance because the port is in use
  public static NpyServer start(ServeOptions options) throws IOException {
    FileTree tree =
        FileTree.of(options.paths(), NpzOptions.DEFAULT.withMaxInflatedBytes(MAX_INFLATED_BYTES));
    Workers workers = new Workers(options.threads());
    Metrics metrics = new Metrics();
    metrics.add("open_files", "Files that are open.", tree::openFiles);
    metrics.add("inflated_bytes", "Memory of compressed members, inflated.", tree::inflatedBytes);
    Map<String, Endpoint> endpoints = endpoints(options, tree, workers, metrics);
    try {
      HttpServer http =
          HttpServer.start(
              new HttpServer.Settings(
                  options.address(),
                  options.port(),
                  options.maxConnections(),
                  options.maxInFlight(),
                  options.stopping()),
              endpoints,
              new Gate(
                  options.token(),
                  names(options),
                  lower(options.hosts()),
                  Set.copyOf(options.origins())),
              workers,
              metrics,
              options.log(),
              tree::sweep);
      return new NpyServer(options, http, workers, tree, endpoints.keySet());
    } catch (Throwable e) {
      workers.close();
      tree.close();
      throw e;
    }
  }

  /// The endpoints by the first segment of their paths. The segment is empty for the page.
  private static Map<String, Endpoint> endpoints(
      ServeOptions options, FileTree tree, Workers workers, Metrics metrics) {
    Map<String, Endpoint> endpoints = new HashMap<>();
    Page page = new Page();
    endpoints.put("", new Endpoint(page, Work.NOTHING, false));
    endpoints.put("static", new Endpoint(page, Work.NOTHING, false));
    endpoints.put("meta", new Endpoint(new MetaRoute(tree), Work.OPENING, false));
    endpoints.put(
        "data", new Endpoint(new DataRoute(tree, options.maxResponse()), Work.READING, false));
    endpoints.put("zarr", new Endpoint(new ZarrRoute(tree), Work.READING, false));
    endpoints.put("attr", new Endpoint(new AttributesRoute(tree), Work.OPENING, false));
    ResultCache cache = new ResultCache(options.cacheBytes());
    metrics.add("cache_bytes", "Bytes of results that are kept.", cache::bytes);
    metrics.add("cache_hits_total", "Results that were found in the cache.", cache::hits);
    metrics.add("cache_misses_total", "Results that were not.", cache::misses);
    Execution execution = workers.execution();
    Map.of(
            "stats", ComputedRoute.stats(tree, cache, execution),
            "histogram", ComputedRoute.histogram(tree, cache, execution),
            "percentiles", ComputedRoute.percentiles(tree, cache, execution),
            "tile", ComputedRoute.tile(tree, cache, execution),
            "png", ComputedRoute.png(tree, cache, execution))
        .forEach(
            (name, route) ->
                endpoints.put(name, new Endpoint(route, Work.COMPUTING, false, route.memory())));
    endpoints.put("openapi.json", new Endpoint(new DescriptionRoute(), Work.NOTHING, false));
    endpoints.put("health", new Endpoint(text("ok\n"), Work.NOTHING, true));
    endpoints.put(
        "metrics",
        new Endpoint(
            _ ->
                Answer.of(
                    "text/plain; version=0.0.4; charset=utf-8",
                    metrics.text().getBytes(StandardCharsets.UTF_8)),
            Work.NOTHING,
            false));
    return Map.copyOf(endpoints);
  }

  private static Route text(String text) {
    return _ -> Answer.of("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /// The names that the header `Host` may have with the port of the server.
  private static Set<String> names(ServeOptions options) {
    Set<String> names = new HashSet<>(OWN_NAMES);
    String address = options.address().toLowerCase(Locale.ROOT);
    names.add(address.contains(":") ? "[" + address + "]" : address);
    return Set.copyOf(names);
  }

  private static Set<String> lower(List<String> names) {
    return names.stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  /// The first segments of the paths of all endpoints. The segment is empty for the page.
  Set<String> routes() {
    return routes;
  }

  /// The port at which the server listens.
  ///
  /// @return the port number
  public int port() {
    return http.port();
  }

  /// The address of the page, with the token. If the server listens at all addresses, the URI has
  /// the loopback address.
  ///
  /// @return a URI such as `http://127.0.0.1:8888/?token=...`
  public URI uri() {
    String address = ANY.contains(options.address()) ? "127.0.0.1" : options.address();
    String host = address.contains(":") ? "[" + address + "]" : address;
    String query = options.token().map(token -> "?token=" + token).orElse("");
    return URI.create("http://" + host + ":" + port() + "/" + query);
  }

  /// Waits until the server is closed.
  ///
  /// @throws InterruptedException if the thread is interrupted
  public void awaitClose() throws InterruptedException {
    closed.await();
  }

  /// Stops the server. It accepts no new requests. Running requests may finish within the time
  /// [ServeOptions#stopping] and are then aborted. Closing again has no effect.
  ///
  /// @throws IOException if the HTTP server could not be stopped
  @Override
  public void close() throws IOException {
    try {
      http.close();
    } finally {
      workers.close();
      tree.close();
      closed.countDown();
    }
  }
}
