package io.ndmap.serve.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/// Counters and gauges of the server, in Prometheus's text format.
public final class Metrics {

  /// The upper ends of the buckets of the histogram of durations, in seconds.
  private static final double[] SECONDS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
  };

  private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
  private final Map<String, LongAdder> refused = new ConcurrentSkipListMap<>();
  private final AtomicLongArray buckets = new AtomicLongArray(SECONDS.length + 1);
  private final LongAdder nanos = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder early = new LongAdder();
  private final List<Gauge> gauges = new ArrayList<>();

  private record Gauge(String name, String type, String help, LongSupplier value) {}

  /// Adds a metric whose value is computed on each read. To be called before the server starts.
  ///
  /// @param name the name without the prefix `ndmap_`; if it ends in `_total`, the value must never
  ///   decrease
  public void add(String name, String help, LongSupplier value) {
    gauges.add(new Gauge(name, name.endsWith("_total") ? "counter" : "gauge", help, value));
  }

  /// Counts a request that has ended.
  ///
  /// @param route the name of the endpoint, never text from the request
  /// @param status the HTTP status
  /// @param bytes the number of bytes of the body that were sent
  /// @param took the duration of the request in nanoseconds
  void ended(String route, int status, long bytes, long took) {
    requests
        .computeIfAbsent("route=\"" + route + "\",status=\"" + status + "\"", _ -> new LongAdder())
        .increment();
    if (status == 503 || status == 413 || status == 401 || status == 403) {
      refused.computeIfAbsent("status=\"" + status + "\"", _ -> new LongAdder()).increment();
    }
    int bucket = 0;
    while (bucket < SECONDS.length && took > SECONDS[bucket] * 1e9) {
      bucket++;
    }
    buckets.incrementAndGet(bucket);
    nanos.add(took);
    sent.add(bytes);
  }

  /// The counter of requests that arrived while the previous request of the same connection was
  /// still being computed.
  LongAdder early() {
    return early;
  }

  /// The metrics in the text format, version 0.0.4.
  public String text() {
    StringBuilder text = new StringBuilder();
    head(text, "requests_total", "counter", "Requests by route and status.");
    requests.forEach((labels, count) -> line(text, "requests_total{" + labels + "}", count.sum()));
    head(text, "refused_total", "counter", "Requests that were refused, by status.");
    refused.forEach((labels, count) -> line(text, "refused_total{" + labels + "}", count.sum()));
    head(text, "request_seconds", "histogram", "How long requests took, with their bodies.");
    long upTo = 0;
    for (int k = 0; k <= SECONDS.length; k++) {
      upTo += buckets.get(k);
      String edge = k < SECONDS.length ? Double.toString(SECONDS[k]) : "+Inf";
      line(text, "request_seconds_bucket{le=\"" + edge + "\"}", upTo);
    }
    text.append("ndmap_request_seconds_sum ").append(nanos.sum() / 1e9).append('\n');
    line(text, "request_seconds_count", upTo);
    head(text, "sent_bytes_total", "counter", "Bytes of bodies that were sent.");
    line(text, "sent_bytes_total", sent.sum());
    head(text, "early_requests_total", "counter", "Requests that came before an answer.");
    line(text, "early_requests_total", early.sum());
    for (Gauge gauge : gauges) {
      head(text, gauge.name(), gauge.type(), gauge.help());
      line(text, gauge.name(), gauge.value().getAsLong());
    }
    return text.toString();
  }

  private static void head(StringBuilder text, String name, String type, String help) {
    text.append("# HELP ndmap_%s %s\n# TYPE ndmap_%s %s\n".formatted(name, help, name, type));
  }

  private static void line(StringBuilder text, String name, long value) {
    text.append("ndmap_").append(name).append(' ').append(value).append('\n');
  }
}
