package io.ndmap.mpi.library;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The launcher of this process, as recognised by its environment variables.
///
/// @param name the name of the launcher, for messages
/// @param title the MPI implementation that it belongs to; empty for a launcher that serves several
///   implementations
/// @param size the number of ranks that it started; empty if unknown
public record Launcher(String name, Optional<String> title, Optional<Integer> size) {

  private static final String OPEN_MPI = "Open MPI";
  private static final String OPEN_MPI_SIZE = "OMPI_COMM_WORLD_SIZE";
  private static final String HYDRA = "MPI_LOCALNRANKS";
  private static final String SLURM_SIZE = "SLURM_STEP_NUM_TASKS";
  private static final String PMI_SIZE = "PMI_SIZE";

  /// Variables of older process managers of MPICH.
  private static final List<String> PMI = List.of(PMI_SIZE, "PMI_RANK", "PMI_FD");

  /// The launcher of this process.
  ///
  /// @param environment the environment variables. The order in which they are tested matters:
  ///   within `mpirun`, the variables of a Slurm step are set too, with the number of processes of
  ///   `mpirun` itself; and `srun --mpi=pmi2` sets variables of MPICH
  /// @return empty for a process that was started without a launcher or by an unknown one
  static Optional<Launcher> of(Map<String, String> environment) {
    if (environment.containsKey(OPEN_MPI_SIZE)) {
      return mpirun(OPEN_MPI, environment, OPEN_MPI_SIZE);
    }
    if (environment.containsKey(HYDRA)) {
      return mpirun("MPICH", environment, PMI_SIZE);
    }
    if (environment.containsKey(SLURM_SIZE)) {
      return Optional.of(new Launcher("srun", Optional.empty(), size(environment, SLURM_SIZE)));
    }
    return PMI.stream().anyMatch(environment::containsKey)
        ? mpirun("MPICH", environment, PMI_SIZE)
        : Optional.empty();
  }

  private static Optional<Launcher> mpirun(
      String title, Map<String, String> environment, String size) {
    return Optional.of(
        new Launcher("the mpirun of " + title, Optional.of(title), size(environment, size)));
  }

  /// Returns whether this launcher starts programs of the given MPI implementation.
  public boolean serves(String implementation) {
    return title.isEmpty() || title.get().equals(implementation);
  }

  /// Returns whether the launcher itself handles a rank that exits with a code other than 0: ends
  /// all ranks by SIGTERM, reports the failed rank, and exits with the code of that rank.
  public boolean endsAll() {
    return title.equals(Optional.of(OPEN_MPI));
  }

  private static Optional<Integer> size(Map<String, String> environment, String variable) {
    try {
      return Optional.ofNullable(environment.get(variable)).map(Integer::valueOf);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
