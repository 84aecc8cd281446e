package io.ndmap.serve.http;

import java.util.Map;
import java.util.function.IntSupplier;

/// The state that all requests share.
///
/// @param endpoints the endpoints by the first segment of their paths
/// @param gate decides which requests are allowed
/// @param workers the threads that make answers
/// @param admission the limit for the memory of requests
/// @param metrics the counters
/// @param log the access log
/// @param portNumber returns the port at which the server listens
record Service(
    Map<String, Endpoint> endpoints,
    Gate gate,
    Workers workers,
    Admission admission,
    Metrics metrics,
    AccessLog log,
    IntSupplier portNumber) {

  int port() {
    return portNumber.getAsInt();
  }
}
