package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever ends one rank ends the job, with its reason and its exit code.
class EndingTest {

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Mpirun.class)
  void aSignalInTheMiddleOfAWrite(Mpirun mpirun) {
    ends(
        mpirun,
        "write",
        143,
        mpirun == Mpirun.MPICH
            ? "ndmap: rank 1: SIGTERM ended it: ending all ranks\n"
            : "Exit code:    143\n");
  }

  @ParameterizedTest
  @EnumSource(Mpirun.class)
  void theExitOfOneRank(Mpirun mpirun) {
    ends(
        mpirun,
        "exit",
        3,
        "ndmap: rank 1: System.exit(3) at io.ndmap.mpi.Departing.end(Departing.java:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          OPEN_MPI | HUP       | 129 | Exit code:    129
          OPEN_MPI | INT       | 130 | Exit code:    130
          OPEN_MPI | waiting   | 143 | Exit code:    143
          OPEN_MPI | ended     | 143 | Exit code:    143
          OPEN_MPI | exit well | 1   | rank 1: System.exit(0) at
          OPEN_MPI | return    | 1   | rank 1: the end of main ended it, but rank
          OPEN_MPI | heap      | 1   | rank 1 failed, and ends all ranks: java.lang.OutOfMemoryError
          OPEN_MPI | throw     | 1   | and ends all ranks: java.nio.file.NoSuchFileException
          MPICH    | throw     | 1   | and ends all ranks: java.nio.file.NoSuchFileException
          MPICH    | HUP       | 129 | rank 1: SIGHUP ended it: ending all ranks
          MPICH    | INT       | 130 | rank 1: SIGINT ended it: ending all ranks
          MPICH    | waiting   | 143 | rank 1: SIGTERM ended it: ending all ranks
          MPICH    | ended     | 143 | rank 1: SIGTERM ended it: ending all ranks
          MPICH    | exit well | 1   | rank 1: System.exit(0) at
          MPICH    | return    | 1   | rank 1: the end of main ended it, but rank
          MPICH    | heap      | 1   | rank 1 failed, and ends all ranks: java.lang.OutOfMemoryError
          """)
  @Tag("heavy")
  void everyOtherWay(Mpirun mpirun, String how, int code, String reason) {
    ends(mpirun, how, code, reason);
  }

  private void ends(Mpirun mpirun, String how, int code, String reason) {
    mpirun.require();
    Path file = directory.resolve("x.npy");
    List<String> program = Mpirun.program(List.of(), Departing.class, how, file);
    List<String> command = mpirun.command(3, List.of(), Departing.class, how, file);
    // A JVM follows no signal that is ignored when it starts, as in the background of a shell.
    command.addAll(command.size() - program.size(), List.of("env", "--default-signal"));
    Mpirun.Outcome outcome = Mpirun.finish(Mpirun.start(command));
    assertThat(outcome.output()).containsOnlyOnce(reason).doesNotContain("came through");
    assertThat(outcome.status()).isEqualTo(code);
  }
}
