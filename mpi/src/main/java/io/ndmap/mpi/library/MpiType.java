package io.ndmap.mpi.library;

/// Predefined datatypes of MPI 3.1 (section 3.2.2).
public enum MpiType {
  BYTE,
  INT8_T,
  INT16_T,
  INT32_T,
  INT64_T,
  UINT8_T,
  UINT16_T,
  UINT32_T,
  UINT64_T,
  FLOAT,
  DOUBLE,
  C_FLOAT_COMPLEX,
  C_DOUBLE_COMPLEX
}
