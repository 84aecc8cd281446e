package io.ndmap.serve.answer;

import java.util.Map;
import java.util.Optional;

/// A request for something below a route.
///
/// @param path what follows the route, decoded, without a slash in front; never with a part `..`
/// @param parameters the query's, decoded; none twice
/// @param headers the request's, by their names in lower case
/// @param watch whether somebody still waits for the answer
public record Call(
    String path, Map<String, String> parameters, Map<String, String> headers, Watch watch) {

  /// Whether somebody still waits.
  @FunctionalInterface
  public interface Watch {

    /// Ends what is computed if nobody waits any more.
    ///
    /// @throws java.util.concurrent.CancellationException if so
    void check();
  }

  /// Whether the client has the answer with a tag already, as its header `If-None-Match` says.
  ///
  /// @param etag the value of `ETag`, in quotes
  public boolean knows(String etag) {
    for (String known : headers.getOrDefault("if-none-match", "").split(",", -1)) {
      String tag = known.strip();
      if (tag.equals("*") || (tag.startsWith("W/") ? tag.substring(2) : tag).equals(etag)) {
        return true;
      }
    }
    return false;
  }

  /// The value of a parameter of the query.
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }
}
