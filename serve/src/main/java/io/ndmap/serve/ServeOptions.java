package io.ndmap.serve;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Options of an [NpyServer]. Immutable; each `with` method returns a copy with other values.
///
/// @param paths the files and directories; if several have the same name, the later ones get a
///   number
/// @param address the address or host name of this machine at which the server listens
/// @param port the port at which the server listens; 0 for any free port
/// @param token the token that requests must contain; empty if no token is required
/// @param hosts names that the `Host` header may have, with any port or none, besides the address
///   and the loopback names with the server's port; any name if this contains `*`
/// @param origins origins whose pages may read answers (CORS), such as `https://example.org`, or
///   `*`
/// @param maxResponse the maximum number of bytes of a selection
/// @param maxInFlight the approximate limit for the memory of all requests together, in bytes
/// @param maxConnections the maximum number of connections; further connections wait
/// @param threads the size of each of three thread pools: for opening files, reading and computing
/// @param cacheBytes the maximum number of bytes of cached results; 0 for no cache
/// @param stopping how long running requests may take after [NpyServer#close] is called
/// @param log receives one line per request, and a further line per internal failure; empty for no
///   access log
public record ServeOptions(
    List<Path> paths,
    String address,
    int port,
    Optional<String> token,
    List<String> hosts,
    List<String> origins,
    long maxResponse,
    long maxInFlight,
    int maxConnections,
    int threads,
    long cacheBytes,
    Duration stopping,
    Optional<Consumer<String>> log) {

  /// The default port of the command `ndmap serve`.
  public static final int DEFAULT_PORT = 8888;

  /// The number of random bytes of a token.
  private static final int TOKEN_BYTES = 24;

  private static final long MAX_RESPONSE = 1L << 30;
  private static final long MAX_IN_FLIGHT = 256L << 20;
  private static final long CACHE = 64L << 20;

  /// Checks the arguments.
  ///
  /// @throws IllegalArgumentException if there is no path, the port is not in 0 to 65535,
  ///   `cacheBytes` is negative, another limit or the number of threads is not positive, or the
  ///   token is empty or has other characters than letters, digits and `. _ ~ -`
  public ServeOptions {
    paths = List.copyOf(paths);
    hosts = List.copyOf(hosts);
    origins = List.copyOf(origins);
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to serve");
    }
    if (port < 0 || port > 0xffff) {
      throw new IllegalArgumentException("a port is from 0 to 65535, found " + port);
    }
    if (maxResponse < 1 || maxInFlight < 1 || maxConnections < 1 || threads < 1 || cacheBytes < 0) {
      throw new IllegalArgumentException("limits and numbers of threads must be positive");
    }
    if (token.filter(text -> !text.matches("[A-Za-z0-9._~-]+")).isPresent()) {
      throw new IllegalArgumentException("a token has only letters, digits and . _ ~ -");
    }
  }

  /// Options for clients on this machine only: a free port of 127.0.0.1 and a random token.
  ///
  /// @param paths the files and directories
  /// @return the options
  public static ServeOptions of(Path... paths) {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return new ServeOptions(
        List.of(paths),
        "127.0.0.1",
        0,
        Optional.of(Base64.getUrlEncoder().withoutPadding().encodeToString(random)),
        List.of(),
        List.of(),
        MAX_RESPONSE,
        Math.min(MAX_IN_FLIGHT, Runtime.getRuntime().maxMemory() / 4),
        1024,
        Math.max(4, Runtime.getRuntime().availableProcessors()),
        Math.min(CACHE, Runtime.getRuntime().maxMemory() / 8),
        Duration.ofSeconds(10),
        Optional.empty());
  }

  /// Returns options with another address.
  ///
  /// @param name a host name or address of this machine; `0.0.0.0` for all addresses
  /// @param number the port number; 0 for any free port
  /// @return the options
  public ServeOptions withAddress(String name, int number) {
    return with(
        draft -> {
          draft.address = name;
          draft.port = number;
        });
  }

  /// Returns options with another token.
  ///
  /// @param text letters, digits and `. _ ~ -`; empty if every client that reaches the server may
  ///   read
  /// @return the options
  public ServeOptions withToken(Optional<String> text) {
    return with(draft -> draft.token = text);
  }

  /// Returns options with other names that the `Host` header may have.
  ///
  /// @param names host names without ports; `*` for any name
  /// @return the options
  public ServeOptions withHosts(List<String> names) {
    return with(draft -> draft.hosts = names);
  }

  /// Returns options with other origins whose pages may read answers.
  ///
  /// @param pages origins such as `https://example.org`, or `*`
  /// @return the options
  public ServeOptions withOrigins(List<String> pages) {
    return with(draft -> draft.origins = pages);
  }

  /// Returns options with other limits.
  ///
  /// @param response the maximum number of bytes of a selection
  /// @param inFlight the approximate limit for the memory of all requests together, in bytes
  /// @param connections the maximum number of connections
  /// @return the options
  public ServeOptions withLimits(long response, long inFlight, int connections) {
    return with(
        draft -> {
          draft.maxResponse = response;
          draft.maxInFlight = inFlight;
          draft.maxConnections = connections;
        });
  }

  /// Returns options with another number of threads.
  ///
  /// @param count the size of each of three thread pools: for opening files, reading and computing
  /// @return the options
  public ServeOptions withThreads(int count) {
    return with(draft -> draft.threads = count);
  }

  /// Returns options with another size of the cache.
  ///
  /// @param bytes the maximum number of bytes of cached results; 0 for no cache
  /// @return the options
  public ServeOptions withCache(long bytes) {
    return with(draft -> draft.cacheBytes = bytes);
  }

  /// Returns options with another time limit for stopping.
  ///
  /// @param limit how long running requests may take after [NpyServer#close] is called
  /// @return the options
  public ServeOptions withStopping(Duration limit) {
    return with(draft -> draft.stopping = limit);
  }

  /// Returns options with an access log.
  ///
  /// @param lines receives one line per request and a further line per internal failure, from many
  ///   threads
  /// @return the options
  public ServeOptions withLog(Consumer<String> lines) {
    return with(draft -> draft.log = Optional.of(lines));
  }

  private ServeOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /// A mutable copy of the options, for the `with` methods.
  private static final class Draft {

    private final List<Path> paths;
    private String address;
    private int port;
    private Optional<String> token;
    private List<String> hosts;
    private List<String> origins;
    private long maxResponse;
    private long maxInFlight;
    private int maxConnections;
    private int threads;
    private long cacheBytes;
    private Duration stopping;
    private Optional<Consumer<String>> log;

    Draft(ServeOptions options) {
      paths = options.paths;
      address = options.address;
      port = options.port;
      token = options.token;
      hosts = options.hosts;
      origins = options.origins;
      maxResponse = options.maxResponse;
      maxInFlight = options.maxInFlight;
      maxConnections = options.maxConnections;
      threads = options.threads;
      cacheBytes = options.cacheBytes;
      stopping = options.stopping;
      log = options.log;
    }

    ServeOptions options() {
      return new ServeOptions(
          paths,
          address,
          port,
          token,
          hosts,
          origins,
          maxResponse,
          maxInFlight,
          maxConnections,
          threads,
          cacheBytes,
          stopping,
          log);
    }
  }
}
