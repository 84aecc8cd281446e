package io.ndmap.serve.answer;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// Answers the requests below one path. Used by many threads at once.
@FunctionalInterface
public interface Route {

  /// Answers a request.
  ///
  /// @param call the request
  /// @return the answer, which the caller closes
  /// @throws Problem if there is no such thing, or it may not be had
  /// @throws IOException if a file cannot be read
  Answer answer(Call call) throws IOException;

  /// An answer that needs no computation: one that is kept, or that the client has already. It is
  /// asked for before [#answer], which is only called if there is none.
  ///
  /// @param call the request
  /// @return the answer, which the caller closes
  /// @throws Problem as [#answer]
  /// @throws IOException if a file cannot be read
  default Optional<Answer> known(Call call) throws IOException {
    return Optional.empty();
  }

  /// The parameters of the query that mean something here.
  ///
  /// @return their names
  default Set<String> parameters() {
    return Set.of();
  }
}
