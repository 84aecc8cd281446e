package io.ndmap.serve.http;

import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.answer.Route;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/// The route for requests below one path.
///
/// @param route the answers
/// @param work where they are made
/// @param isOpen whether no token is asked for
/// @param memory how much memory a request takes, about
public record Endpoint(Route route, Work work, boolean isOpen, ToLongFunction<Call> memory) {

  /// An endpoint whose requests take as much memory as is usual for their work.
  ///
  /// @param route the answers
  /// @param work where they are made
  /// @param isOpen whether no token is asked for
  public Endpoint(Route route, Work work, boolean isOpen) {
    this(route, work, isOpen, _ -> work.bytes());
  }

  /// The approximate memory of a request.
  long bytes(Call call) {
    return Math.max(work.bytes(), memory.applyAsLong(call));
  }

  /// Refuses parameters that mean nothing here: who misspells one gets no answer to another
  /// question. Routes that read no file ignore them, as browsers and probes add some.
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
    /// By a virtual thread: nothing of a file is read.
    NOTHING(0),
    /// By threads that open files and read headers.
    OPENING(64 << 10),
    /// By threads that read elements.
    READING(64 << 10),
    /// By threads that compute, which may take long.
    COMPUTING(4 << 20);

    private final int bytes;

    Work(int bytes) {
      this.bytes = bytes;
    }

    /// The approximate memory of a request without its body.
    int bytes() {
      return bytes;
    }
  }
}
