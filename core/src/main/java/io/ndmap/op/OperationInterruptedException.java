package io.ndmap.op;

/// Thrown if the thread was interrupted during a bulk operation, which may be partly done. The
/// thread's interrupt status stays set.
public final class OperationInterruptedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final String WHAT = "interrupted during an operation on an array; it ended early";

  /// Creates the exception.
  public OperationInterruptedException() {
    super(WHAT);
  }

  /// Creates the exception for arrays whose memory has a name.
  ///
  /// @param name name of the memory, usually the file's path; empty if it has none
  public OperationInterruptedException(String name) {
    super(name.isEmpty() ? WHAT : name + ": " + WHAT);
  }
}
