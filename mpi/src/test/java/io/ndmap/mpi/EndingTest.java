package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever ends one rank ends the job, with its reason and its exit code.
class EndingTest {

  /// A JVM follows no signal that is ignored when it starts, as in the background of a shell.
  private static final List<String> FOLLOWING_SIGNALS = List.of("env", "--default-signal");

  @TempDir Path directory;

  @Test
  void aSignalInTheMiddleOfAWrite() {
    signalInAWrite(Mpirun.OPEN_MPI, 2);
  }

  @Test
  @Tag("slow")
  void aSignalInTheMiddleOfAWriteUnderMpich() {
    signalInAWrite(Mpirun.MPICH, 2);
  }

  @ParameterizedTest
  @EnumSource(Mpirun.class)
  @Tag("heavy")
  void aSignalInTheMiddleOfAWriteOfMore(Mpirun mpirun) {
    signalInAWrite(mpirun, 3);
  }

  private void signalInAWrite(Mpirun mpirun, int ranks) {
    ends(
        mpirun,
        ranks,
        "write",
        143,
        mpirun == Mpirun.MPICH
            ? "ndmap: rank 1: SIGTERM ended it: ending all ranks\n"
            : "Exit code:    143\n");
  }

  @Test
  void theExitOfOneRank() {
    exit(Mpirun.MPICH, 2);
  }

  @ParameterizedTest
  @EnumSource(Mpirun.class)
  @Tag("heavy")
  void theExitOfOneOfMoreRanks(Mpirun mpirun) {
    exit(mpirun, 3);
  }

  private void exit(Mpirun mpirun, int ranks) {
    ends(
        mpirun,
        ranks,
        "exit",
        3,
        "ndmap: rank 1: System.exit(3) at io.ndmap.mpi.Departing.end(Departing.java:");
  }

  /// A service that ends in good order when it is told to, in a thread of its own.
  @Test
  @Tag("slow")
  void aHandlerOfTheProgramSaysHowItEnds() {
    assertEndsWell(Mpirun.OPEN_MPI, 2, "handled well");
  }

  @Test
  @Tag("slow")
  void whatOtherCodeHasFinalisedIsNotFinalisedAgain() {
    assertEndsWell(Mpirun.MPICH, 2, "finalised");
  }

  @ParameterizedTest
  @CsvSource({
    "OPEN_MPI, handled well",
    "OPEN_MPI, finalised",
    "MPICH, handled well",
    "MPICH, finalised"
  })
  @Tag("heavy")
  void moreRanksEndWell(Mpirun mpirun, String how) {
    assertEndsWell(mpirun, 3, how);
  }

  private void assertEndsWell(Mpirun mpirun, int ranks, String how) {
    assertThat(outcome(mpirun, ranks, how)).isEqualTo(new Mpirun.Outcome(0, ""));
  }

  @Test
  @Tag("slow")
  void aSignalWithoutALauncherEndsItsRankAlone() {
    endsAlone(Mpirun.OPEN_MPI);
  }

  @Test
  @Tag("heavy")
  void aSignalWithoutALauncherEndsItsRankAloneUnderMpich() {
    endsAlone(Mpirun.MPICH);
  }

  /// Nobody waits for it, and there is nothing to say.
  private static void endsAlone(Mpirun mpirun) {
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
    ends(mpirun, 3, how, code, reason);
  }

  private void ends(Mpirun mpirun, int ranks, String how, int code, String reason) {
    Mpirun.Outcome outcome = outcome(mpirun, ranks, how);
    assertThat(outcome.output())
        .containsOnlyOnce(reason)
        .doesNotContain("came through", "thrown by rank");
    assertThat(outcome.status()).isEqualTo(code);
  }

  private Mpirun.Outcome outcome(Mpirun mpirun, int ranks, String how) {
    mpirun.require();
    Path file = directory.resolve("x.npy");
    List<String> program = Mpirun.program(List.of(), Departing.class, how, file);
    List<String> command = mpirun.command(ranks, List.of(), Departing.class, how, file);
    command.addAll(command.size() - program.size(), FOLLOWING_SIGNALS);
    return Mpirun.finish(Mpirun.start(command));
  }
}
