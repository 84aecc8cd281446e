package io.ndmap.mpi.library;

/// Predefined operations of reductions of MPI 3.1 (section 5.9.2).
public enum MpiOperation {
  MAX,
  MIN,
  SUM,
  PROD,
  LAND,
  BAND,
  LOR,
  BOR
}
