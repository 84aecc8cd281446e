package io.ndmap.mpi.library;

import java.lang.foreign.ValueLayout;
import java.util.regex.Pattern;

/// MPICH, and libraries that share its binary interface (the MPICH ABI: Intel MPI, MVAPICH, Cray
/// MPI): handles are integers with the values in MPICH's `mpi.h`.
record Mpich() implements Flavour {

  /// Matches the version texts of the libraries that share the interface. Other libraries, such as
  /// HPE's MPT, have other handles.
  static final Pattern VERSION =
      Pattern.compile("MPICH|MVAPICH|Intel\\(R\\) MPI|ParaStation", Pattern.CASE_INSENSITIVE);

  @Override
  public String title() {
    return "MPICH";
  }

  @Override
  public ValueLayout handle() {
    return ValueLayout.JAVA_INT;
  }

  @Override
  public long world() {
    return 0x44000000;
  }

  @Override
  public long self() {
    return 0x44000001;
  }

  @Override
  public long errorsReturn() {
    return 0x54000001;
  }

  @Override
  public long infoNull() {
    return 0x1c000000;
  }

  @Override
  public int orderC() {
    return 56;
  }

  @Override
  public long type(MpiType type) {
    return switch (type) {
      case BYTE -> 0x4c00010d;
      case INT8_T -> 0x4c000137;
      case INT16_T -> 0x4c000238;
      case INT32_T -> 0x4c000439;
      case INT64_T -> 0x4c00083a;
      case UINT8_T -> 0x4c00013b;
      case UINT16_T -> 0x4c00023c;
      case UINT32_T -> 0x4c00043d;
      case UINT64_T -> 0x4c00083e;
      case FLOAT -> 0x4c00040a;
      case DOUBLE -> 0x4c00080b;
      case C_FLOAT_COMPLEX -> 0x4c000840;
      case C_DOUBLE_COMPLEX -> 0x4c001041;
    };
  }

  @Override
  public long operation(MpiOperation operation) {
    // In the order of mpi.h.
    return switch (operation) {
      case MAX -> 0x58000001;
      case MIN -> 0x58000002;
      case SUM -> 0x58000003;
      case PROD -> 0x58000004;
    };
  }
}
