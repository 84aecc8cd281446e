package io.ndmap.serve.answer;

/// The reason why a request fails. It is sent as `application/problem+json`.
public final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;

  /// A problem.
  ///
  /// @param status the HTTP status, such as 404
  /// @param message what was requested and what was found; it may contain names in the served tree,
  ///   but no paths on disk
  public Problem(int status, String message) {
    super(message);
    this.status = status;
  }

  /// The HTTP status.
  public int status() {
    return status;
  }
}
