package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// No name, no element of text and no other program's word steers the terminal or breaks a line.
class PrintableTest {

  /// Colours, a title, a forged line, an override of the direction, C1, DEL.
  private static final String EVIL =
      "\u001b[31m\u001b]0;x\u0007\nndmap: all is well\r\u202egnp\u2066\u2028\u009b2J\u007f";

  private static final String SHOWN =
      "\\x1b[31m\\x1b]0;x\\x07\\nndmap: all is well\\r\\u202egnp\\u2066\\u2028\\x9b2J\\x7f";

  /// Arguments by their labels in the synopses of commands; operands with other labels are files.
  private static final Map<String, String> VALUES =
      Map.of(
          "INDEX", "0",
          "VALUE", "1",
          "EXPRESSION", "x",
          "NAME=FILE", "x=FILE",
          "WORKER", "0",
          "D", "f8",
          "A,B,C", "3");

  /// The further arguments of commands that would else only say what is missing, ask the terminal,
  /// wait or serve.
  private static final Map<String, String> MORE =
      Map.of(
          "take", "--indices 0",
          "view", "--terminal ascii",
          "serve", "--port EVIL",
          "fill work", "--patience 0",
          "fill recover", "--refill",
          "mpi read", "--dry-run --ranks 2",
          "mpi write", "--dry-run --ranks 2");

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
    assertThat(Printable.screen(text))
        .isEqualTo(codePoint.equals("9") ? text : "a" + expected + "b");
    boolean breaksLines = Set.of("1b", "0", "9", "7f", "85", "2028", "2029").contains(codePoint);
    assertThat(Printable.line(text)).isEqualTo(breaksLines ? "a" + expected + "b" : text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x.npy", "größe 整 \ud83d\ude00 e\u0301", "'\"\\x1b\\"})
  void leavesTheRest(String text) {
    assertThat(Printable.line(text)).isEqualTo(text);
    assertThat(Printable.screen(text + "\n\t" + text)).isEqualTo(text + "\n\t" + text);
  }

  @Test
  void theStreamsLetNothingThroughThatSteers() throws IOException {
    StringWriter err = new StringWriter();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Streams streams =
        new Streams(
            new Output(out, UTF_8, true),
            new PrintWriter(err, true),
            UTF_8,
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

  /// Every command, with the fewest arguments that it takes, and with `--json` where it has that.
  @ParameterizedTest
  @MethodSource("io.ndmap.cli.CommandTree#all")
  void ofAnyCommand(CommandSpec command) throws IOException {
    List<PositionalParamSpec> operands = required(command.positionalParameters());
    if (operands.isEmpty()) {
      return;
    }
    List<Object> args = new ArrayList<>(List.of((Object[]) CommandTree.name(command).split(" ")));
    String file = "FILE";
    for (PositionalParamSpec operand : operands) {
      String value = VALUES.get(operand.paramLabel());
      args.add(value == null ? file : value);
      file = value == null ? "OTHER" : file;
    }
    for (OptionSpec option : required(command.options())) {
      assertThat(VALUES).as("a value for each required option").containsKey(option.paramLabel());
      args.addAll(List.of(option.longestName(), VALUES.get(option.paramLabel())));
    }
    args.addAll(List.of((Object[]) MORE.getOrDefault(CommandTree.name(command), "").split(" ")));
    args.removeIf(""::equals);
    steersNothing(args);
    if (command.findOption("--json") != null) {
      args.add("--json");
      steersNothing(args);
    }
  }

  private static <T extends ArgSpec> List<T> required(List<T> all) {
    return all.stream()
        .filter(argument -> argument.required() && argument.group() == null)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info FILE --short",
        "info FILE --recursive",
        "info FILE --EVIL",
        "get FILE x",
        "take FILE OTHER --indices 7",
        "unique FILE --counts",
        "unique FILE --output OTHER",
        "eval FILE x=x",
        "create FILE --dtype f8 --shape EVIL",
        "EVIL FILE",
      })
  void ofOtherCallsToo(String call) throws IOException {
    steersNothing(List.of((Object[]) call.split(" ")));
  }

  private void steersNothing(List<Object> call) throws IOException {
    StringBuilder printed = new StringBuilder();
    Path there = evil();
    Path missing = directory.resolve("no" + EVIL);
    for (Path file : List.of(there, missing)) {
      Cli cli =
          Cli.runOnTerminal(
              call.stream()
                  .map(Object::toString)
                  .map(arg -> arg.replace("FILE", file.toString()))
                  .map(arg -> arg.replace("OTHER", missing + "/x"))
                  .map(arg -> arg.replace("EVIL", EVIL))
                  .toArray());
      printed.append(cli.out()).append(cli.err());
    }
    assertThat(printed).isNotEmpty();
    assertThat(printed.codePoints())
        .as(printed.toString())
        .allMatch(c -> c == '\n' || c == 'µ' || (c >= ' ' && c < 0x7f));
    assertThat(printed.toString().lines()).noneMatch(line -> line.startsWith("ndmap: all is well"));
  }

  @Test
  void theHelpIsPlainOnATerminalToo() throws Exception {
    Process process =
        new ProcessBuilder(Cli.command(List.of("-Dpicocli.ansi=true"), "get", "--help")).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(printed).startsWith("Usage: ndmap get").doesNotContain("\\x1b", "\u001b");
  }

  @Test
  void namesStayReadable() throws IOException {
    Path file = evil();
    assertThat(Cli.runOnTerminal("info", file).out())
        .startsWith(directory + "/" + SHOWN + ".npy\n  format ");
    assertThat(Cli.runOnTerminal("get", file, "5").err())
        .startsWith("ndmap: " + directory + "/" + SHOWN + ".npy: ")
        .hasLineCount(1);
    assertThat(Cli.run("info", "--json", file).json().get("file").getAsString())
        .isEqualTo(file.toString());
  }

  @Test
  void textItemsAreOneLine() throws IOException {
    byte[] text = "x\u001b\n\u202e".getBytes(Charset.forName("UTF-32LE"));
    Path file = Cli.npy(directory.resolve("t.npy"), "'<U4'", "(1,)", text);
    assertThat(Cli.runOnTerminal("get", file, "0").out()).isEqualTo("x\\x1b\\n\\u202e\n");
    assertThat(Cli.run("get", file, "0").out()).isEqualTo("x\u001b\n\u202e\n");
    assertThat(Cli.run("get", file).out()).isEqualTo("['x\\x1b\\n\\u202e']\n");
    assertThat(Cli.run("get", file, "0", "--json").json().get("values").getAsString())
        .isEqualTo("x\u001b\n\u202e");
  }

  /// Numbers 22 and 24 of issue 41: data reach files and pipes unchanged, whatever the locale.
  @Test
  void textThatDiffersIsPrintedDifferently() throws IOException {
    List<String> texts =
        List.of("a\u00a0b", "a\\xa0b", "a\rb", "a\\rb", "a\u200db", "\ufeffab", "ab", "a\\\\rb");
    Set<String> screen = new HashSet<>();
    for (String text : texts) {
      Path file =
          Cli.npy(directory.resolve("t.npy"), "'<U6'", "()", Arrays.copyOf(utf32(text), 24));
      assertThat(Cli.run("get", file).out()).isEqualTo(text + "\n");
      assertThat(screen.add(Cli.runOnTerminal("get", file).out())).as(text).isTrue();
    }
  }

  private static byte[] utf32(String text) {
    return text.getBytes(Charset.forName("UTF-32LE"));
  }

  @Test
  void anErrorInAFileIsOneLineAndKeepsTheName() {
    assertThat(Cli.run("info", "a\u00a0\n\u2028b\u200d").err())
        .isEqualTo("ndmap: a\u00a0\\n\\u2028b\u200d: no such file\n");
    assertThat(Cli.runOnTerminal("info", "a\u00a0\n\u2028b\u200d").err())
        .isEqualTo("ndmap: a\\xa0\\n\\u2028b\\u200d: no such file\n");
  }

  @Test
  void aTerminalGetsEscapesForWhatItsEncodingLacks() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Streams streams =
        new Streams(
            new Output(out, ISO_8859_1, true),
            new PrintWriter(err, true, ISO_8859_1),
            ISO_8859_1,
            InputStream.nullInputStream(),
            true,
            true);
    Path file = Cli.npy(directory.resolve("t.npy"), "'<U4'", "(1,)", utf32("gr\u00f6\u6574"));
    assertThat(Main.run(streams, "get", file.toString())).isZero();
    assertThat(out.toString(ISO_8859_1)).isEqualTo("['gr\u00f6\\u6574']\n");
    assertThat(Main.run(streams, "info", "gr\u00f6\u6574.npy")).isEqualTo(Main.FAILED);
    assertThat(err.toString(ISO_8859_1)).isEqualTo("ndmap: gr\u00f6\\u6574.npy: no such file\n");
  }

  @Test
  void aPipeIsUtf8InAnotherLocale() throws Exception {
    Path file = Cli.npy(directory.resolve("t.npy"), "'<U4'", "(1,)", utf32("gr\u00f6\u6574"));
    List<String> encodings =
        List.of("-Dstdout.encoding=ISO-8859-1", "-Dstderr.encoding=ISO-8859-1");
    Process process = new ProcessBuilder(Cli.command(encodings, "get", file)).start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo("['gr\u00f6\u6574']\n");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void whatAProgramSaysIsOneLine() throws IOException {
    Path file = directory.resolve("x.npy");
    assertThat(
            Cli.run("fill", "init", file, "--dtype", "u1", "--shape", "3", "--max-failures", "1")
                .exit())
        .isZero();
    Path words = Files.writeString(directory.resolve("words"), "first\n\u001b[2J\u202ebad\n");
    Cli work =
        Cli.runOnTerminal("fill", "work", file, "--with", "cmd:cat '" + words + "' >&2; exit 3;");
    assertThat(work.exit()).isEqualTo(Main.FAILED);
    assertThat(work.err())
        .startsWith("ndmap: " + file + ": chunk 0 [0:3]: exit code 3: \\x1b[2J\\u202ebad\n");
    assertThat(Cli.runOnTerminal("fill", "status", file).out())
        .contains("; exit code 3: \\x1b[2J\\u202ebad\n");
    JsonObject status = Cli.run("fill", "status", file, "--json").json();
    assertThat(status.toString()).contains("exit code 3: ").doesNotContain("\u001b");
  }
}
