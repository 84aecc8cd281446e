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

/// A line for each request, in which nothing that a client sent can end the line or hide another,
/// and without tokens.
final class AccessLog {

  private static final int MOST = 2000;

  private final Optional<Consumer<String>> lines;

  AccessLog(Optional<Consumer<String>> lines) {
    this.lines = lines;
  }

  /// A request has ended.
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

  /// The server failed to answer a request.
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

  /// Runs what is run again and again, which no failure must end for ever.
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

  /// Without a log no line is made.
  private void write(Supplier<String> line) {
    lines.ifPresent(log -> log.accept(line.get()));
  }

  /// A path and its query without the values of tokens, however the name is escaped.
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
