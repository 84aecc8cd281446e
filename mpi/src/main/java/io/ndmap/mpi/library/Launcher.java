package io.ndmap.mpi.library;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What started this process, as its environment tells.
///
/// @param title the implementation whose `mpirun` it was
/// @param size how many ranks it started, empty where it does not tell
public record Launcher(String title, Optional<Integer> size) {

  private static final String OPEN_MPI_SIZE = "OMPI_COMM_WORLD_SIZE";
  private static final String PMI_SIZE = "PMI_SIZE";

  /// What MPICH's Hydra sets beside the size, or an older process manager alone.
  private static final List<String> MPICH = List.of("MPI_LOCALNRANKS", "PMI_RANK", "PMI_FD");

  /// The launcher of this process.
  ///
  /// @param environment its variables
  /// @return empty for a process that was started by itself, or by a launcher that serves several
  ///   implementations, such as Slurm's with PMIx
  static Optional<Launcher> of(Map<String, String> environment) {
    if (environment.containsKey(OPEN_MPI_SIZE)) {
      return Optional.of(new Launcher("Open MPI", size(environment, OPEN_MPI_SIZE)));
    }
    if (environment.containsKey(PMI_SIZE) || MPICH.stream().anyMatch(environment::containsKey)) {
      return Optional.of(new Launcher("MPICH", size(environment, PMI_SIZE)));
    }
    return Optional.empty();
  }

  private static Optional<Integer> size(Map<String, String> environment, String variable) {
    try {
      return Optional.ofNullable(environment.get(variable)).map(Integer::valueOf);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
