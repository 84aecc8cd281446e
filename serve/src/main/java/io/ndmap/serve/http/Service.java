package io.ndmap.serve.http;

import java.util.Map;
import java.util.function.IntSupplier;

/// The state that all requests share.
///
/// @param endpoints by the first part of their paths
/// @param gate who may ask
/// @param workers what reads files
/// @param admission how much at a time
/// @param metrics what was done
/// @param log the lines
/// @param portNumber where the server listens
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
