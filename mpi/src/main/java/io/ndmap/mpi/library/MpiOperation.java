package io.ndmap.mpi.library;

/// Operations of reductions that MPI predefines (MPI 3.1, section 5.9.2).
public enum MpiOperation {
  MAX,
  MIN,
  SUM,
  PROD
}
