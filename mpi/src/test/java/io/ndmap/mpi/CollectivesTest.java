package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Collective calls of the ranks of a communicator.
class CollectivesTest {

  @ParameterizedTest
  @EnumSource(Mpirun.class)
  void ofTwoRanks(Mpirun mpirun) {
    check(mpirun, 2);
  }

  @ParameterizedTest
  @CsvSource({"OPEN_MPI, 1", "OPEN_MPI, 3", "MPICH, 1", "MPICH, 3"})
  @Tag("heavy")
  void ofOtherNumbers(Mpirun mpirun, int ranks) {
    check(mpirun, ranks);
  }

  private static void check(Mpirun mpirun, int ranks) {
    mpirun.require();
    Mpirun.Outcome outcome = mpirun.run(ranks, Collectives.class);
    assertThat(outcome.output()).contains("all as computed by " + ranks);
    assertThat(outcome.status()).isZero();
  }
}
