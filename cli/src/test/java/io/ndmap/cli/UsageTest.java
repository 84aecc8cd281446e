package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.mmap.Diagnostics;
import io.ndmap.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

/// How the command is called, and what it says of calls and files that are wrong.
class UsageTest {

  @TempDir private Path directory = Path.of("");

  private Path ints() throws IOException {
    return Cli.npy(directory.resolve("ints.npy"), "'|i1'", "(2, 3)", new byte[] {1, 2, 3, 4, 5, 6});
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                   | Missing command                                      "
            + "        | ndmap",
        "frobnicate                         | Unmatched argument at index 0: 'frobnicate'          "
            + "        | ndmap",
        "info                               | Missing required parameter: 'FILE'                   "
            + "        | ndmap info",
        "info --jsno x.npy                  | Unknown option: '--jsno'                             "
            + "        | ndmap info",
        "set - 0 1                          | FILE: streams cannot be mapped; write ./- for a file"
            + " named - | ndmap set",
        "take - --indices 1                 | SRC: streams cannot be mapped; write ./- for a file"
            + " named - | ndmap take",
        "info --short --json x.npy          | --short and --json exclude each other | ndmap info",
        "diff x.npy                         | Missing required parameter: 'B' | ndmap diff",
        "diff x.npy y.npy --rtol some       | Invalid value for option '--rtol': 'some' is not a"
            + " number | ndmap diff",
        "diff x.npy y.npy --atol -1         | --rtol, --atol: tolerances must not be negative,"
            + " found 0.0 and -1.0 | ndmap diff",
        "diff x.npy y.npy --quiet --json    | --quiet and --json exclude each other | ndmap diff",
        "diff - -                           | A and B are both the standard input | ndmap diff",
        "diff x.npy y.npy --encoding latin1 | --encoding is for --allow-pickle | ndmap diff",
        "get x.npy --encoding utf8          | Invalid value for option '--encoding': 'utf8' is none"
            + " of ASCII, latin1, bytes | ndmap get",
        "digest                             | Missing required parameter: 'FILE'                   "
            + "        | ndmap digest",
        "get                                | Missing required parameter: 'FILE'                   "
            + "        | ndmap get",
        "get x.npy 1 2                      | Unmatched argument at index 3: '2' (taken: FILE"
            + " 'x.npy', INDEX '1') | ndmap get",
        "get x.npy y.npy                    | Invalid value for positional parameter at index 1"
            + " (INDEX): index 'y.npy': 'y.npy' is neither an integer, a slice (start:stop:step),"
            + " '...' nor 'None' (taken: FILE 'x.npy') | ndmap get",
        "convert x.npy y.npy 0 w.npy        | Unmatched argument at index 4: 'w.npy' (taken: SRC"
            + " 'x.npy', DST 'y.npy', INDEX '0') | ndmap convert",
        "fill status x.npy y.npy            | Unmatched argument at index 3: 'y.npy' (taken: FILE"
            + " 'x.npy') | ndmap fill status",
        "get x.npy 0 --index 1              | the INDEX is given twice, with --index and without"
            + " | ndmap get",
        "eval x                             | Missing required parameter: 'NAME=FILE'              "
            + "         | ndmap eval",
        "eval x x.npy                       | Invalid value for positional parameter at index 1..*"
            + " (NAME=FILE): 'x.npy' has no name; give it one, such as x=a.npy (taken:"
            + " EXPRESSION 'x') | ndmap eval",
        "eval x x=x.npy x=y.npy             | the name x is given twice | ndmap eval",
        "eval x+y x=- y=-                   | two arrays are the standard input | ndmap eval",
        "eval x x=x.npy -o x.npy            | SRC and DST are the same file: x.npy and x.npy"
            + " | ndmap eval",
        "eval x x=x.npy -o y.csv            | DST: y.csv: the ending .csv means CSV; ndmap convert"
            + " writes it | ndmap eval",
        "eval x x=x.npy -o y.npy --json     | --json and --limit are for what is printed; DST is a"
            + " file | ndmap eval",
        "eval x x=x.npy --casting safe      | --casting is for --dtype | ndmap eval",
        "take x.npy --indices i.npy         | Invalid value for option '--indices': 'i.npy' is not"
            + " an integer of 64 bits; a .npy file of integers is read by --indices-file"
            + " | ndmap take",
        "get x.npy 1:2:3:4                  | Invalid value for positional parameter at index 1"
            + " (INDEX): index '1:2:3:4': '1:2:3:4' is neither an integer, a slice"
            + " (start:stop:step), '...' nor 'None' (taken: FILE 'x.npy') | ndmap get",
        "get x.npy ...,...                  | Invalid value for positional parameter at index 1"
            + " (INDEX): index '...,...' has more than one ellipsis ('...') (taken: FILE 'x.npy') |"
            + " ndmap get",
        "get x.npy -::-0                    | Invalid value for positional parameter at index 1"
            + " (INDEX): index '-::-0': the step of slice '-::-0' is 0 (taken: FILE 'x.npy') |"
            + " ndmap get",
        "get x.npy --limit 0                | --limit must be at least 1, found 0                  "
            + "        | ndmap get",
        "get x.npy --limit -3               | --limit must be at least 1, found -3                 "
            + "        | ndmap get",
        "get x.npy --limit many             | Invalid value for option '--limit': 'many' is not an"
            + " integer of 64 bits | ndmap get",
        "set x.npy 0                        | Missing required parameter: 'VALUE'                  "
            + "        | ndmap set",
        "set x.npy x 1                      | Invalid value for positional parameter at index 1"
            + " (INDEX): index 'x': 'x' is neither an integer, a slice (start:stop:step), '...' nor"
            + " 'None' (taken: FILE 'x.npy') | ndmap set",
        "stats                              | Missing required parameter: 'FILE'                   "
            + "        | ndmap stats",
        "stats x.npy --threads 0            | --threads must be from 1 to 32768, found 0           "
            + "        | ndmap stats",
        "stats x.npy --threads many         | Invalid value for option '--threads': 'many' is not"
            + " an integer of 64 bits | ndmap stats",
        "stats x.npy --heap 1x              | --heap: '1x' is not a size such as 4GiB, 256m or"
            + " 1_000_000 | ndmap stats",
        "stats x.npy --axis first           | Invalid value for option '--axis': 'first' is not a"
            + " list of axes such as 0 or 0,-1 | ndmap stats",
        "hist                               | Missing required parameter: 'FILE'                   "
            + "        | ndmap hist",
        "view x.npy --agg sum               | Invalid value for option '--agg': 'sum' is not one of"
            + " mean, min, max, std, count-nan | ndmap view",
        "view x.npy --kind pie              | Invalid value for option '--kind': 'pie' is not one"
            + " of heatmap, line, histogram, image | ndmap view",
        "view x.npy -o x.jpg                | -o: x.jpg: a picture is written as .png or .svg"
            + " | ndmap view",
        "view x.npy -o x.png --width 9      | --width, --height: a figure has 160x120 to 8192x8192"
            + " pixels, found 9x640 | ndmap view",
        "view x.npy --sampled --exact       | --sampled and --exact exclude each other"
            + " | ndmap view",
        "view x.npy --log --symmetric       | --log and --symmetric exclude each other"
            + " | ndmap view",
        "view x.npy --terminal vt52         | Invalid value for option '--terminal': 'vt52' is"
            + " not a kind of terminal; there are auto, kitty, sixel, iterm, blocks, 256, ascii"
            + " | ndmap view",
        "view x.npy                         | the output is not a terminal; write a picture with -o"
            + " FILE.png or -o FILE.svg, or name what reads it with --terminal | ndmap view",
        "hist x.npy --bins 0                | --bins must be from 1 to 1048576, found 0            "
            + "        | ndmap hist",
        "hist x.npy --range 1               | Invalid value for option '--range': '1' is not a"
            + " range such as 0,1.5 | ndmap hist",
        "hist x.npy --range 2,1             | Invalid value for option '--range': a range is two"
            + " finite numbers, the lower one first, found 2.0 and 1.0 | ndmap hist",
        "hist x.npy --range nan,1           | Invalid value for option '--range': 'nan,1' is not a"
            + " range such as 0,1.5 | ndmap hist",
        "take x.npy --indices 1,x           | Invalid value for option '--indices': 'x' is not an"
            + " integer of 64 bits; a .npy file of integers is read by --indices-file | ndmap take",
        "take x.npy --indices 1 --axis 0,1  | --axis takes one axis | ndmap take",
        "take x.npy --indices 1 --limit 0   | --limit must be at least 1, found 0 | ndmap take",
        "take x.npy y.npy --indices 1 --json | --json and --limit are for what is printed; DST is a"
            + " file | ndmap take",
        "take x.npy x.npy --indices 1       | SRC and DST are the same file: x.npy and x.npy"
            + " | ndmap take",
        "sort x.npy                         | Missing required parameter: 'DST' | ndmap sort",
        "sort - y.npy                       | SRC: streams cannot be mapped; write ./- for a file"
            + " named - | ndmap sort",
        "sort x.npy y.npy --axis 0,1        | --axis takes one axis | ndmap sort",
        "sort x.npy x.npy                   | SRC and DST are the same file: x.npy and x.npy"
            + " | ndmap sort",
        "sort x.npy y.csv                   | DST: y.csv: the ending .csv means CSV; ndmap convert"
            + " writes it | ndmap sort",
        "unique                             | Missing required parameter: 'FILE' | ndmap unique",
        "unique x.npy -o y.npy --json       | --json and --limit are for what is printed; OUT is a"
            + " file | ndmap unique",
        "unique x.npy --limit 0             | --limit must be at least 1, found 0 | ndmap unique",
        "unique x.npy -o -                  | OUT: streams cannot be mapped; write ./- for a file"
            + " named - | ndmap unique",
        "unique x.npy 0 --index 1           | the INDEX is given twice, with --index and without"
            + " | ndmap unique",
        "convert x.npy                      | Missing required parameter: 'DST' | ndmap convert",
        "convert x.npy y.npy --casting some | Invalid value for option '--casting': 'some' is none"
            + " of no, equiv, safe, same_kind, unsafe | ndmap convert",
        "convert x.npy y.npy --byteorder up | Invalid value for option '--byteorder': 'up' is"
            + " neither little nor big | ndmap convert",
        "convert x.npy y.npy --order K      | Invalid value for option '--order': 'K' is neither C"
            + " nor F | ndmap convert",
        "create x.npy --dtype f8            | Missing required option: '--shape=A,B,C'             "
            + "        | ndmap create",
        "create x.npy --shape 3             | Missing required option: '--dtype=D'                 "
            + "        | ndmap create",
        "create x.npy --dtype f8 --shape 3x | Invalid value for option '--shape': '3x' is not a"
            + " shape such as 3,4: '3x' is not an integer | ndmap create",
        "create x.npy --dtype f8 --shape 3,,4 | Invalid value for option '--shape': '3,,4' is not a"
            + " shape such as 3,4: '' is not an integer | ndmap create",
        "create x.npy --dtype f8 --shape 3,-4 | Invalid value for option '--shape': the sizes of a"
            + " shape must not be negative, found (3, -4) | ndmap create",
        "create x.npy --dtype f8 --shape 99999999999999999999 | Invalid value for option '--shape':"
            + " '99999999999999999999': an axis has at most 2^63-1 elements | ndmap create",
        "create x.npy --dtype f8 --shape 3 --order D | Invalid value for option '--order': 'D' is"
            + " neither C nor F | ndmap create",
        "append x.npy                       | Missing required parameter: 'SRC' | ndmap append",
        "append x.npy y.npy --patience -1   | --patience must be from 0 to 2147483647, found -1"
            + " | ndmap append",
        "fill                               | Missing command | ndmap fill",
        "fill frob                          | Unmatched argument at index 1: 'frob' | ndmap fill",
        "fill init                          | Missing required options and parameters: '--dtype=D',"
            + " '--shape=A,B,C', 'FILE' | ndmap fill init",
        "fill init x.npy --dtype f8         | Missing required option: '--shape=A,B,C' | ndmap fill"
            + " init",
        "fill init x.npy --dtype f8 --shape 3,4 --chunks 2 | --chunks: chunks (2,) of an array (3,"
            + " 4): the number of axes differs | ndmap fill init",
        "fill init x.npy --dtype f8 --shape 3 --chunks 0 | --chunks: chunks (0,) hold nothing |"
            + " ndmap fill init",
        "fill init x.npy --dtype f8 --shape 3 --max-failures 256 | --max-failures must be from 1 to"
            + " 255, found 256 | ndmap fill init",
        "fill init x.npy --dtype f8 --shape 3 --max-failures 0 | --max-failures must be from 1 to"
            + " 255, found 0 | ndmap fill init",
        "fill init x.npy --dtype f8 --shape 3 --max-deaths -1 | --max-deaths must be from 0 to 255,"
            + " found -1 | ndmap fill init",
        "fill work x.npy --with zeros       | Invalid value for option '--with': 'zeros' is none of"
            + " index, const:VALUE and cmd:PROGRAM | ndmap fill work",
        "fill work x.npy --with cmd:        | Invalid value for option '--with': 'cmd:' is none of"
            + " index, const:VALUE and cmd:PROGRAM | ndmap fill work",
        "fill work x.npy --workers 0        | --workers must be from 1 to 1024, found 0 | ndmap"
            + " fill work",
        "fill work x.npy --max-chunks 0     | --max-chunks must be at least 1, found 0 | ndmap fill"
            + " work",
        "fill work x.npy --throttle -1      | --throttle must be from 0 to 2147483647, found -1"
            + " | ndmap fill work",
        "fill work x.npy --patience -1      | --patience must be at least 0, found -1 | ndmap fill"
            + " work",
        "fill status                        | Missing required parameter: 'FILE' | ndmap fill"
            + " status",
        "fill evict x.npy                   | Missing required parameter: 'WORKER' | ndmap fill"
            + " evict",
        "fill evict x.npy first             | Invalid value for positional parameter at index 1"
            + " (WORKER): 'first' is not an integer of 64 bits (taken: FILE 'x.npy') | ndmap fill"
            + " evict",
        "fill evict x.npy -1                | WORKER must be from 0 to 2147483647, found -1 | ndmap"
            + " fill evict",
        "fill finish                        | Missing required parameter: 'FILE' | ndmap fill"
            + " finish",
        "fill abort                         | Missing required parameter: 'FILE' | ndmap fill"
            + " abort",
        "mpi                                | Missing command | ndmap mpi",
        "mpi read                           | Missing required parameter: 'FILE' | ndmap mpi read",
        "mpi read x.npy --ranks 2           | --ranks is for --dry-run; mpirun -n N starts N ranks"
            + " | ndmap mpi read",
        "mpi read x.npy --dry-run --ranks 0 | --ranks must be from 1 to 1048576, found 0 | ndmap"
            + " mpi read",
        "mpi read x.npy --axis 99999999999  | --axis must be from -2147483648 to 2147483647, found"
            + " 99999999999 | ndmap mpi read",
        "mpi write x.npy --shape 3          | Missing required option: '--dtype=D' | ndmap mpi"
            + " write",
        "mpi write x.npy --shape 3 --dtype U5 | elements of <U5 do not hold an index; --fill gives"
            + " them a value | ndmap mpi write",
        "demo --size 1                      | --size: the demo takes at least 16.0 MiB, found '1'  "
            + "        | ndmap demo",
        "demo --size huge                   | --size: 'huge' is not a size such as 4GiB, 256m or"
            + " 1_000_000 | ndmap demo",
        "demo --heap 1x                     | --heap: '1x' is not a size such as 4GiB, 256m or"
            + " 1_000_000   | ndmap demo",
        "demo --heap 0                      | --heap: '0' is not a size from 1 to 2^63-1 bytes     "
            + "        | ndmap demo",
      })
  void wrongUsageIsExitTwoAndTwoLines(String args, String message, String command) {
    Cli cli = Cli.run((Object[]) (args == null ? new String[0] : args.split(" ")));
    assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err().lines().toList())
        .startsWith("ndmap: " + message)
        .endsWith("Try '" + command + " --help'.");
    assertThat(cli.err()).doesNotContain("\tat ");
  }

  @Test
  void takeNeedsIndicesFromOnePlace() {
    Cli none = Cli.run("take", "x.npy");
    assertThat(none.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(none.err())
        .isEqualTo(
            "ndmap: Missing required argument (specify one of these):"
                + " (--indices=I,J,... | --indices-file=FILE)\nTry 'ndmap take --help'.\n");
    Cli both = Cli.run("take", "x.npy", "--indices", "1", "--indices-file", "y.npy");
    assertThat(both.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(both.err())
        .isEqualTo(
            "ndmap: --indices=I,J,..., --indices-file=FILE are mutually exclusive (specify"
                + " only one)\nTry 'ndmap take --help'.\n");
  }

  @Test
  void filesHaveNames() throws IOException {
    Cli none = Cli.run("take", "x.npy", "", "--indices", "1");
    assertThat(none.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(none.err())
        .startsWith(
            "ndmap: Invalid value for positional parameter at index 1 (DST): a file name must not"
                + " be empty (taken: SRC 'x.npy')\n");
    Path dash = Files.copy(ints(), directory.resolve("-"));
    assertThat(Cli.run("info", dash).exit()).isZero();
  }

  @Test
  void aWrongDtypeSaysWhy() {
    Cli cli = Cli.run("create", "x.npy", "--dtype", "f7", "--shape", "3");
    assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(cli.err().lines().toList()).hasSize(2);
    assertThat(cli.err()).startsWith("ndmap: Invalid value for option '--dtype': ").contains("f7");
  }

  @ParameterizedTest
  @MethodSource("io.ndmap.cli.CommandTree#names")
  void helpIsThereForEachCommand(String command) {
    Cli cli = Cli.run((Object[]) (command + " --help").strip().split(" "));
    assertThat(cli.exit()).isZero();
    assertThat(cli.err()).isEmpty();
    assertThat(cli.out())
        .startsWith("Usage: ndmap " + command)
        .contains("--help", "Exit codes:", "--debug");
  }

  @ParameterizedTest
  @MethodSource("io.ndmap.cli.CommandTree#names")
  void anUnknownOptionOfEachCommandIsWrongUsage(String command) {
    Cli cli = Cli.run((Object[]) (command + " --frobnicate").strip().split(" "));
    assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err()).startsWith("ndmap: ").doesNotContain("\tat ");
    assertThat(cli.err().lines().toList())
        .endsWith("Try '" + ("ndmap " + command).strip() + " --help'.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "info", "demo"})
  void versionNamesBuildJavaAndNativeAccess(String command) {
    Cli cli = command.isEmpty() ? Cli.run("--version") : Cli.run(command, "--version");
    assertThat(cli.exit()).isZero();
    assertThat(cli.lines()).hasSize(3);
    assertThat(cli.lines().get(0)).matches("ndmap \\S+").doesNotContain("null");
    assertThat(cli.lines().get(1)).startsWith("Java " + System.getProperty("java.runtime.version"));
    assertThat(cli.lines().get(2))
        .matches("native access (enabled|not enabled; --enable-native-access=\\S+ .*)");
  }

  @Test
  void verboseSaysWhichWayMemoryGoes() {
    Cli cli = Cli.run("--version", "--verbose");

    assertThat(cli.exit()).isZero();
    assertThat(cli.lines())
        .startsWith(Cli.run("--version").lines().getFirst())
        .endsWith(Diagnostics.now().text().lines().toArray(String[]::new))
        .hasSize(8);
  }

  @Test
  void completionIsAScriptForEveryCommand() {
    Cli cli = Cli.run("completion");
    assertThat(cli.exit()).isZero();
    assertThat(cli.out())
        .contains("complete -F _complete_ndmap", "bashcompinit", "--json", "--indices-file")
        .contains(
            CommandTree.names()
                .map(name -> ("picocli_ndmap_" + name.replace(' ', '_')).replaceAll("_$", ""))
                .toList());
  }

  @Test
  void aMissingFileIsOneLineAndTheOthersStillCome() throws IOException {
    Path good = ints();
    Path missing = directory.resolve("none.npy");
    Cli cli = Cli.run("info", "--json", missing, good, directory);
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err()).isEmpty();
    assertThat(cli.lines())
        .containsExactly(
            "{\"file\":\""
                + missing
                + "\",\"error\":\"NoSuchFileException\",\"message\":\"no such file\"}",
            "{\"file\":\""
                + good
                + "\",\"format\":\"npy\",\"version\":[1,0],\"descr\":\"'|i1'\",\"dtype\":\"|i1\",\"itemsize\":1,"
                + "\"shape\":[2,3],\"fortran_order\":false,\"data_offset\":128,\"data_bytes\":6}",
            "{\"file\":\""
                + directory
                + "\",\"error\":\"IOException\",\"message\":"
                + "\"a directory; --recursive (-r) shows the files in it\"}");
  }

  @Test
  void errorsAreTextOnTheErrorStream() throws IOException {
    Path good = ints();
    Path missing = directory.resolve("none.npy");
    Cli cli = Cli.run("info", missing, good);
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err()).isEqualTo("ndmap: " + missing + ": no such file\n");
    assertThat(cli.out())
        .startsWith(good + "\n")
        .contains("'|i1'  (int8)", "1 byte\n", "(2, 3)  (6 elements)", "at byte 128");
  }

  @Test
  void oneIsNotManyOfThem() throws IOException {
    assertThat(
            Cli.run("info", Cli.npy(directory.resolve("s.npy"), "'|S1'", "()", new byte[1])).out())
        .contains("'|S1'  (text of 1 byte)", "()  (1 element)");
  }

  @Test
  void debugShowsWhereAnErrorComesFrom() {
    Cli cli = Cli.run("get", "--debug", directory.resolve("none.npy"));
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err())
        .contains("none.npy: no such file\n", "java.nio.file.NoSuchFileException", "\tat ");
  }

  @Test
  void aFileThatMayNotBeReadIsSaidSo() throws IOException {
    Path file = ints();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    Assumptions.assumeFalse(Files.isReadable(file), "this user may read every file");
    assertThat(Cli.run("digest", file).out())
        .isEqualTo(
            "{\"file\":\""
                + file
                + "\",\"error\":\"AccessDeniedException\",\"message\":\"permission denied\"}\n");
  }

  @Test
  void aFileThatIsNoNpyIsSaidSo() throws IOException {
    Path text =
        Files.writeString(
            directory.resolve("x.txt"), "not an array, but more than ten bytes of text");
    Cli cli = Cli.run("stats", text);
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err()).startsWith("ndmap: " + text + ": byte 0: ");
    assertThat(cli.err().lines()).hasSize(1);
  }

  @Test
  void namesBeyondAsciiAreEscapedInJson() {
    Cli cli = Cli.run("info", "--json", "é\"\n整.npy");
    assertThat(cli.out())
        .isEqualTo(
            "{\"file\":\"\\u00e9\\\"\\n"
                + "\\u6574.npy\",\"error\":\"NoSuchFileException\",\"message\":\"no such"
                + " file\"}\n");
  }

  @Test
  void anErrorIsOneLineWhateverTheNamesAre() throws IOException {
    assertThat(Cli.run("info", "a\n\u001b[2J\u009b.npy").err())
        .isEqualTo("ndmap: a\\n\\x1b[2J\\x9b.npy: no such file\n");
    Path file =
        Cli.npy(directory.resolve("s.npy"), "[('\\n\\x1b', '|i1')]", "(1,)", new byte[] {1});
    assertThat(Cli.run("get", file, "--field", "z").err())
        .isEqualTo("ndmap: " + file + ": no field 'z'; there are '\\n\\x1b'\n");
  }

  @Test
  void aNameThatNoFileCanHaveIsWrongUsage() {
    Cli cli = Cli.run("info", "x\0.npy");
    assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(cli.err())
        .startsWith("ndmap: Invalid value for positional parameter at index 0..* (FILE): ")
        .doesNotContain("Exception");
  }

  @Test
  void whatIsMissingWithoutNativeAccessIsOneLine() throws Exception {
    List<String> command =
        Cli.command(
            List.of("--illegal-native-access=deny"),
            "create",
            directory.resolve("x.npy"),
            "--dtype",
            "f8",
            "--shape",
            "3");
    command.remove("--enable-native-access=ALL-UNNAMED");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader reader = process.inputReader()) {
      assertThat(reader.lines())
          .singleElement()
          .asString()
          .startsWith("ndmap: Native access is off: ");
    }
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void anIndexStandsWithItsOptionOrWithout() throws IOException {
    Path file = ints();
    for (String command : List.of("get", "stats", "hist")) {
      Cli without = Cli.run(command, file, "-1, 1:", "--json");
      assertThat(without.exit()).as(command).isZero();
      assertThat(Cli.run(command, file, "--json", "--index", "-1, 1:")).isEqualTo(without);
    }
    Path part = directory.resolve("part.npy");
    assertThat(Cli.run("convert", file, part, "-1, 1:").err()).isEmpty();
    assertThat(Cli.run("get", part).out()).isEqualTo("[5 6]\n");
    assertThat(Cli.run("convert", file, part, "--index", "0", "--force").err()).isEmpty();
    assertThat(Cli.run("get", part).out()).isEqualTo("[1 2 3]\n");
    assertThat(Cli.run("take", file, "--index", "1", "--indices", "2,0").out())
        .isEqualTo("[6 4]\n");
  }

  @Test
  void aNameThatBeginsWithAnAtSignIsAName() throws Exception {
    Path at = Files.copy(ints(), directory.resolve("@x.npy"));
    Path words = Files.writeString(directory.resolve("@words"), "--help");
    assertThat(Cli.run("get", at, "0").out()).isEqualTo("[1 2 3]\n");
    Process process =
        new ProcessBuilder(Cli.command(List.of(), "get", "@x.npy", "0"))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo("[1 2 3]\n");
    assertThat(process.waitFor()).isZero();
    assertThat(Cli.run("info", "@" + words).err())
        .isEqualTo("ndmap: @" + words + ": no such directory\n");
  }

  @Test
  @Tag("slow")
  void whatMemoryIsTooLittleForIsSaidAndWhatGivesMore() throws Exception {
    Path file = directory.resolve("x.npy");
    assertThat(Cli.run("create", file, "--dtype", "V1000000", "--shape", "100", "--sparse").exit())
        .isZero();
    List<String> command =
        new ArrayList<>(
            Cli.command(
                List.of("-Xmx16m", "-XX:+UseSerialGC"),
                "take",
                file,
                "--indices",
                "0,".repeat(99) + "0"));
    // With it new arrays are not in the JVM's direct memory.
    assertThat(command.remove(ChildJvm.NATIVE)).isTrue();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .matches(
            "(ndmap: Native access is off.*\n)?ndmap: "
                + file
                + ": the direct memory of 1[0-9.]+ MiB is too small for this, an array of shape"
                + " [(]100,[)] and dtype [|]V1000000, 95.4 MiB; --heap, or"
                + " NDMAP_JAVA_OPTS=-Xmx1g for ./ndmap, gives more\n");
    assertThat(process.waitFor()).isEqualTo(Main.FAILED);
  }

  @Test
  void negativeIndicesAndValuesAreNoOptions() throws IOException {
    Path file = ints();
    assertThat(Cli.run("get", file, "-1, -2:").out()).isEqualTo("[5 6]\n");
    assertThat(Cli.run("set", file, "-1", "-7").exit()).isZero();
    assertThat(Cli.run("get", file, "-1").out()).isEqualTo("[-7 -7 -7]\n");
    assertThat(Cli.run("get", "-1.npy").err()).isEqualTo("ndmap: -1.npy: no such file\n");
  }

  @Test
  void everyFieldOfAStructureIsListedWhenOneIsMissing() throws IOException {
    Path file =
        Cli.npy(
            directory.resolve("s.npy"), "[('x', '|i1'), ('y', '|u1')]", "(1,)", new byte[] {1, 2});
    for (String command : List.of("get", "stats", "hist")) {
      assertThat(Cli.run(command, file, "--field", "z").err())
          .isEqualTo("ndmap: " + file + ": no field 'z'; there are 'x', 'y'\n");
    }
    assertThat(Cli.run("get", file, "--field", "y", "--json").out())
        .isEqualTo("{\"shape\":[1],\"descr\":\"'|u1'\",\"dtype\":\"|u1\",\"values\":[2]}\n");
  }

  /// Number 10 of issue 41.
  @Test
  void commandsAreListedInOneLineEach() {
    for (CommandSpec group : CommandTree.groups().toList()) {
      List<String> lines =
          Cli.run((Object[]) (CommandTree.name(group) + " --help").strip().split(" ")).lines();
      List<String> commands =
          lines.subList(lines.indexOf("Commands:") + 1, lines.indexOf("Exit codes:") - 1);
      assertThat(commands)
          .hasSizeGreaterThan(1)
          .allMatch(line -> line.matches(" {2}[a-z]+ +[A-Z].*[.]") && line.length() <= 80);
    }
  }

  @Test
  void onlyWhatIsSimilarIsSuggested() {
    assertThat(Cli.run("info", "--deflate", "x.npy").err())
        .isEqualTo("ndmap: Unknown option: '--deflate'\nTry 'ndmap info --help'.\n");
    assertThat(Cli.run("info", "--jsn", "x.npy").err())
        .isEqualTo(
            "ndmap: Unknown option: '--jsn'\nDid you mean '--json'?\nTry 'ndmap info --help'.\n");
    assertThat(Cli.run("convrt").err()).contains("\nDid you mean 'convert'?\n");
    assertThat(Cli.run("frobnicate").err()).doesNotContain("Did you mean");
  }
}
