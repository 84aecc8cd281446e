package io.ndmap.serve.http;

import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Route;
import java.util.function.ToLongFunction;

/// What answers requests below one path.
///
/// @param route the answers
/// @param work where they are made
/// @param isOpen whether no token is asked for
/// @param memory how much memory a request takes, about
public record Endpoint(Route route, Work work, boolean isOpen, ToLongFunction<Call> memory) {

  /// An endpoint whose requests take as much memory as is usual for their work.
  public Endpoint(Route route, Work work, boolean isOpen) {
    this(route, work, isOpen, _ -> work.bytes());
  }

  /// How much memory a request takes, about.
  long bytes(Call call) {
    return Math.max(work.bytes(), memory.applyAsLong(call));
  }

  /// Where answers are made and their bodies written to memory.
  public enum Work {
    /// By the thread of the request: nothing of a file is read.
    NOTHING(0),
    /// By threads that read.
    READING(512 << 10),
    /// By threads that compute, which may take long.
    COMPUTING(4 << 20);

    private final int bytes;

    Work(int bytes) {
      this.bytes = bytes;
    }

    /// How much memory a request takes, about.
    int bytes() {
      return bytes;
    }
  }
}
