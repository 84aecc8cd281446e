package io.ndmap.mpi.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The environment of a process says which launcher started it.
class LauncherTest {

  /// The innermost launcher counts: `mpirun` within a Slurm step, `srun --mpi=pmi2`.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HOME=/                                             |                        |          |
          OMPI_COMM_WORLD_SIZE=4                             | the mpirun of Open MPI | Open MPI | 4
          OMPI_COMM_WORLD_SIZE=4 SLURM_STEP_NUM_TASKS=2      | the mpirun of Open MPI | Open MPI | 4
          MPI_LOCALNRANKS=2 PMI_SIZE=4                       | the mpirun of MPICH    | MPICH    | 4
          MPI_LOCALNRANKS=2 PMI_SIZE=4 SLURM_STEP_NUM_TASKS=2| the mpirun of MPICH    | MPICH    | 4
          PMI_FD=7                                           | the mpirun of MPICH    | MPICH    |
          SLURM_STEP_NUM_TASKS=4                             | srun                   |          | 4
          SLURM_STEP_NUM_TASKS=4 PMI_RANK=0 PMI_SIZE=4       | srun                   |          | 4
          SLURM_STEP_NUM_TASKS=many                          | srun                   |          |
          """)
  void theEnvironmentTells(
      String variables, @Nullable String name, @Nullable String title, @Nullable Integer size) {
    Map<String, String> environment =
        Arrays.stream(variables.split(" ", -1))
            .map(each -> each.split("=", 2))
            .collect(Collectors.toMap(each -> each[0], each -> each[1]));
    Optional<Launcher> expected =
        Optional.ofNullable(name)
            .map(each -> new Launcher(each, Optional.ofNullable(title), Optional.ofNullable(size)));
    assertThat(Launcher.of(environment)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"Open MPI, false", "MPICH, true"})
  void oneOfAnImplementationServesNoOther(String implementation, boolean serves) {
    Launcher hydra = new Launcher("the mpirun of MPICH", Optional.of("MPICH"), Optional.empty());
    assertThat(hydra.serves(implementation)).isEqualTo(serves);
    assertThat(new Launcher("srun", Optional.empty(), Optional.empty()).serves(implementation))
        .isTrue();
  }
}
