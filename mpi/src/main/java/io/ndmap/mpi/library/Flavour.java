package io.ndmap.mpi.library;

import java.lang.foreign.ValueLayout;

/// Details that the MPI standard leaves to the implementation, as `mpi.h` defines them for C: the
/// representation of handles, and the values of constants.
///
/// In Java every handle is a `long`.
sealed interface Flavour permits OpenMpi, Mpich {

  /// The implementation's name.
  String title();

  /// The layout of all handles except `MPI_File`, which is a pointer in both flavours.
  ValueLayout handle();

  /// `MPI_COMM_WORLD`.
  long world();

  /// `MPI_COMM_SELF`.
  long self();

  /// `MPI_ERRORS_RETURN`.
  long errorsReturn();

  /// `MPI_INFO_NULL`.
  long infoNull();

  /// `MPI_ORDER_C`, one less than `MPI_ORDER_FORTRAN`.
  int orderC();

  /// A predefined datatype.
  long type(MpiType type);

  /// A predefined operation.
  long operation(MpiOperation operation);
}
