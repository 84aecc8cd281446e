package io.ndmap.mpi.library;

import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.Locale;

/// Open MPI: handles are pointers to symbols of the library.
///
/// @param symbols the symbols of the library
record OpenMpi(SymbolLookup symbols) implements Flavour {

  /// A symbol that only Open MPI has.
  static final String MARK = "ompi_mpi_comm_world";

  @Override
  public String title() {
    return "Open MPI";
  }

  @Override
  public ValueLayout handle() {
    return ValueLayout.JAVA_LONG;
  }

  @Override
  public long world() {
    return symbol(MARK);
  }

  @Override
  public long self() {
    return symbol("ompi_mpi_comm_self");
  }

  @Override
  public long errorsReturn() {
    return symbol("ompi_mpi_errors_return");
  }

  @Override
  public long infoNull() {
    return symbol("ompi_mpi_info_null");
  }

  @Override
  public int orderC() {
    return 0;
  }

  @Override
  public long type(MpiType type) {
    return symbol("ompi_mpi_" + type.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public long operation(MpiOperation operation) {
    return symbol("ompi_mpi_op_" + operation.name().toLowerCase(Locale.ROOT));
  }

  private long symbol(String name) {
    return symbols.findOrThrow(name).address();
  }
}
