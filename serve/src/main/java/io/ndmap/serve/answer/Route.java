package io.ndmap.serve.answer;

import java.io.IOException;

/// Answers the requests below one path. Used by many threads at once.
@FunctionalInterface
public interface Route {

  /// Answers a request.
  ///
  /// @throws Problem if there is no such thing, or it may not be had
  /// @throws IOException if a file cannot be read
  Answer answer(Call call) throws IOException;
}
