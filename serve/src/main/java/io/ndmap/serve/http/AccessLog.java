package io.ndmap.serve.http;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// Writes one line per request. Text from the client is escaped so that it can neither end the line
/// nor hide another one, and tokens are removed.
final class AccessLog {

  /// The maximum number of characters from the client in one field of a line.
  private static final int MOST = 2000;

  private final Optional<Consumer<String>> lines;

  AccessLog(Optional<Consumer<String>> lines) {
    this.lines = lines;
  }

  /// Logs a request that has ended.
  void ended(Request request, int status, long bytes, long nanos) {
    write(
        () ->
            "%s %s \"%s %s\" %s %s %sms"
                .formatted(
                    Instant.now().truncatedTo(ChronoUnit.MILLIS),
                    Request.getRemoteAddr(request),
                    escaped(request.getMethod()),
                    escaped(withoutToken(request.getHttpURI().getPathQuery())),
                    status,
                    bytes,
                    nanos / 1_000_000));
  }

  /// Logs that the server failed to answer a request.
  void failed(Request request, Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    write(
        () ->
            "%s failed: %s: %s (%s)"
                .formatted(
                    Instant.now().truncatedTo(ChronoUnit.MILLIS),
                    escaped(withoutToken(request.getHttpURI().getPathQuery())),
                    escaped(e.toString()),
                    trace.length == 0 ? "" : trace[0]));
  }

  /// Runs a periodic task and logs its exception instead of throwing it: an executor does not
  /// repeat a task that has thrown an exception.
  void unlessFailed(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      write(
          () ->
              "%s failed: %s"
                  .formatted(Instant.now().truncatedTo(ChronoUnit.MILLIS), escaped(e.toString())));
    }
  }

  /// Makes the line only if there is a log.
  private void write(Supplier<String> line) {
    lines.ifPresent(log -> log.accept(line.get()));
  }

  /// A path and its query with the values of the parameter `token` removed, even if the name of the
  /// parameter is escaped.
  static String withoutToken(@Nullable String text) {
    if (text == null) {
      return "";
    }
    int query = text.indexOf('?') + 1;
    if (query == 0) {
      return text;
    }
    return text.substring(0, query)
        + Stream.of(text.substring(query).split("&", -1))
            .map(pair -> RequestText.isNamed("token", pair) ? "token=..." : pair)
            .collect(Collectors.joining("&"));
  }

  private static String escaped(String text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), MOST); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
        line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
    return line.toString();
  }
}
