package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.OutputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests output that cannot be written, or that nobody reads.
class StreamsTest {

  @TempDir private Path directory = Path.of("");

  static final class Broken extends OutputStream {
    private final String reason;

    Broken(String reason) {
      this.reason = reason;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(reason);
    }
  }

  private Path zeros() {
    Path file = directory.resolve("zeros.npy");
    assertThat(Cli.run("create", file, "--dtype", "f8", "--shape", "100000").err()).isEmpty();
    return file;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"get --json", "info", "info --json", "digest", "stats", "stats --json", "get"})
  void aClosedPipeEndsEveryCommandQuietly(String command) {
    StringWriter err = new StringWriter();
    Path file = zeros();
    assertThat(
            Cli.run(
                new Broken("Broken pipe"),
                err,
                false,
                (Object[]) (command + " " + file + " ").split(" ")))
        .isEqualTo(Main.CLOSED_PIPE);
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"get --json", "info", "digest", "stats --json"})
  void aFullDiskIsOneLine(String command) {
    StringWriter err = new StringWriter();
    Path file = zeros();
    assertThat(
            Cli.run(
                new Broken("No space left on device"),
                err,
                false,
                (Object[]) (command + " " + file).split(" ")))
        .isEqualTo(Main.FAILED);
    assertThat(err.toString())
        .isEqualTo("ndmap: cannot write the output: No space left on device\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "--version", "completion", "get --help"})
  void alsoOfWhatPicocliPrints(String command) {
    StringWriter err = new StringWriter();
    assertThat(
            Cli.run(
                new Broken("No space left on device"), err, false, (Object[]) command.split(" ")))
        .isEqualTo(Main.FAILED);
    assertThat(err.toString())
        .isEqualTo("ndmap: cannot write the output: No space left on device\n");
  }

  @Test
  void theProcessSaysTheSame() throws Exception {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.isWritable(full), "no /dev/full on this system");
    Path file = zeros();
    Process process =
        new ProcessBuilder(Cli.command(List.of(), "get", "--json", file))
            .redirectOutput(full.toFile())
            .start();
    assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8))
        .isEqualTo("ndmap: cannot write the output: No space left on device\n");
    assertThat(process.waitFor()).isEqualTo(Main.FAILED);
  }

  @Test
  void theProcessEndsQuietlyWhenItsReaderGoes() throws Exception {
    Path file = zeros();
    Process process = new ProcessBuilder(Cli.command(List.of(), "get", "--json", file)).start();
    assertThat(process.getInputStream().read()).isEqualTo('{');
    process.getInputStream().close();
    assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8)).isEmpty();
    assertThat(process.waitFor()).isEqualTo(Main.CLOSED_PIPE);
  }

  @Test
  void takesBackALineOrEndsIt() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Output out = new Output(bytes);
    out.write("first\n");
    out.begin();
    out.write("half a li");
    out.retract();
    out.begin();
    out.write("x".repeat(100_000));
    out.retract();
    out.write("last\n");
    out.close();
    assertThat(bytes.toString(UTF_8)).isEqualTo("first\n" + "x".repeat(100_000) + "\nlast\n");
  }

  @Test
  void pairsOfSurrogatesAreNotTornApart() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Output out = new Output(bytes);
    String text = "x".repeat((1 << 16) - 1) + "\ud83d\ude00";
    for (int i = 0; i < text.length(); i++) {
      out.write(text.charAt(i));
    }
    out.close();
    assertThat(bytes.toString(UTF_8)).isEqualTo(text);
  }

  @Test
  void onceFailedStaysFailed() throws IOException {
    Output out = new Output(new Broken("No space left on device"));
    out.write("some");
    assertThatThrownBy(out::close)
        .isInstanceOf(OutputException.class)
        .hasMessage("No space left on device");
    assertThatThrownBy(() -> out.write("more")).isInstanceOf(OutputException.class);
  }
}
