package io.ndmap.serve.http;

import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.answer.Route;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/// A route together with the threads and the memory that its requests need.
///
/// @param route makes the answers
/// @param work the kind of threads that make them
/// @param isOpen whether requests need no token
/// @param memory the approximate memory of a request, in bytes
public record Endpoint(Route route, Work work, boolean isOpen, ToLongFunction<Call> memory) {

  /// An endpoint whose requests take the usual memory for their kind of work.
  ///
  /// @param route makes the answers
  /// @param work the kind of threads that make them
  /// @param isOpen whether requests need no token
  public Endpoint(Route route, Work work, boolean isOpen) {
    this(route, work, isOpen, _ -> work.bytes());
  }

  /// The approximate memory of a request, in bytes.
  long bytes(Call call) {
    return Math.max(work.bytes(), memory.applyAsLong(call));
  }

  /// Rejects unknown parameters, because a misspelt parameter would silently have no effect.
  /// Endpoints that read no file ignore unknown parameters, as browsers and probes add some.
  ///
  /// @throws Problem with 400
  void check(Call call) {
    if (work == Work.NOTHING || route.parameters().containsAll(call.parameters().keySet())) {
      return;
    }
    TreeSet<String> unknown = new TreeSet<>(call.parameters().keySet());
    unknown.removeAll(route.parameters());
    throw new Problem(
        400,
        "there is no parameter '%s' here; %s"
            .formatted(
                String.join("', '", unknown),
                route.parameters().isEmpty()
                    ? "there are none"
                    : "there are " + String.join(", ", new TreeSet<>(route.parameters()))));
  }

  /// The threads that make answers and write their bodies to memory.
  public enum Work {
    /// On a virtual thread: reads no file.
    NOTHING(0),
    /// On threads that open files and read headers.
    OPENING(64 << 10),
    /// On threads that read elements.
    READING(64 << 10),
    /// On threads that compute, which may take long.
    COMPUTING(4 << 20);

    private final int bytes;

    Work(int bytes) {
      this.bytes = bytes;
    }

    /// The approximate memory of a request without its body, in bytes.
    int bytes() {
      return bytes;
    }
  }
}
