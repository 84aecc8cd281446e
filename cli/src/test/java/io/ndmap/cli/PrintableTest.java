package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// No name, no item of text and no other program's word steers the terminal or breaks a line.
class PrintableTest {

  /// Colours, a title, a forged line, an override of the direction, C1, DEL.
  private static final String EVIL =
      "\u001b[31m\u001b]0;x\u0007\nndmap: all is well\r\u202egnp\u2066\u2028\u009b2J\u007f";

  private static final String SHOWN =
      "\\x1b[31m\\x1b]0;x\\x07\\nndmap: all is well\\r\\u202egnp\\u2066\\u2028\\x9b2J\\x7f";

  @TempDir private Path directory = Path.of("");

  private Path evil() throws IOException {
    return Cli.npy(
        directory.resolve(EVIL + ".npy"), "'<i4'", "(2,)", new byte[] {1, 0, 0, 0, 2, 0, 0, 0});
  }

  @ParameterizedTest
  @CsvSource({
    "1b, \\x1b",
    "0, \\x00",
    "9, \\t",
    "7f, \\x7f",
    "85, \\x85",
    "a0, \\xa0",
    "ad, \\xad",
    "61c, \\u061c",
    "200b, \\u200b",
    "200f, \\u200f",
    "2028, \\u2028",
    "2029, \\u2029",
    "202e, \\u202e",
    "2069, \\u2069",
    "d83d, \\ud83d",
    "de00, \\ude00",
    "feff, \\ufeff",
    "e000, \\ue000",
    "e0041, \\U000e0041",
    "10ffff, \\U0010ffff"
  })
  void escapesAsPython(String codePoint, String expected) {
    String text = "a" + Character.toString(Integer.parseInt(codePoint, 16)) + "b";
    assertThat(Printable.line(text)).isEqualTo("a" + expected + "b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x.npy", "größe 整 \ud83d\ude00 e\u0301", "'\"\\x1b\\"})
  void leavesTheRest(String text) {
    assertThat(Printable.line(text)).isEqualTo(text);
    assertThat(Printable.lines(text + "\n\t" + text)).isEqualTo(text + "\n\t" + text);
  }

  @Test
  void theStreamsLetNothingThroughThatSteers() throws IOException {
    StringWriter err = new StringWriter();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Streams streams =
        new Streams(
            new Output(out, UTF_8),
            new PrintWriter(err, true),
            InputStream.nullInputStream(),
            true,
            true);
    streams.out().write("\u001b[2J\ud83d\ude00\n");
    streams.out().control("\u001b[A");
    streams.out().write("\ud83d");
    streams.out().close();
    streams.err().print('\u009b');
    streams.err().println("\u001b[2J\ud83d\ude00");
    streams.screen().print("\r");
    assertThat(out.toString(UTF_8)).isEqualTo("\\x1b[2J\ud83d\ude00\n\u001b[A\\ud83d");
    assertThat(err.toString()).isEqualTo("\\x9b\\x1b[2J\ud83d\ude00\n\r");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info",
        "get",
        "set 0 1",
        "stats",
        "hist",
        "take --indices 0",
        "take OTHER --indices 7",
        "convert OTHER",
        "append OTHER",
        "diff OTHER",
        "diff OTHER --json",
        "digest",
        "create --dtype f8 --shape 3",
        "verify",
        "npz list",
        "npz extract",
        "npz create OTHER",
        "npz repair",
        "npz align",
        "fill init --dtype f8 --shape 3",
        "fill work --patience 0",
        "fill status",
        "fill evict 0",
        "fill retry",
        "fill finish",
        "fill abort",
        "mpi read --dry-run --ranks 2",
        "mpi write --dtype f8 --shape 3 --dry-run --ranks 2",
        "info --json",
        "info --short",
        "info --recursive",
        "get --json",
        "stats --json",
        "hist --json",
        "fill status --json",
        "get x",
        "frob",
        "info --frob",
        "create --dtype f8 --shape"
      })
  void ofAnyCommand(String command) throws IOException {
    StringBuilder said = new StringBuilder();
    Path there = evil();
    Path missing = directory.resolve("no" + EVIL);
    for (Path file : List.of(there, missing)) {
      List<Object> args = new ArrayList<>(Arrays.asList((Object[]) command.split(" ")));
      args.add(command.matches("(fill|mpi|npz) .*") ? 2 : 1, file);
      args.replaceAll(arg -> arg.equals("OTHER") ? missing + "/x" : arg);
      args.replaceAll(arg -> arg.equals("frob") ? EVIL : arg);
      args.replaceAll(arg -> arg.equals("--frob") ? "--" + EVIL : arg);
      if (command.endsWith("--shape")) {
        args.add(EVIL);
      }
      Cli cli = Cli.run(args.toArray());
      said.append(cli.out()).append(cli.err());
    }
    assertThat(said).isNotEmpty();
    assertThat(said.codePoints())
        .as(said.toString())
        .allMatch(c -> c == '\n' || c == 'µ' || (c >= ' ' && c < 0x7f));
    assertThat(said.toString().lines()).noneMatch(line -> line.startsWith("ndmap: all is well"));
  }

  @Test
  void theHelpIsPlainOnATerminalToo() throws Exception {
    Process process =
        new ProcessBuilder(Cli.command(List.of("-Dpicocli.ansi=true"), "get", "--help")).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(said).startsWith("Usage: ndmap get").doesNotContain("\\x1b", "\u001b");
  }

  @Test
  void namesStayReadable() throws IOException {
    Path file = evil();
    assertThat(Cli.run("info", file).out()).startsWith(directory + "/" + SHOWN + ".npy\n  format ");
    assertThat(Cli.run("get", file, "5").err())
        .startsWith("ndmap: " + directory + "/" + SHOWN + ".npy: ")
        .hasLineCount(1);
    assertThat(Cli.run("info", "--json", file).json().get("file").getAsString())
        .isEqualTo(file.toString());
  }

  @Test
  void textItemsAreOneLine() throws IOException {
    byte[] text = "x\u001b\n\u202e".getBytes(Charset.forName("UTF-32LE"));
    Path file = Cli.npy(directory.resolve("t.npy"), "'<U4'", "(1,)", text);
    assertThat(Cli.run("get", file, "0").out()).isEqualTo("x\\x1b\\n\\u202e\n");
    assertThat(Cli.run("get", file).out()).isEqualTo("['x\\x1b\\n\\u202e']\n");
    assertThat(Cli.run("get", file, "0", "--json").json().get("values").getAsString())
        .isEqualTo("x\u001b\n\u202e");
  }

  @Test
  void whatAProgramSaysIsOneLine() throws IOException {
    Path file = directory.resolve("x.npy");
    assertThat(
            Cli.run("fill", "init", file, "--dtype", "u1", "--shape", "3", "--max-failures", "1")
                .exit())
        .isZero();
    Path words = Files.writeString(directory.resolve("words"), "first\n\u001b[2J\u202ebad\n");
    Cli work = Cli.run("fill", "work", file, "--with", "cmd:cat '" + words + "' >&2; exit 3;");
    assertThat(work.exit()).isEqualTo(Main.FAILED);
    assertThat(work.err())
        .startsWith("ndmap: " + file + ": chunk 0 [0:3]: exit code 3: \\x1b[2J\\u202ebad\n");
    assertThat(Cli.run("fill", "status", file).out())
        .contains("; exit code 3: \\x1b[2J\\u202ebad\n");
    JsonObject status = Cli.run("fill", "status", file, "--json").json();
    assertThat(status.toString()).contains("exit code 3: ").doesNotContain("\u001b");
  }
}
