package io.ndmap.serve.answer;

/// Why a request has no result: it becomes an `application/problem+json`.
public final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;

  /// A problem.
  ///
  /// @param status of HTTP, such as 404
  /// @param message what was asked for and what is there; it names no path outside of what is
  ///   served
  public Problem(int status, String message) {
    super(message);
    this.status = status;
  }

  /// The status of HTTP.
  public int status() {
    return status;
  }
}
