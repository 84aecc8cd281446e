package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Commands;
import io.ndmap.testing.Python;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Arrays as comma-separated values, written and read: number 5 of issue 41.
class CsvTest {

  private static final String STRUCTURE =
      "[('i','<i4'),('t','<U5'),('m','<f4',(2,2)),('n',[('x','<c16'),('d','<M8[ms]')])]";

  @TempDir private Path directory = Path.of("");

  private Path save(String array) {
    Path file = directory.resolve("x.npy");
    Python.run("np.save(argv[0], " + array + ")", file);
    return file;
  }

  /// Runs `get --csv` on an array that Python makes.
  private Cli csv(String array, Object... more) {
    Object[] args = new Object[3 + more.length];
    args[0] = "get";
    args[1] = save(array);
    args[2] = "--csv";
    System.arraycopy(more, 0, args, 3, more.length);
    return Cli.run(args);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("in.csv"), text);
  }

  /// Converts the text, and returns the array as `get` prints it, or the error without the file's
  /// name.
  private String read(String text, Object... more) throws IOException {
    return read(write(text), more);
  }

  private String read(Path file, Object... more) {
    Path made = directory.resolve("made.npy");
    Object[] args = new Object[4 + more.length];
    args[0] = "convert";
    args[1] = file;
    args[2] = made;
    args[3] = "--force";
    System.arraycopy(more, 0, args, 4, more.length);
    Cli cli = Cli.run(args);
    return cli.exit() == 0
        ? Cli.run("get", made).out()
        : cli.err().replaceFirst("ndmap: \\Q" + file + "\\E: ", "");
  }

  @Test
  void aRowIsALine() {
    assertThat(csv("np.array([[0.1, np.nan], [1e300, -0.0]])").out())
        .isEqualTo("0.1,nan\n1e+300,-0.0\n");
    assertThat(csv("np.arange(6).reshape(2, 3)").out()).isEqualTo("0,1,2\n3,4,5\n");
    assertThat(csv("np.array([True, False])").out()).isEqualTo("True\nFalse\n");
    assertThat(csv("np.float32(0.1)").out()).isEqualTo("0.1\n");
    assertThat(csv("np.zeros((0, 3))").out()).isEmpty();
    assertThat(csv("np.array([2**64 - 1], 'u8')").out()).isEqualTo("18446744073709551615\n");
    assertThat(csv("np.array(['2026-01-02', 'NaT'], 'M8[D]')").out())
        .isEqualTo("2026-01-02\nNaT\n");
    assertThat(csv("np.array([3, 'NaT'], 'm8[s]')").out()).isEqualTo("3\nNaT\n");
    assertThat(csv("np.array([1+2j, -1.5-0.5j])").out()).isEqualTo("1+2j\n-1.5-0.5j\n");
    assertThat(csv("np.array([b'ab', b'\\xc3\\xb6'])").out()).isEqualTo("ab\n\u00f6\n");
    assertThat(csv("np.array([b'\\x00\\xff'], 'V2')").out()).isEqualTo("00ff\n");
    assertThat(csv("np.arange(8).reshape(2, 2, 2)").out()).isEqualTo("0,1\n2,3\n4,5\n6,7\n");
    assertThat(csv("np.arange(4).reshape(2, 2)", "--header", "--delimiter", "tab").out())
        .isEqualTo("0\t1\n0\t1\n2\t3\n");
  }

  @Test
  void textIsQuotedByTheRulesOfCsvAlone() {
    assertThat(
            csv("np.array(['', 'a,b', 'c\"d', 'e\\r\\nf', \"'\", '\\ufeffx', 'y\\xa0\\u200d'])")
                .out())
        .isEqualTo("\"\"\n\"a,b\"\n\"c\"\"d\"\n\"e\r\nf\"\n'\n\"\ufeffx\"\ny\u00a0\u200d\n");
  }

  @Test
  void aStructureIsALineBelowTheNames() {
    assertThat(
            csv("np.array([(1, 'a,b', [[1, 2], [3, 4]], (1j, '2026-01-02'))], " + STRUCTURE + ")")
                .out())
        .isEqualTo(
            """
            i,t,m[0][0],m[0][1],m[1][0],m[1][1],n.x,n.d
            1,"a,b",1.0,2.0,3.0,4.0,1j,2026-01-02T00:00:00.000
            """);
    assertThat(csv("np.zeros((2, 1), [('a', 'i4', 2)])", "--no-header").out())
        .isEqualTo("0,0\n0,0\n");
  }

  @Test
  void bytesThatAreNoTextAreRefusedOrWrittenReversibly() throws IOException {
    String array = "np.array([b'ab', b'\\\\xff', b'\\xff\\xc3\\xb6'], 'S4')";
    Path file = save(array);
    byte[] data = Files.readAllBytes(file);
    assertThat(Cli.run("get", file, "--csv").err())
        .isEqualTo(
            "ndmap: "
                + file
                + ": row 2, column 0: bytes that are not UTF-8; --undecodable escape or"
                + " --undecodable latin1 writes them\n");
    assertThat(Cli.run("get", file, "--csv", "--undecodable", "escape").out())
        .isEqualTo("ab\n\\\\xff\n\\xff\u00f6\n");
    assertThat(Cli.run("get", file, "--csv", "--undecodable", "latin1").out())
        .isEqualTo("ab\n\\xff\n\u00ff\u00c3\u00b6\n");
    for (String how : List.of("escape", "latin1")) {
      Path text = directory.resolve(how + ".csv");
      Path back = directory.resolve(how + ".npy");
      assertThat(Cli.run("convert", file, text, "--undecodable", how).err()).isEmpty();
      assertThat(Cli.run("convert", text, back, "--undecodable", how, "--dtype", "S4").err())
          .isEmpty();
      assertThat(Files.readAllBytes(back)).isEqualTo(data);
    }
    assertThat(read("\\z\n", "--dtype", "S4", "--undecodable", "escape"))
        .startsWith("line 1: column 1: '\\z' has a backslash that begins none of ");
    assertThat(read("\u6574\n", "--dtype", "S4", "--undecodable", "latin1"))
        .isEqualTo("line 1: column 1: U+6574 is not in Latin-1\n");
  }

  @Test
  void halfASurrogatePairIsRefusedOrEscaped() throws IOException {
    Path file = save("np.frombuffer(np.array([0xd800, 0xdc00, 92], 'u4').tobytes(), '<U3')");
    assertThat(Cli.run("get", file, "--csv").err())
        .endsWith("the code unit 0xd800 is not a character; --undecodable escape writes it\n");
    Path text = directory.resolve("u.csv");
    Path back = directory.resolve("u.npy");
    assertThat(Cli.run("convert", file, text, "--undecodable", "escape").err()).isEmpty();
    assertThat(text).hasContent("\\ud800\\udc00\\\\\n");
    assertThat(Cli.run("convert", text, back, "--undecodable", "escape", "--dtype", "U3").err())
        .isEmpty();
    assertThat(back).hasSameBinaryContentAs(file);
  }

  /// Every dtype, by a file and back, to the byte.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<f2", "<f16", ">c16", "?", ">i8", "<u8", "S5", "<U5", ">M8[ns]", "<m8[h]", STRUCTURE
      })
  void whatIsWrittenIsReadBack(String dtype) throws IOException {
    requireReadBack(dtype);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ">f4",
        "<f8",
        ">f16",
        "<c32",
        ">c32",
        "<c8",
        "i1",
        ">u2",
        "<i4",
        ">U5",
        "V3",
        "<M8[D]",
        "<M8[Y]",
        "<M8[M]",
        "<M8[W]",
        "<M8[25s]",
        "<M8[as]",
        ">m8[10us]"
      })
  @Tag("slow")
  void whatIsWrittenOfOtherDtypesIsReadBack(String dtype) throws IOException {
    requireReadBack(dtype);
  }

  private void requireReadBack(String dtype) throws IOException {
    Path file = directory.resolve("x.npy");
    Python.run(
        """
        rng = np.random.default_rng(5)
        d = np.dtype(eval(argv[1]) if argv[1][0] == '[' else argv[1])
        raw = np.frombuffer(rng.bytes(24 * d.itemsize), 'u1').copy()
        a = raw.view(d).reshape(4, 6).copy() if d.kind in 'iumMVS' and not d.names else None
        if d.kind in 'fc':
            a = (rng.normal(size=(4, 6)) * 10.0 ** rng.integers(-3, 4, (4, 6))).astype(d)
            if d.kind == 'c': a.imag = rng.normal(size=(4, 6))
            wide = d.itemsize // (1 + (d.kind == 'c')) == 16
            if wide: a = (a / 3).astype(d)
            a.flat[:3] = [np.nan, np.inf, -0.0]
            # What NumPy leaves there is not part of the numbers.
            if wide: a.view('u1').reshape(-1, 16)[:, slice(6) if argv[1][0] == '>' else slice(10, 16)] = 0
        elif d.kind == 'b':
            a = rng.random((4, 6)) < 0.5
        elif d.kind == 'S':
            a = np.array([b'', b'a,b', b'"', b' x ', b'nan', b'#'] * 4, d).reshape(4, 6)
        elif d.kind == 'U':
            a = np.array(['', 'a,b', '"\\n', '\\ufeff\\xa0', '\\U0001f600', 'NaT'] * 4, d).reshape(4, 6)
        elif d.names:
            a = np.zeros((4, 6), d)
            a['i'] = rng.integers(-9, 9, (4, 6)); a['t'] = 'x,y'; a['m'] = 0.1
            a['n']['x'] = -1-2j; a['n']['d'] = '2026-01-02T03:04:05.678'
        elif d.kind == 'M' and 'ns' not in argv[1] and 'as' not in argv[1]:
            a = rng.integers(-9999, 99999, (4, 6)).astype('<i8').view(d)
        if d.kind in 'mM': a.flat[5] = 'NaT'
        np.save(argv[0], a)
        """,
        file,
        dtype);
    Path text = directory.resolve("x.csv");
    Path back = directory.resolve("back.npy");
    assertThat(Cli.run("convert", file, text).err()).isEmpty();
    assertThat(
            Cli.run("create", back, "--dtype", dtype, "--shape", "4,6", "--from-csv", text).err())
        .isEmpty();
    assertThat(Cli.run("digest", back).json().get("values_sha256"))
        .isEqualTo(Cli.run("digest", file).json().get("values_sha256"));
    if (!dtype.startsWith("[")) {
      assertThat(Cli.run("convert", text, back, "--dtype", dtype, "--force").err()).isEmpty();
      assertThat(Cli.run("digest", back).json().get("values_sha256"))
          .isEqualTo(Cli.run("digest", file).json().get("values_sha256"));
    }
  }

  /// In text of no length the longest cell decides: of bytes by its bytes, missing ones left out.
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '\0',
      value = {
        "a\\nbcd\\n ~ S ~ ~ '|S3' ~ [b'a' b'bcd']",
        "\u00e4\\nbc\\n\u6574\\n ~ S ~ ~ '|S3' ~ [b'\\xc3\\xa4' b'bc' b'\\xe6\\x95\\xb4']",
        "\u00e4\\nbc\\n ~ S ~ --undecodable=latin1 ~ '|S2' ~ [b'\\xe4' b'bc']",
        "\\xff\\\\\\nbc\\n ~ S ~ --undecodable=escape ~ '|S2' ~ [b'\\xff\\\\' b'bc']",
        "longer\\na\\n ~ S ~ --header ~ '|S1' ~ [b'a']",
        "missing\\na\\n ~ S ~ --missing=missing ~ '|S1' ~ [b'' b'a']",
        "missing\\na\\n ~ U ~ --missing=missing ~ '<U1' ~ ['' 'a']",
        "\"\"\\n ~ S ~ ~ '|S1' ~ [b'']",
      })
  void textOfNoLengthTakesThatOfItsCells(
      String text, String dtype, String option, String descr, String items) throws IOException {
    String content = text.strip().replace("\\n", "\n");
    Object[] args = option == null ? new Object[] {} : new Object[] {option};
    Object[] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--dtype";
    all[args.length + 1] = dtype;
    assertThat(read(content, all)).isEqualTo(items + "\n");
    Path made = directory.resolve("made.npy");
    assertThat(Cli.run("info", made, "--json").json().get("descr").getAsString()).isEqualTo(descr);
    Path created = directory.resolve("created.npy");
    Object[] create = {
      "create", created, "--from-csv", directory.resolve("in.csv"), "--dtype", dtype, "--shape", ""
    };
    create[7] = Cli.run("get", made, "--json").json().getAsJsonArray("shape").get(0);
    Object[] withOption = Arrays.copyOf(create, create.length + args.length);
    System.arraycopy(args, 0, withOption, create.length, args.length);
    assertThat(Cli.run(withOption).err()).isEmpty();
    assertThat(created).hasSameBinaryContentAs(made);
  }

  /// A long double keeps the bits that a double has no room for; so does the VALUE of `set`.
  @Test
  void longDoublesAreReadInTheirOwnPrecision() throws IOException {
    Path file = save("np.array(['0.1', '1e-4940', '1.1897e4932', '-0.0', 'nan', '-inf'], '<f16')");
    Path text = directory.resolve("x.csv");
    Path back = directory.resolve("back.npy");
    assertThat(Cli.run("convert", file, text).err()).isEmpty();
    assertThat(Files.readString(text)).startsWith("0.1\n1e-4940\n1.1897e+4932\n-0.0\nnan\n-inf\n");
    assertThat(Cli.run("convert", text, back, "--dtype", "<f16").err()).isEmpty();
    Python.run(
        """
        a, b = (np.load(f).view('u2').reshape(-1, 8)[:, :5] for f in argv)
        assert a.tobytes() == b.tobytes(), (a, b)
        """,
        file,
        back);
    assertThat(Cli.run("set", back, "0", "2.1").err()).isEmpty();
    Python.run("assert np.load(argv[0])[0] == np.longdouble('2.1')", back);
    assertThat(read("1.2e4932\n", "--dtype", "f16"))
        .isEqualTo(
            "line 1: column 1: <f16 cannot hold '1.2e4932': it is outside the range of finite"
                + " numbers; write inf for infinity\n");
  }

  /// NumPy reads what is written, and what it writes is read.
  @Test
  void numpyReadsAndWritesIt() throws IOException {
    String output =
        Python.run(
            """
            import pathlib
            rng = np.random.default_rng(3)
            arrays = {
                'f8': rng.normal(size=(7, 3)), 'f4': rng.normal(size=5).astype('f4'),
                'i8': rng.integers(-2**62, 2**62, (4, 2)), 'u8': np.array([0, 2**64 - 1], 'u8'),
                'c16': rng.normal(size=4) + 1j * rng.normal(size=4),
                '?': np.array([True, False]), 'S3': np.array([b'ab', b'c'], 'S3'),
                'U3': np.array(['\\xe4b', 'c'], 'U3'), 'M8[s]': np.array(['2026-01-02', 'NaT'], 'M8[s]'),
                'm8[s]': np.array([5, -6], 'm8[s]')}
            for name, a in arrays.items():
                np.save(f'{argv[0]}/{name}.npy', a)
                if name in ('f8', 'f4', 'i8', 'u8', 'c16', 'M8[s]', 'S3', 'U3'):
                    b = a.astype('U') if name == 'S3' else a
                    fmt = '%s' if name in ('i8', 'u8', 'M8[s]', 'S3', 'U3', 'c16') else '%.18e'
                    np.savetxt(f'{argv[0]}/{name}.np.csv', b, fmt, delimiter=',', encoding='utf-8')
            print(*arrays, sep='\\n')
            """,
            directory);
    for (String dtype : output.lines().toList()) {
      Path file = directory.resolve(dtype + ".npy");
      assertThat(Cli.run("convert", file, directory.resolve(dtype + ".csv")).err()).isEmpty();
      Path written = directory.resolve(dtype + ".np.csv");
      if (Files.exists(written)) {
        Path back = directory.resolve(dtype + ".back.npy");
        assertThat(Cli.run("convert", written, back, "--dtype", dtype).err()).isEmpty();
        assertThat(back).hasSameBinaryContentAs(file);
      }
    }
    Python.run(
        """
        for name in argv[1].split():
            a = np.load(f'{argv[0]}/{name}.npy')
            b = np.genfromtxt(f'{argv[0]}/{name}.csv', delimiter=',', dtype=name, encoding='utf-8')
            assert a.dtype == b.dtype and a.tobytes() == b.tobytes(), (a, b)
        """,
        directory,
        output);
  }

  private static List<String> pandas() throws InterruptedException {
    for (String python : List.of("python3", "/usr/bin/python3")) {
      String isThere =
          "import importlib.util, sys; sys.exit(importlib.util.find_spec('pandas') is None)";
      if (Commands.succeeds(python, "-c", isThere)) {
        return List.of(python, "-W", "ignore", "-c");
      }
    }
    Assumptions.abort("pandas is not there: nothing to compare with");
    throw new AssertionError();
  }

  @Test
  void pandasReadsAndWritesIt() throws Exception {
    List<String> python = pandas();
    String dtype = "[('i','<i8'),('f','<f8'),('t','<U9'),('d','<M8[us]'),('c','<c16'),('b','?')]";
    Path file = directory.resolve("x.npy");
    Path text = directory.resolve("x.csv");
    Path theirs = directory.resolve("pandas.csv");
    Python.run(
        """
        a = np.array([(1, 0.1, 'a,"b"', '2026-01-02T03:04:05', 1+2j, True),
                      (-2**60, np.nan, '\\xe4 \\xa0\\n', 'NaT', -0.5j, False),
                      (3, np.inf, 'NA', '1999-12-31', 0, True)], eval(argv[1]))
        np.save(argv[0], a)
        """,
        file,
        dtype);
    assertThat(Cli.run("convert", file, text).err()).isEmpty();
    String program =
        """
        import sys, numpy as np, pandas as pd
        file, text, theirs = sys.argv[1:]
        a = np.load(file)
        table = pd.read_csv(text, keep_default_na=False, na_values={'f': ['nan'], 'd': ['NaT']},
                            parse_dates=['d'], float_precision='round_trip')
        table['c'] = table['c'].map(complex)
        for name in a.dtype.names:
            found = table[name].to_numpy().astype(a.dtype[name])
            assert np.array_equal(found, a[name], equal_nan=name in 'fd'), (name, found, a[name])
        table.to_csv(theirs, index=False, na_rep='')
        """;
    List<String> command = new java.util.ArrayList<>(python);
    command.addAll(List.of(program, file.toString(), text.toString(), theirs.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    Path back = directory.resolve("back.npy");
    assertThat(Cli.run("convert", theirs, back, "--dtype", dtype).err()).isEmpty();
    assertThat(back).hasSameBinaryContentAs(file);
  }

  @Test
  void otherProgramsWriteItInManyWays() throws IOException {
    assertThat(read("\ufeff1,2\r\n\r\n3,4")).isEqualTo("[[1. 2.]\n [3. 4.]]\n");
    assertThat(read("1\n\n2\n")).isEqualTo("[1. 2.]\n");
    assertThat(read("1,\nNA,nan\n", "--missing", "NA")).isEqualTo("[[ 1. nan]\n [nan nan]]\n");
    assertThat(read("# note\nx;y\n1; 2\n", "--comment", "#", "--header", "--delimiter", ";"))
        .isEqualTo("[[1. 2.]]\n");
    assertThat(read("a\nbcd\n", "--dtype", "U")).isEqualTo("['a' 'bcd']\n");
    assertThat(read("2020\n2021-02\n", "--dtype", "M8[M]")).isEqualTo("['2020-01' '2021-02']\n");
    assertThat(read("b,c,a\n1,2,3\n", "--dtype", "[('a','i4'),('b','i4')]"))
        .isEqualTo("[(3, 1)]\n");
    assertThat(read("1,2\n", "--dtype", "[('a','i4'),('b','i4')]", "--no-header"))
        .isEqualTo("[(1, 2)]\n");
    assertThat(read("")).isEqualTo("[]\n");
    assertThat(read("1,2\n", "--order", "F", "--byteorder", "big")).isEqualTo("[[1. 2.]]\n");
    Path latin = Files.writeString(directory.resolve("l.csv"), "\u00e4\n", ISO_8859_1);
    assertThat(read(latin, "--dtype", "U1", "--charset", "latin1")).isEqualTo("['\u00e4']\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "1,2\\n3\\n | | line 2: 1 column, where the rows before have 2",
        "1\\n\\n\"x\\ny\"\\n | | line 3: column 1: <f8 cannot hold 'x\\ny': not a number",
        "1\\n\"a\\nb | | line 2: not CSV by RFC 4180: ",
        "\"a\"b\\n | | line 1: not CSV by RFC 4180: ",
        "1\\n1e999\\n | | line 2: column 1: <f8 cannot hold '1e999': it is outside",
        "1\\n300\\n | i1 | line 2: column 1: ",
        "1.5\\n | i4 | line 1: column 1: <i4 cannot hold '1.5': not an integer",
        "1,\\n | i4 | line 1: column 2: a missing value, which elements of <i4 cannot be;",
        "abc\\n | U2 | line 1: column 1: an element holds at most 2 code points, found 3",
        "2020-01-01T12\\n"
            + " | M8[D] | line 1: column 1: '2020-01-01T12' is not a whole number of ticks",
        "18446744073709553616-01-01\\n"
            + " | M8[D] | line 1: column 1: '18446744073709553616-01-01' is not a whole number of",
        "yes\\n | ? | line 1: column 1: |b1 cannot hold 'yes': expected true, false, 1 or 0",
        "a,b\\n"
            + "1,2\\n"
            + " | [('a','i4'),('c','i4')] | line 1: no column 'c'; there are 'a', 'b'; --no-header",
        "a,b\\n1,x\\n | [('a','i4'),('b','i4')] | line 2: column 2 ('b'): <i4 cannot hold 'x'",
        "a,a\\n1,2\\n | [('a','i4')] | line 1: two columns 'a': 'a', 'a'; --no-header",
        "1\\n | O | CSV has no cells for elements of '|O'",
      })
  void anErrorNamesLineAndColumn(String text, String dtype, String expected) throws IOException {
    assertThat(read(text.strip().replace("\\n", "\n"), "--dtype", dtype == null ? "f8" : dtype))
        .startsWith(expected);
    assertThat(directory.resolve("made.npy")).doesNotExist();
  }

  @Test
  void bytesThatAreNoTextHaveTheirLine() throws IOException {
    Path file = Files.write(directory.resolve("b.csv"), "1\n2\n3\u00e4\n".getBytes(ISO_8859_1));
    assertThat(read(file))
        .isEqualTo("line 3: bytes that are not UTF-8; --charset names the encoding\n");
  }

  @Test
  @Tag("slow")
  void aQuoteThatIsNeverClosedDoesNotFillTheHeap() throws IOException {
    Path file =
        Files.writeString(directory.resolve("b.csv"), "1\n\"" + "x".repeat((1 << 26) + (1 << 17)));
    assertThat(read(file))
        .isEqualTo(
            "line 2: a row of more than 67108864 characters, or a quote that is never closed\n");
  }

  @Test
  void pipesAreCsvIfSaid() throws IOException {
    Path file = save("np.arange(6.).reshape(2, 3)");
    Cli csv = Cli.run("convert", file, "-", "--to", "csv");
    assertThat(csv.out()).isEqualTo("0.0,1.0,2.0\n3.0,4.0,5.0\n");
    for (String order : List.of("C", "F")) {
      ByteArrayOutputStream npy = new ByteArrayOutputStream();
      StringWriter err = new StringWriter();
      ByteArrayInputStream in = new ByteArrayInputStream(csv.out().getBytes(UTF_8));
      assertThat(
              Cli.runOn(
                  in, npy, err, false, "convert", "-", "-", "--from", "csv", "--order", order))
          .as(err.toString())
          .isZero();
      Path back = Files.write(directory.resolve("back.npy"), npy.toByteArray());
      assertThat(Cli.run("get", back).out()).isEqualTo(Cli.run("get", file).out());
    }
  }

  @Test
  void aFileAppearsWholeOrNotAtAll() throws IOException {
    Path file = save("np.array([b'a', b'\\xff'])");
    Path text = directory.resolve("x.csv");
    assertThat(Cli.run("convert", file, text).exit()).isEqualTo(Main.FAILED);
    assertThat(text).doesNotExist();
    Files.writeString(text, "old");
    assertThat(Cli.run("convert", save("np.arange(2)"), text).err())
        .isEqualTo("ndmap: " + text + ": the file exists; --force replaces it\n");
    assertThat(text).hasContent("old");
    assertThat(Cli.run("convert", file, text, "--force").err()).isEmpty();
    assertThat(text).hasContent("0\n1\n");
    try (var files = Files.list(directory)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("x.npy", "x.csv");
    }
  }

  @Test
  void aShapeThatIsGivenMustFit() throws IOException {
    Path text = write("1,2\n3,4\n5,6\n");
    Path made = directory.resolve("made.npy");
    for (String[] wrong :
        new String[][] {
          {"2,2", "line 3: the shape (2, 2) has no place for this row"},
          {"4,2", "3 rows are too few for the array"},
          {"3", "2 columns do not fit the shape (3,)"}
        }) {
      assertThat(
              Cli.run("create", made, "--dtype", "i4", "--shape", wrong[0], "--from-csv", text)
                  .err())
          .isEqualTo("ndmap: " + text + ": " + wrong[1] + "\n");
      assertThat(made).doesNotExist();
    }
  }

  /// Members would be lost that the name of the target does not mention.
  @Test
  void anArchiveIsNeverReplaced() throws IOException {
    Path file = save("np.arange(2)");
    Path archive = directory.resolve("all.npz");
    assertThat(Cli.run("npz", "create", archive, file).err()).isEmpty();
    Path plain = Files.copy(archive, directory.resolve("all"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), plain);
    byte[] before = Files.readAllBytes(archive);
    for (Object target : List.of(archive, archive + "::y", directory.resolve("new.ZIP"))) {
      Cli named = Cli.run("convert", file, target, "--to", "csv", "--force");
      assertThat(named.exit()).isEqualTo(Main.WRONG_USAGE);
      assertThat(named.err())
          .startsWith(
              "ndmap: DST: an archive and its members are arrays, not CSV: " + target + "\n");
    }
    for (Path target : List.of(plain, link)) {
      assertThat(Cli.run("convert", file, target, "--to", "csv", "--force"))
          .isEqualTo(
              new Cli(
                  Main.FAILED,
                  "",
                  "ndmap: "
                      + target
                      + ": an archive, whose members would be lost; remove it first\n"));
    }
    assertThat(archive).hasBinaryContent(before);
    assertThat(plain).hasBinaryContent(before);
    assertThat(link).isSymbolicLink();
    assertThat(directory.resolve("new.ZIP")).doesNotExist();
  }

  private static void refused(String message, Object... args) {
    Cli cli = Cli.run(args);
    assertThat(cli.err()).as(List.of(args).toString()).startsWith("ndmap: " + message);
    assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(cli.out()).isEmpty();
  }

  /// An option that would be ignored is refused, before anything is read or made.
  @Test
  void optionsWithoutAMeaningBesideCsvAreRefused() throws IOException {
    Path file = save("np.zeros(5)");
    Path csv = write("1\n");
    Path npy = directory.resolve("o.npy");
    Path text = directory.resolve("o.csv");
    String target = "DST is CSV, which has no dtype, order or byte order; convert to .npy first\n";
    refused(target, "convert", file, text, "--dtype", "i4");
    refused(target, "convert", file, text, "--order", "F");
    refused(target, "convert", file, text, "--byteorder", "big");
    String casting = "--casting is between arrays, and not from or to CSV\n";
    refused(casting, "convert", file, text, "--casting", "unsafe");
    refused(casting, "convert", csv, npy, "--casting", "safe");
    refused("--sparse is for arrays; DST is CSV\n", "convert", file, text, "--sparse");
    String reading = "--charset, --comment and --missing are for CSV that is read\n";
    refused(reading, "convert", file, text, "--charset", "latin1");
    refused(reading, "convert", file, text, "--comment", "#");
    refused(reading, "convert", file, text, "--missing", "NA");
    String whole = "SRC is CSV and converted whole; select from the array it becomes\n";
    refused(whole, "convert", csv, npy, "0");
    refused(whole, "convert", csv, npy, "--index", "0");
    refused(whole, "convert", csv, npy, "--field", "a", "--dtype", "[('a','i4')]");
    String member = "SRC: an archive and its members are arrays, not CSV: ";
    refused(member, "convert", "all.npz::x", npy, "--from", "csv");
    refused(member, "convert", csv, npy, "--from", "csv", "--member", "x");
    refused("SRC and DST are both CSV; --from npy says that SRC is not\n", "convert", csv, text);
    refused(
        "--comment and --delimiter are the same character\n",
        "convert",
        csv,
        npy,
        "--comment",
        ";",
        "--delimiter",
        ";");
    refused("--charset: there is no encoding 'latin'\n", "convert", csv, npy, "--charset", "latin");
    for (String option :
        List.of("--delimiter=;", "--header", "--no-header", "--undecodable=escape")) {
      refused("options of CSV, but no --csv\n", "get", file, option);
      refused("options of CSV, but neither SRC nor DST is CSV: ", "convert", file, npy, option);
    }
    for (String option : List.of("--charset=latin1", "--comment=#", "--missing=NA", "--header")) {
      refused("options of CSV, but neither SRC nor DST is CSV: ", "convert", file, npy, option);
      refused(
          "options of CSV, but no --from-csv\n",
          "create",
          npy,
          "--dtype",
          "f8",
          "--shape",
          "1",
          option);
    }
    refused(
        "--fill and --from-csv exclude each other\n",
        "create",
        npy,
        "--dtype",
        "f8",
        "--shape",
        "1",
        "--fill",
        "1",
        "--from-csv",
        csv);
    assertThat(npy).doesNotExist();
    assertThat(text).doesNotExist();
  }

  @Test
  void whatDoesNotGoTogetherIsWrongUsage() throws IOException {
    Path file = save("np.zeros(5)");
    Path csv = write("1\n");
    Path other = directory.resolve("o.csv");
    assertThat(Cli.run("get", file, "--header").err())
        .startsWith("ndmap: options of CSV, but no --csv\n");
    assertThat(Cli.run("convert", file, "y.npy", "--header").err())
        .startsWith("ndmap: options of CSV, but neither SRC nor DST is CSV");
    assertThat(Cli.run("convert", csv, other).err())
        .startsWith("ndmap: SRC and DST are both CSV; --from npy says");
    assertThat(Cli.run("convert", csv, "y.npy", "0").err()).startsWith("ndmap: SRC is CSV and");
    assertThat(Cli.run("convert", file, other, "--dtype", "i4").err())
        .startsWith("ndmap: DST is CSV, which has no dtype");
    assertThat(Cli.run("get", file, "--csv", "--delimiter", "ab").err())
        .startsWith("ndmap: --delimiter: 'ab' is not one character");
    assertThat(Cli.run("get", file, "--csv", "--limit", 4).exit()).isEqualTo(Main.FAILED);
    assertThat(Cli.run("get", file, "--csv", "--json").err())
        .startsWith("ndmap: --json and --csv exclude each other\n");
  }
}
