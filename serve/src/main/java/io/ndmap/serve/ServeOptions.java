package io.ndmap.serve;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Options of an [NpyServer]. Immutable; each `with` method returns options that differ in one
/// thing.
///
/// @param paths the files and directories; of several with one name the later ones get a number
/// @param address where it listens: a name or an address of this machine
/// @param port where it listens; 0 for one that is free
/// @param token what requests must know, or nothing
/// @param hosts names by which it may be called beside the address and those of this machine; any
///   name if this contains `*`
/// @param origins pages of other servers that may read answers, such as `https://example.org`, or
///   `*`
/// @param maxResponse how many bytes a selection may have
/// @param maxInFlight how many bytes the memory of all requests may have together, about
/// @param maxConnections how many connections there may be; others wait
/// @param threads how many threads read files, and as many that compute
/// @param cacheBytes how many bytes of pictures are kept
/// @param stopping how long running requests may take when it stops
/// @param log takes a line for each request, if there is one
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

  /// The default port of the command.
  public static final int DEFAULT_PORT = 8888;

  private static final int TOKEN_BYTES = 24;
  private static final long MAX_RESPONSE = 1L << 30;
  private static final long MAX_IN_FLIGHT = 256L << 20;
  private static final long CACHE = 64L << 20;

  /// Checks the numbers.
  ///
  /// @throws IllegalArgumentException if there is no path, the port is none, a number of threads,
  ///   connections or bytes is not positive, or the token is empty
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

  /// Options for this machine alone: a free port of 127.0.0.1, and a random token.
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

  /// The same at another address.
  ///
  /// @param name or address of this machine; `0.0.0.0` is all of them
  /// @param number of the port; 0 for one that is free
  /// @return the options
  public ServeOptions withAddress(String name, int number) {
    return with(
        draft -> {
          draft.address = name;
          draft.port = number;
        });
  }

  /// The same with another token.
  ///
  /// @param text letters, digits and `. _ ~ -`; nothing if every client that reaches the server may
  ///   read
  /// @return the options
  public ServeOptions withToken(Optional<String> text) {
    return with(draft -> draft.token = text);
  }

  /// The same with names by which the server may be called.
  ///
  /// @param names without ports; `*` is any name
  /// @return the options
  public ServeOptions withHosts(List<String> names) {
    return with(draft -> draft.hosts = names);
  }

  /// The same with pages of other servers that may read answers.
  ///
  /// @param pages such as `https://example.org`, or `*`
  /// @return the options
  public ServeOptions withOrigins(List<String> pages) {
    return with(draft -> draft.origins = pages);
  }

  /// The same with other limits.
  ///
  /// @param response how many bytes a selection may have
  /// @param inFlight how many bytes the memory of all requests may have together, about
  /// @param connections how many there may be
  /// @return the options
  public ServeOptions withLimits(long response, long inFlight, int connections) {
    return with(
        draft -> {
          draft.maxResponse = response;
          draft.maxInFlight = inFlight;
          draft.maxConnections = connections;
        });
  }

  /// The same with another number of threads.
  ///
  /// @param count how many read files, and as many that compute
  /// @return the options
  public ServeOptions withThreads(int count) {
    return with(draft -> draft.threads = count);
  }

  /// The same with another cache.
  ///
  /// @param bytes of pictures that are kept; 0 for none
  /// @return the options
  public ServeOptions withCache(long bytes) {
    return with(draft -> draft.cacheBytes = bytes);
  }

  /// The same with another time to stop.
  ///
  /// @param limit how long running requests may take then
  /// @return the options
  public ServeOptions withStopping(Duration limit) {
    return with(draft -> draft.stopping = limit);
  }

  /// The same with an access log.
  ///
  /// @param lines takes a line for each request, from many threads
  /// @return the options
  public ServeOptions withLog(Consumer<String> lines) {
    return with(draft -> draft.log = Optional.of(lines));
  }

  private ServeOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /// Options while one thing of them is changed.
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
