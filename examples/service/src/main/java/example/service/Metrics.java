package example.service;

import io.helidon.http.HttpMediaType;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.ndmap.micrometer.NdmapMetrics;

/// `GET /metrics` for Prometheus: the times of requests by path and status, the memory of the JVM,
/// and ndmap.
final class Metrics {

  private static final HttpMediaType TEXT =
      HttpMediaType.create("text/plain; version=0.0.4; charset=utf-8");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  Metrics() {
    new NdmapMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
  }

  void addTo(HttpRouting.Builder routing) {
    routing.addFilter(this::time).get("/metrics", this::scrape);
  }

  private void time(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    Timer.Sample sample = Timer.start(registry);
    response.whenSent(
        () -> {
          int status = response.status().code();
          // A meter for each unknown path would let strangers fill the memory.
          String path = status == 404 ? "none" : request.path().path();
          sample.stop(
              registry.timer("http.server.requests", "uri", path, "status", "" + status));
        });
    chain.proceed();
  }

  private void scrape(ServerRequest request, ServerResponse response) {
    response.headers().contentType(TEXT);
    response.send(registry.scrape());
  }
}
