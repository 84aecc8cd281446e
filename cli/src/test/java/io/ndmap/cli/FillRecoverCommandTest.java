package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Fills that do not go on: what the doctor says of them, and what becomes of them after the system
/// was started anew.
class FillRecoverCommandTest {

  @TempDir private Path directory = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void begin() {
    file = directory.resolve("x.npy");
    Cli init = Cli.run("fill", "init", file, "--dtype", "u1", "--shape", "4,6", "--chunks", "2,3");
    assertThat(init.err()).isEmpty();
    assertThat(Cli.run("fill", "work", file, "--max-chunks", "3").exit()).isZero();
  }

  /// As if the system had been started anew since then.
  private void restart() throws IOException {
    try (FileChannel ledger =
        FileChannel.open(directory.resolve("x.npy.claims"), StandardOpenOption.WRITE)) {
      var _ = ledger.write(ByteBuffer.allocate(Long.BYTES).putLong(4711).flip(), 648);
    }
  }

  @Test
  void workersReportTheRestartAndRecoveryContinues() throws IOException {
    restart();
    Cli refused = Cli.run("fill", "work", file);
    assertThat(refused.exit()).isEqualTo(Main.FAILED);
    assertThat(refused.err())
        .startsWith("ndmap: " + file + ": the system was rebooted since this fill was created")
        .contains("3 of 4 chunks", "ndmap fill recover --refill", "--trust", "ndmap fill abort")
        .hasLineCount(1);
    assertThat(Cli.run("fill", "recover", file, "--trust"))
        .isEqualTo(new Cli(0, file + ": continues with the chunks that are done\n", ""));
    assertThat(Cli.run("fill", "recover", file, "--refill"))
        .isEqualTo(new Cli(0, file + ": there is nothing to recover; the fill continues\n", ""));
    restart();
    assertThat(Cli.run("fill", "recover", file, "--refill"))
        .isEqualTo(new Cli(0, file + ": all chunks are free again\n", ""));
    assertThat(Cli.run("fill", "work", file).out()).contains("4 chunks filled", "is complete");
    assertThat(Cli.run("fill", "recover", file, "--trust"))
        .isEqualTo(
            new Cli(
                Main.FAILED,
                "",
                "ndmap: " + file + ": this array is complete and not being filled\n"));
  }

  @Test
  void oneOfTheTwoIsSaid() {
    assertThat(Cli.run("fill", "recover", file).exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(Cli.run("fill", "recover", file, "--refill", "--trust").exit())
        .isEqualTo(Main.WRONG_USAGE);
  }

  @Test
  void theDoctorSaysWhatIsWrongAndWhatToDo() throws IOException {
    Cli well = Cli.run("fill", "doctor", file);
    assertThat(well.err()).isEmpty();
    assertThat(well.out())
        .contains("ok       fill: filling, 3 of 4 chunks done\n")
        .doesNotContain("problem");
    assertThat(well.exit()).isZero();
    restart();
    Files.delete(directory.resolve("x.npy.lock"));
    Cli ill = Cli.run("fill", "doctor", file);
    assertThat(ill.exit()).isEqualTo(Main.FAILED);
    assertThat(ill.out())
        .contains(
            "problem  restart: the system was rebooted since this fast fill was created: what is"
                + " marked done may be lost\n"
                + "         -> ndmap fill recover --refill or --trust, or ndmap fill abort\n",
            """
            note     lock file: was removed
                     -> nothing: the next process to join makes a new one
            """);
    List<JsonElement> findings =
        Cli.run("fill", "doctor", file, "--json").json().getAsJsonArray("findings").asList();
    assertThat(findings)
        .map(finding -> finding.getAsJsonObject().get("severity").getAsString())
        .containsOnly("ok", "note", "problem");
    assertThat(Cli.run("fill", "doctor", directory.resolve("no/x.npy")).out())
        .contains("problem  directory: " + directory.resolve("no") + " does not exist\n");
  }
}
