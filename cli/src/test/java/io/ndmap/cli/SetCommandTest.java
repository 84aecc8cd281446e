package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests `set`: the values that it stores, and those that it refuses.
class SetCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path zeros(String dtype, String shape) throws IOException {
    Path file = directory.resolve("x.npy");
    assertThat(Cli.run("create", file, "--dtype", dtype, "--shape", shape, "--force").err())
        .isEmpty();
    return file;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "i1        | -128                   | -128",
        "u1        | 0xFF                   | 255",
        "u8        | 18446744073709551615   | 18446744073709551615",
        "i2        | 12.0                   | 12",
        "?         | true                   | true",
        "f8        | 0.1                    | 0.1",
        "f8        | 1e400000000            | ",
        "f8        | nan                    | \"nan\"",
        "f4        | 1.00000005960464477540 | 1.0000001",
        "f2        | 2049.0000000001        | 2.05e+03",
        "f16       | 0.5                    | 0.5",
        "c16       | 1+2j                   | [1.0,2.0]",
        "c16       | [1, -inf]              | [1.0,\"-inf\"]",
        "S3        | hex:00FF               | \"00ff\"",
        ">U3       | é整                     | \"\\u00e9\\u6574\"",
        "U2        | 1                      | \"1\"",
        "V2        | 0102                   | \"0102\"",
        "M8[ms]    | 1969-12-31 23:59:59.5  | \"1969-12-31T23:59:59.500\"",
        "M8[s]     | 1_000                  | \"1970-01-01T00:16:40\"",
        "M8        | 17                     | 17",
        "M8[ns]    | NaT                    | null",
        "m8[s]     | PT1M                   | 60",
      })
  void storesWhatTheDtypeHolds(String dtype, String value, String expected) throws IOException {
    requireStored(dtype, value, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ">i4       | 1_000_000              | 1000000",
        "i8        | -9223372036854775808   | -9223372036854775808",
        "i8        | 1e3                    | 1000",
        "?         | 0                      | false",
        "f8        | -0                     | -0.0",
        "f8        | -0.0                   | -0.0",
        "f8        | .5                     | 0.5",
        "f8        | -inf                   | \"-inf\"",
        "f8        | +Infinity              | \"inf\"",
        "f8        | 0x10                   | 16.0",
        "f8        | 1_0.2_5e1              | 102.5",
        "f8        | 5.                     | 5.0",
        "f8        | 9007199254740992       | 9007199254740992.0",
        "f4        | 0.1                    | 0.1",
        "f4        | 1e-60                  | 0.0",
        ">f2       | 0.1                    | 0.1",
        "f2        | 65519.9                | 6.55e+04",
        "f16       | 1e4932                 | \"inf\"",
        "c8        | (1-2.5j)               | [1.0,-2.5]",
        "c8        | -j                     | [0.0,-1.0]",
        "c8        | 1e-3-1e+3j             | [0.001,-1000.0]",
        "c8        | nan+infj               | [\"nan\",\"inf\"]",
        "c8        | 7                      | [7.0,0.0]",
        "c8        | -infinity-1_0j         | [\"-inf\",-10.0]",
        "S3        | ab                     | \"6162\"",
        "S3        | -1                     | \"2d31\"",
        "V2        | hex:00fF               | \"00ff\"",
        "M8[D]     | 1970-01-03             | \"1970-01-03\"",
        "M8[D]     | 1970-02                | \"1970-02-01\"",
        "M8[s]     | 1970-01-01T00:01       | \"1970-01-01T00:01:00\"",
        "M8[s]     | 1970-01-01T01:00:00+01:00 | \"1970-01-01T00:00:00\"",
        "M8[Y]     | 2024-01-01             | \"2024\"",
        "M8[25s]   | 1970-01-01T00:00:50Z   | \"1970-01-01T00:00:50\"",
        "m8[us]    | -5                     | -5",
        "m8[D]     | nat                    | null",
      })
  @Tag("slow")
  void storesWhatElseTheDtypeHolds(String dtype, String value, String expected) throws IOException {
    requireStored(dtype, value, expected);
  }

  private void requireStored(String dtype, String value, String expected) throws IOException {
    Path file = zeros(dtype, "2");
    String untouched = Cli.run("get", "--json", file, "0").out();
    Cli cli = Cli.run("set", file, "1", value);
    if (expected == null) {
      assertThat(cli.exit()).isEqualTo(Main.FAILED);
      return;
    }
    assertThat(cli).isEqualTo(new Cli(0, "", ""));
    assertThat(Cli.run("get", "--json", file, "1").out())
        .endsWith("\"values\":" + expected + "}\n");
    assertThat(Cli.run("get", "--json", file, "0").out()).isEqualTo(untouched);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "i1     ~ 128        ~ |i1 cannot hold '128': INT8 cannot hold 128",
        "u1     ~ -1         ~ |u1 cannot hold '-1': UINT8 cannot hold -1",
        "u8     ~ 1e20       ~ <u8 cannot hold '1e20': UINT64 cannot hold 100000000000000000000",
        "i4     ~ 1.5        ~ <i4 cannot hold '1.5': not an integer",
        "i4     ~ nan        ~ <i4 cannot hold 'nan': not an integer",
        "i4     ~ one        ~ <i4 cannot hold 'one': not a number",
        "i4     ~ 1e99999    ~ <i4 cannot hold '1e99999': the exponent is too large",
        "i4     ~ ''         ~ <i4 cannot hold '': not a number",
        "?      ~ 2          ~ |b1 cannot hold '2': expected true, false, 1 or 0",
        "f2     ~ 2049       ~ <f2 cannot hold '2049': FLOAT16 cannot hold 2049 exactly",
        "f4     ~ 16777217   ~ <f4 cannot hold '16777217': FLOAT32 cannot hold 16777217 exactly",
        "f8     ~ 9007199254740993 ~ <f8 cannot hold '9007199254740993': FLOAT64 cannot hold"
            + " 9007199254740993 exactly",
        "f16    ~ 1.19e4932  ~ <f16 cannot hold '1.19e4932': it is outside the range of finite"
            + " numbers; write inf for infinity",
        "f16    ~ 36893488147419103233 ~ <f16 cannot hold '36893488147419103233': LONGDOUBLE cannot"
            + " hold 36893488147419103233 exactly",
        "f2     ~ 65520.0    ~ <f2 cannot hold '65520.0': it is outside the range of finite"
            + " numbers; write inf for infinity",
        "f8     ~ 1e309      ~ <f8 cannot hold '1e309': it is outside the range of finite"
            + " numbers; write inf for infinity",
        "f8     ~ 1,5        ~ <f8 cannot hold '1,5': not a number",
        "f8     ~ 1_         ~ <f8 cannot hold '1_': not a number",
        "f8     ~ 1._5       ~ <f8 cannot hold '1._5': not a number",
        "f8     ~ 1__0.5     ~ <f8 cannot hold '1__0.5': not a number",
        "c8     ~ 1_+2j      ~ <c8 cannot hold '1_+2j': not a number",
        "f8     ~ [1]        ~ <f8 takes one value, not a list",
        "c8     ~ 1+2         ~ <c8 cannot hold '1+2': not a number",
        "c8     ~ 1.5.5j      ~ <c8 cannot hold '1.5.5j': not a number",
        "c8     ~ infinfj     ~ <c8 cannot hold 'infinfj': not a number",
        "c8     ~ [1, 2, 3]  ~ <c8 takes a list of 2 values here, found 3",
        "c8     ~ [1, x]     ~ <f4 cannot hold 'x': not a number",
        "S2     ~ abc        ~ |S2 cannot hold 'abc': an element holds at most 2 bytes, found 3",
        "S2     ~ é          ~ |S2 cannot hold 'é': bytes take ASCII text only, found 'é';"
            + " give others as bytes",
        "S2     ~ hex:6      ~ |S2 cannot hold 'hex:6': not two hexadecimal digits for each byte,"
            + " such as hex:00ff",
        "S2     ~ hex:6100   ~ |S2 cannot hold 'hex:6100': the value ends in a NUL, which reading"
            + " it back would drop",
        "U1     ~ ab         ~ <U1 cannot hold 'ab': an element holds at most 1 code points, found"
            + " 2",
        "V2     ~ 00         ~ |V2 cannot hold '00': an element has 2 bytes, found 1",
        "M8[D]  ~ 1970-01-01T12:00 ~ <M8[D] cannot hold '1970-01-01T12:00': 1970-01-01T12:00:00Z is"
            + " not a whole number of <M8[D] in 64 bits",
        "M8[D]  ~ yesterday  ~ <M8[D] cannot hold 'yesterday': Text 'YESTERDAY' could not be parsed"
            + " at index 0",
        "M8[D]  ~ -9223372036854775808 ~ <M8[D] cannot hold '-9223372036854775808': this count of"
            + " ticks means NaT",
        "m8[s]  ~ 9223372036854775808 ~ <m8[s] cannot hold '9223372036854775808': more ticks than"
            + " 64 bits count",
        "m8[s]  ~ PT0.5S     ~ <m8[s] cannot hold 'PT0.5S': PT0.5S is not a whole number of <m8[s]"
            + " in 64 bits",
      })
  void refusesWhatItDoesNotAndLeavesTheFile(String dtype, String value, String message)
      throws IOException {
    Path file = zeros(dtype, "2");
    byte[] before = Files.readAllBytes(file);
    Cli cli = Cli.run("set", file, "0", value);
    assertThat(cli).isEqualTo(new Cli(Main.FAILED, "", "ndmap: " + file + ": " + message + "\n"));
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void aPartIsSetAsNumpySetsIt() throws Exception {
    Path ours = zeros(">i2", "4,5");
    Path numpys = directory.resolve("numpy.npy");
    Files.copy(ours, numpys);
    Python.run(
        "a = np.load(argv[0], mmap_mode='r+'); a[1::2, ::-2] = 7; a[-1] = -1; a[2:2] = 5;"
            + " a.flush()",
        numpys);
    assertThat(Cli.run("set", ours, "1::2, ::-2", "7").err()).isEmpty();
    assertThat(Cli.run("set", ours, "-1", "-1").err()).isEmpty();
    assertThat(Cli.run("set", ours, "2:2", "5").err()).isEmpty();
    assertThat(Files.readAllBytes(ours)).isEqualTo(Files.readAllBytes(numpys));
  }

  @Test
  void aStructureIsSetWholeOrNotAtAll() throws IOException {
    Path file =
        zeros("[('x', '<f4'), ('n', [('i', '|i1', (2, 2)), ('s', '<U2')]), ('c', '<c8')]", "3");
    assertThat(Cli.run("set", file, "1", "[0.1, [[[1, 2], [3, 4]], \"é,\"], 1-2j]").err())
        .isEmpty();
    assertThat(Cli.run("get", file, "1", "--json").out())
        .endsWith("\"values\":[0.1,[[[1,2],[3,4]],\"\\u00e9,\"],[1.0,-2.0]]}\n");
    assertThat(Cli.run("set", file, "2", "[nan, [5, x], [true, 0]]").err())
        .isEqualTo("ndmap: " + file + ": field 'c': <f4 cannot hold 'true': not a number\n");
    assertThat(Cli.run("get", file, "2", "--json").out())
        .endsWith("\"values\":[0.0,[[[0,0],[0,0]],\"\"],[0.0,0.0]]}\n");
    assertThat(Cli.run("set", file, ":", "9", "--field", "n", "--field", "i").err()).isEmpty();
    assertThat(Cli.run("get", file, "--field", "n", "--field", "i", "--json").out())
        .endsWith("\"values\":[[[9,9],[9,9]],[[9,9],[9,9]],[[9,9],[9,9]]]}\n");
    assertThat(Cli.run("set", file, ":, 0, 1", "4", "--field", "n", "--field", "i").err())
        .isEmpty();
    assertThat(Cli.run("get", file, "0", "--field", "n", "--field", "i", "--json").out())
        .endsWith("[[9,4],[9,9]]}\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "5             ~ takes a list with a value for each field",
        "[1]           ~ takes a list of 2 values here, found 1",
        "[1, 2, 3]     ~ takes a list of 2 values here, found 3",
        "[1, [2, 3]]   ~ field 'b': |i1 takes a list of 3 values here, found 2",
        "[1, 2         ~ is not a list such as [1, 2.5, \"x\"]",
        "[1, 2] 3      ~ has text after the end of the list",
        "[1, null]     ~ a list may hold numbers, texts, true, false and lists, not NULL",
        "{}            ~ a list may hold numbers, texts, true, false and lists, not BEGIN_OBJECT",
        "[1, 300]      ~ field 'b': |i1 cannot hold '300': INT8 cannot hold 300",
      })
  void listsThatDoNotFitAreRefused(String value, String message) throws IOException {
    Path file = zeros("[('a', '|u1'), ('b', '|i1', (3,))]", "2");
    byte[] before = Files.readAllBytes(file);
    Cli cli = Cli.run("set", file, "0", value);
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err()).startsWith("ndmap: " + file + ": ").endsWith(message + "\n");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void thePaddingOfAStructureStays() throws IOException {
    Path file =
        Cli.npy(
            directory.resolve("p.npy"),
            "[('a', '|i1'), ('', '|V2'), ('b', '|i1')]",
            "(1,)",
            new byte[] {1, 2, 3, 4});
    byte[] expected = Files.readAllBytes(file);
    expected[expected.length - 4] = 7;
    expected[expected.length - 1] = 8;
    assertThat(Cli.run("set", file, "0", "[7, 8]").err()).isEmpty();
    assertThat(Files.readAllBytes(file)).isEqualTo(expected);
  }

  @Test
  void anIndexOutsideLeavesTheFile() throws IOException {
    Path file = zeros("i1", "2");
    byte[] before = Files.readAllBytes(file);
    Cli cli = Cli.run("set", file, "2", "1");
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err()).startsWith("ndmap: " + file + ": ").contains("axis 0");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }
}
