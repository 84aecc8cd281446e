package io.ndmap.nd;

/// The thread was interrupted during a bulk operation, which ended early: what it had done so far
/// is done. The thread's interrupt status stays set.
public final class OperationInterruptedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /// Makes the exception.
  public OperationInterruptedException() {
    super("interrupted during an operation on an array; it ended early");
  }
}
