package io.ndmap.serve.answer;

import java.util.Map;
import java.util.Optional;

/// A request to a route.
///
/// @param path the decoded path after the route, without a leading slash; it has no segment `..`
/// @param parameters the decoded query parameters; each name occurs once
/// @param headers the request headers by lower-case name
/// @param watch tells whether the client still waits for the answer
public record Call(
    String path, Map<String, String> parameters, Map<String, String> headers, Watch watch) {

  /// Tells whether the client still waits for the answer.
  @FunctionalInterface
  public interface Watch {

    /// Throws an exception if the client no longer waits, which ends the computation.
    ///
    /// @throws java.util.concurrent.CancellationException if the client no longer waits
    void check();
  }

  /// Whether the client already has the answer with a given tag, according to the request header
  /// `If-None-Match`.
  ///
  /// @param etag the value of the header `ETag`, in quotes
  public boolean knows(String etag) {
    for (String known : headers.getOrDefault("if-none-match", "").split(",", -1)) {
      String tag = known.strip();
      if (tag.equals("*") || (tag.startsWith("W/") ? tag.substring(2) : tag).equals(etag)) {
        return true;
      }
    }
    return false;
  }

  /// The value of a query parameter.
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }
}
