package io.ndmap.cli.serve;

import io.ndmap.cli.argument.ByteSize;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.serve.NpyServer;
import io.ndmap.serve.ServeOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Serves arrays to browsers and other programs.
@Command(
    name = "serve",
    description = {
      "Serves arrays over HTTP, read-only.",
      "Serves .npy files, .npz archives and directories of them as a web page, an API and Zarr.",
      "Prints the address of the page, with a random token, and runs until Ctrl-C or SIGTERM.",
      "Accepts connections from this machine only, unless --public or --host is given."
    })
public final class ServeCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "The files and directories to serve; nothing else is accessible.")
  private List<Path> paths = List.of();

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "The address to listen on (default: 127.0.0.1).")
  private Optional<String> host = Optional.empty();

  @Option(
      names = "--port",
      paramLabel = "N",
      description =
          "The port to listen on (default: 8888, or a free port if it is taken); 0 selects a free"
              + " port.")
  private Optional<Integer> port = Optional.empty();

  @Option(
      names = "--public",
      description = "Listen on all addresses of this machine, under any host name.")
  private boolean isPublic;

  @Option(
      names = "--token",
      paramLabel = "TEXT",
      description = "The token that requests must present (default: random).")
  private Optional<String> token = Optional.empty();

  @Option(
      names = "--no-token",
      description = "Serve requests without a token: anyone who reaches the server can read.")
  private boolean noToken;

  @Option(
      names = "--allow-host",
      paramLabel = "NAME",
      description =
          "A host name under which the server is reached, such as that of a proxy; may be"
              + " repeated.")
  private List<String> hosts = List.of();

  @Option(
      names = "--allow-origin",
      paramLabel = "ORIGIN",
      description =
          "An origin whose pages may read, such as https://example.org, or * for all; may be"
              + " repeated (default: none).")
  private List<String> origins = List.of();

  @Option(
      names = "--max-response",
      paramLabel = "SIZE",
      description = "The maximum size of a selection (default: 1GiB).")
  private Optional<String> maxResponse = Optional.empty();

  @Option(
      names = "--max-in-flight",
      paramLabel = "SIZE",
      description =
          "The maximum memory of all requests together, above which requests get 503 (default:"
              + " 256MiB, at most a quarter of the heap).")
  private Optional<String> maxInFlight = Optional.empty();

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      description = "The maximum number of connections, above which clients wait (default: 1024).")
  private Optional<Integer> maxConnections = Optional.empty();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "The size of each of three thread pools, which open files, read elements and compute"
              + " (default: one thread per processor, at least 4).")
  private Optional<Integer> threads = Optional.empty();

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      description = "The maximum size of cached results (default: 64MiB).")
  private Optional<String> cache = Optional.empty();

  @Option(
      names = "--access-log",
      description = "Write a line for each request to the standard error.")
  private boolean accessLog;

  public ServeCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    try (NpyServer server = start(options())) {
      Thread stopping = new Thread(() -> close(server), "ndmap-stop");
      Runtime.getRuntime().addShutdownHook(stopping);
      session.out().write(server.uri() + "\n");
      session.out().flush();
      if (noToken && isPublic) {
        session.streams().err().println("ndmap: everybody who reaches this machine can read");
      }
      server.awaitClose();
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private static void close(NpyServer server) {
    try {
      server.close();
    } catch (IOException e) {
      // The process is ending in any case.
    }
  }

  private NpyServer start(ServeOptions options) throws IOException {
    try {
      return NpyServer.start(options);
    } catch (BindException e) {
      if (port.isPresent()) {
        throw new IOException(e.getMessage() + "; --port 0 takes a free one", e);
      }
      return NpyServer.start(options.withAddress(options.address(), 0));
    }
  }

  private ServeOptions options() {
    UsageException.requireOneOf("--token", token.isPresent(), "--no-token", noToken);
    UsageException.requireOneOf("--public", isPublic, "--host", host.isPresent());
    UsageException.requireRange("--port", port.orElse(0), 0, 0xffff);
    UsageException.requireRange("--threads", threads.orElse(1), 1, 1024);
    UsageException.requireRange(
        "--max-connections", maxConnections.orElse(1), 1, Integer.MAX_VALUE);
    ServeOptions options = ServeOptions.of(paths.toArray(Path[]::new));
    options =
        options
            .withAddress(
                isPublic ? "0.0.0.0" : host.orElse(options.address()),
                port.orElse(ServeOptions.DEFAULT_PORT))
            .withHosts(names())
            .withOrigins(origins)
            .withThreads(threads.orElse(options.threads()))
            .withCache(size("--cache", cache, options.cacheBytes()))
            .withLimits(
                size("--max-response", maxResponse, options.maxResponse()),
                size("--max-in-flight", maxInFlight, options.maxInFlight()),
                maxConnections.orElse(options.maxConnections()));
    if (accessLog) {
      options = options.withLog(line -> session.streams().err().println(Printable.line(line)));
    }
    try {
      return noToken ? options.withToken(Optional.empty()) : withToken(options);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--token", e);
    }
  }

  private ServeOptions withToken(ServeOptions options) {
    return token.isPresent() ? options.withToken(token) : options;
  }

  private List<String> names() {
    List<String> names = new ArrayList<>(hosts);
    if (isPublic) {
      names.add("*");
    }
    return names;
  }

  private static long size(String option, Optional<String> text, long otherwise) {
    return text.map(given -> ByteSize.ofOption(option, given)).orElse(otherwise);
  }
}
