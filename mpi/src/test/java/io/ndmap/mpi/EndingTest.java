package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever ends one rank ends the job, with its reason and its exit code.
class EndingTest {

  /// A JVM follows no signal that is ignored when it starts, as in the background of a shell.
  private static final List<String> FOLLOWING_SIGNALS = List.of("env", "--default-signal");

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

  /// A service that ends in good order when it is told to, in a thread of its own.
  @ParameterizedTest
  @EnumSource(Mpirun.class)
  void aHandlerOfTheProgramSaysHowItEnds(Mpirun mpirun) {
    assertEndsWell(mpirun, "handled well");
  }

  @ParameterizedTest
  @EnumSource(Mpirun.class)
  void whatOtherCodeHasFinalisedIsNotFinalisedAgain(Mpirun mpirun) {
    assertEndsWell(mpirun, "finalised");
  }

  private void assertEndsWell(Mpirun mpirun, String how) {
    assertThat(outcome(mpirun, how)).isEqualTo(new Mpirun.Outcome(0, ""));
  }

  /// Nobody waits for it, and there is nothing to say.
  @ParameterizedTest
  @EnumSource(Mpirun.class)
  void aSignalWithoutALauncherEndsItsRankAlone(Mpirun mpirun) {
    mpirun.require();
    List<String> command = new ArrayList<>(FOLLOWING_SIGNALS);
    List<String> flags = List.of("-Dndmap.mpi.library=" + mpirun.library());
    command.addAll(Mpirun.program(flags, Departing.class, "alone"));
    assertThat(Mpirun.finish(Mpirun.start(command))).isEqualTo(new Mpirun.Outcome(143, ""));
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
          OPEN_MPI | interrupted | 1 | rank 0 failed, and ends all ranks: java.nio.file.NoSuchFileException
          OPEN_MPI | handled   | 4   | rank 1: System.exit(4) at io.ndmap.mpi.Departing.
          MPICH    | throw     | 1   | and ends all ranks: java.nio.file.NoSuchFileException
          MPICH    | interrupted | 1 | rank 0 failed, and ends all ranks: java.nio.file.NoSuchFileException
          MPICH    | handled   | 4   | rank 1: System.exit(4) at io.ndmap.mpi.Departing.
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
    Mpirun.Outcome outcome = outcome(mpirun, how);
    assertThat(outcome.output())
        .containsOnlyOnce(reason)
        .doesNotContain("came through", "thrown by rank");
    assertThat(outcome.status()).isEqualTo(code);
  }

  private Mpirun.Outcome outcome(Mpirun mpirun, String how) {
    mpirun.require();
    Path file = directory.resolve("x.npy");
    List<String> program = Mpirun.program(List.of(), Departing.class, how, file);
    List<String> command = mpirun.command(3, List.of(), Departing.class, how, file);
    command.addAll(command.size() - program.size(), FOLLOWING_SIGNALS);
    return Mpirun.finish(Mpirun.start(command));
  }
}
