package example.service;

import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/// `Main FILE [PORT] [virtual|platform|prefaulted]` serves the rows of an `<f4` matrix until
/// SIGTERM, and then completes running requests.
final class Main {

  private static final int PLATFORM_THREADS = 32;
  private static final long MOST_BYTES = 64 << 20;
  private static final Duration GRACE = Duration.ofSeconds(10);

  private Main() {}

  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      System.err.println("usage: Main FILE [PORT] [virtual|platform|prefaulted]");
      System.exit(2);
    }
    int port = args.length > 1 ? Integer.parseInt(args[1]) : 8080;
    String way = args.length > 2 ? args[2] : "prefaulted";
    Reading reading =
        new Reading(Reading.Way.valueOf(way.toUpperCase(Locale.ROOT)), PLATFORM_THREADS);
    WebServer server = start(Embeddings.open(Path.of(args[0]), reading), port);
    if (!server.isRunning()) {
      System.exit(1); // Helidon has logged the reason.
    }
    System.out.println("http://127.0.0.1:" + server.port());
  }

  /// Starts the service on a port; 0 selects a free one.
  static WebServer start(Embeddings embeddings, int port) {
    return WebServer.builder()
        .host("127.0.0.1")
        .port(port)
        .shutdownGracePeriod(GRACE)
        .routing(
            routing -> {
              new Metrics().addTo(routing);
              new Routes(embeddings, MOST_BYTES).addTo(routing);
            })
        .build()
        .start();
  }
}
