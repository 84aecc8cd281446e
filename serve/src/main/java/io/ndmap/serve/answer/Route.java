package io.ndmap.serve.answer;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// Answers the requests below one path. Implementations are thread-safe.
@FunctionalInterface
public interface Route {

  /// Answers a request.
  ///
  /// @param call the request
  /// @return the answer, which the caller closes
  /// @throws Problem if a parameter is invalid, the requested object does not exist or may not be
  ///   read, or a limit is exceeded
  /// @throws IOException if a file cannot be read
  Answer answer(Call call) throws IOException;

  /// An answer that needs no computation, because it is cached or the client already has it. For
  /// endpoints that compute, the server tries this first and calls [#answer] only if the result is
  /// empty.
  ///
  /// @param call the request
  /// @return the answer, which the caller closes; empty if it must be computed
  /// @throws Problem as in [#answer]
  /// @throws IOException if a file cannot be read
  default Optional<Answer> known(Call call) throws IOException {
    return Optional.empty();
  }

  /// The query parameters that this route accepts.
  ///
  /// @return the names of the parameters
  default Set<String> parameters() {
    return Set.of();
  }
}
