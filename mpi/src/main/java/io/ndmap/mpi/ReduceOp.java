package io.ndmap.mpi;

import io.ndmap.mpi.library.MpiOperation;

/// The operations of [Communicator#reduce] and [Communicator#allreduce], MPI's predefined ones (MPI
/// 3.1, section 5.9.2). Sums and products of integers wrap around; those of floating-point numbers
/// depend in the last bits on the order of operations, which the MPI library chooses. [#MIN] and
/// [#MAX] return NaN on all ranks if one of the numbers is NaN, as in NumPy; -0 is less than 0.
public enum ReduceOp {
  /// The sum.
  SUM(MpiOperation.SUM, true),
  /// The product.
  PROD(MpiOperation.PROD, true),
  /// The smallest; not for complex numbers.
  MIN(MpiOperation.MIN, false),
  /// The largest; not for complex numbers.
  MAX(MpiOperation.MAX, false);

  private final MpiOperation operation;
  private final boolean ofComplex;

  ReduceOp(MpiOperation operation, boolean ofComplex) {
    this.operation = operation;
    this.ofComplex = ofComplex;
  }

  MpiOperation operation() {
    return operation;
  }

  boolean isOfComplex() {
    return ofComplex;
  }
}
