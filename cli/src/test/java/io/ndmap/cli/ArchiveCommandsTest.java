package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ndmap.grow.AppendOptions;
import io.ndmap.grow.NpyAppender;
import io.ndmap.grow.TrailingBytes;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ndmap npz`, `ndmap verify`, and members of archives in other commands.
class ArchiveCommandsTest {

  @TempDir private Path directory = Path.of("");

  private Path ints() throws IOException {
    return Cli.npy(directory.resolve("ints.npy"), "'|i1'", "(2, 3)", new byte[] {1, 2, 3, 4, 5, 6});
  }

  private Path archive(Object... options) throws IOException {
    Path archive = directory.resolve("all.npz");
    Path bytes = Cli.npy(directory.resolve("b.npy"), "'|u1'", "(4,)", new byte[] {9, 8, 7, 6});
    Object[] args = new Object[5 + options.length];
    args[0] = "npz";
    args[1] = "create";
    System.arraycopy(options, 0, args, 2, options.length);
    args[2 + options.length] = archive;
    args[3 + options.length] = ints();
    args[4 + options.length] = bytes;
    Cli cli = Cli.run(args);
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exit()).isZero();
    return archive;
  }

  @Test
  void membersAreArraysForOtherCommands() throws IOException {
    Path archive = archive();
    assertThat(Cli.run("get", archive + "::ints", "1", "--json").json().get("values"))
        .hasToString("[4,5,6]");
    assertThat(Cli.run("get", archive + "::b.npy").out()).isEqualTo("[9 8 7 6]\n");
    assertThat(Cli.run("stats", archive + "::ints", "--json").json().get("sum").getAsInt())
        .isEqualTo(21);
    assertThat(Cli.run("take", archive + "::b", "--indices", "1,2").out()).isEqualTo("[8 7]\n");
    Path copy = directory.resolve("copy.npy");
    assertThat(Cli.run("convert", archive + "::ints", copy, "--dtype", "<i4").exit()).isZero();
    assertThat(Cli.run("get", copy).out()).isEqualTo("[[1 2 3]\n [4 5 6]]\n");
    assertThat(Cli.run("info", "--json", archive + "::b").json().get("format").getAsString())
        .isEqualTo("npy");
  }

  @Test
  void anArchiveIsListed() throws IOException {
    Path archive = archive();
    assertThat(Cli.run("npz", "list", archive).out())
        .isEqualTo(
            archive
                + ": .npz, 2 members\n"
                + "  ints: '|i1' (2, 3), stored, 6 bytes\n"
                + "  b: '|u1' (4,), stored, 4 bytes\n");
    JsonObject response = Cli.run("info", "--json", archive).json();
    assertThat(response.get("format").getAsString()).isEqualTo("npz");
    JsonObject first = response.getAsJsonArray("members").get(0).getAsJsonObject();
    assertThat(first)
        .hasToString(
            "{\"name\":\"ints.npy\",\"method\":\"stored\",\"mappable\":true,\"version\":[1,0],"
                + "\"descr\":\"'|i1'\",\"dtype\":\"|i1\",\"itemsize\":1,\"shape\":[2,3],"
                + "\"fortran_order\":false,\"data_offset\":128,\"data_bytes\":6}");
    assertThat(Cli.run("npz", "list", "--json", archive).json()).isEqualTo(response);
  }

  /// An archive with the same members stored, deflated, and compressed by bzip2 and LZMA.
  @Test
  void allCompressionsAreRead() throws IOException {
    Path made = Path.of("../mmap/src/test/resources/compressed/mixed.npz");
    Path archive = Files.copy(made, directory.resolve("mixed.npz"));
    assertThat(Cli.run("verify", archive).exit()).isZero();
    assertThat(Cli.run("npz", "list", archive).out())
        .contains("  bzip2-f8: '<f8' (3, 4), bzip2, 96 bytes\n")
        .contains("  lzma-f8: '<f8' (3, 4), lzma, 96 bytes\n")
        .contains("  lzma.txt: lzma, 18 bytes, not an array\n");
    Path into = Files.createDirectory(directory.resolve("into"));
    assertThat(Cli.run("npz", "extract", archive, "--into", into).err()).isEmpty();
    for (String method : new String[] {"deflated", "bzip2", "lzma"}) {
      String member = archive + "::" + method + "-i2";
      assertThat(Cli.run("get", member, "59").out())
          .isEqualTo(Cli.run("get", archive + "::stored-i2", "59").out());
      assertThat(Cli.run("info", "--json", member).json().get("dtype").getAsString())
          .isEqualTo(">i2");
      assertThat(Cli.run("eval", "sum(x)", "x=" + member).out()).isEqualTo("1498500\n");
      assertThat(Cli.run("diff", "--strict", archive + "::stored-i2", member).exit()).isZero();
      assertThat(into.resolve(method + "-i2.npy"))
          .hasSameBinaryContentAs(into.resolve("stored-i2.npy"));
    }
    assertThat(Cli.run("convert", into.resolve("bzip2-f8.npy"), archive + "::x").err()).isEmpty();
    assertThat(Cli.run("npz", "align", archive).err()).isEmpty();
    assertThat(Cli.run("npz", "list", archive).out())
        .contains("  x: '<f8' (3, 4), stored, 96 bytes\n")
        .contains("  lzma-f8: '<f8' (3, 4), stored, 96 bytes\n");
  }

  @Test
  void digestsAreThoseOfTheFiles() throws IOException {
    Path archive = archive("--level", 6);
    JsonObject file = Cli.run("digest", directory.resolve("ints.npy")).json();
    JsonObject response = Cli.run("digest", archive).json();
    JsonObject member = response.getAsJsonArray("members").get(0).getAsJsonObject();
    assertThat(member.get("name").getAsString()).isEqualTo("ints.npy");
    assertThat(member.get("raw_sha256")).isEqualTo(file.get("raw_sha256"));
    assertThat(member.get("values_sha256")).isEqualTo(file.get("values_sha256"));
  }

  @Test
  void extractedMembersAreTheFiles() throws IOException {
    Path archive = archive("--level", 9);
    Path into = Files.createDirectory(directory.resolve("into"));
    assertThat(Cli.run("npz", "extract", archive, "--into", into).exit()).isZero();
    assertThat(into.resolve("ints.npy")).hasSameBinaryContentAs(directory.resolve("ints.npy"));
    Cli again = Cli.run("npz", "extract", archive, "b", "--into", into);
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err())
        .isEqualTo("ndmap: " + into.resolve("b.npy") + ": the file exists; --force replaces it\n");
    assertThat(Cli.run("npz", "extract", archive, "b", "--into", into, "--force").exit()).isZero();
    assertThat(into).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void namesAreNotPaths() {
    Path archive = directory.resolve("evil.npz");
    Python.run(
        """
        import zipfile
        with zipfile.ZipFile(argv[0], 'w') as z: z.writestr('../evil.npy', b'x')
        """,
        archive);
    Cli cli = Cli.run("npz", "extract", archive, "--into", directory);
    assertThat(cli.exit()).isEqualTo(1);
    assertThat(cli.err())
        .isEqualTo(
            "ndmap: "
                + archive
                + ": the name of member '../evil.npy' is not a plain file name; unzip -p "
                + archive
                + " ../evil.npy > NEW writes it\n");
  }

  @Test
  void foldersAndWhatMacOsStoresAreNoObstacles() {
    Path archive = directory.resolve("mac.npz");
    Python.run(
        """
        import io, zipfile
        def npy(x):
            out = io.BytesIO()
            np.save(out, x)
            return out.getvalue()
        with zipfile.ZipFile(argv[0], 'w') as z:
            z.writestr('grp/', b'')
            z.writestr('grp/a.npy', npy(np.arange(3)))
            z.writestr('__MACOSX/', b'')
            z.writestr('__MACOSX/._b.npy', b'resource fork')
            z.writestr('b.npy', npy(np.arange(4)))
            z.writestr('grp/notes.txt', b'text')
        """,
        archive);
    Cli cli = Cli.run("npz", "extract", archive, "--into", directory);
    assertThat(cli)
        .isEqualTo(
            new Cli(
                1,
                archive + ": skipped metadata files of macOS: 2\n",
                "ndmap: "
                    + archive
                    + ": the name of member 'grp/a.npy' is not a plain file name; ndmap convert "
                    + archive
                    + "::grp/a.npy NEW.npy writes it; further members that were not extracted:"
                    + " 1\n"));
    assertThat(Cli.run("get", directory.resolve("b.npy")).out()).isEqualTo("[0 1 2 3]\n");
    Path other = directory.resolve("a.npy");
    assertThat(Cli.run("convert", archive + "::grp/a.npy", other).exit()).isZero();
    assertThat(Cli.run("get", other).out()).isEqualTo("[0 1 2]\n");
  }

  @Test
  void storesIntoAMemberKeepTheArchiveSound() throws IOException {
    Path archive = archive();
    assertThat(Cli.run("set", archive + "::ints", "0", "7").err()).isEmpty();
    assertThat(Cli.run("verify", archive).out()).isEqualTo(archive + ": 2 members, sound\n");
    Python.run(
        """
        import zipfile
        with zipfile.ZipFile(argv[0]) as z: assert z.testzip() is None
        assert np.load(argv[0])['ints'].tolist() == [[7, 7, 7], [4, 5, 6]]
        """,
        archive);
  }

  @Test
  void damageIsFound() throws IOException {
    Path archive = archive();
    byte[] bytes = Files.readAllBytes(archive);
    int item = new String(bytes, ISO_8859_1).indexOf("\1\2\3\4");
    bytes[item] = 0;
    Files.write(archive, bytes);
    Cli cli = Cli.run("verify", directory.resolve("ints.npy"), archive);
    assertThat(cli.exit()).isEqualTo(1);
    assertThat(cli.lines())
        .startsWith(directory.resolve("ints.npy") + ": sound", archive + ": 2 members, not sound")
        .last()
        .asString()
        .startsWith(archive + ": member 'ints.npy': wrong crc: ");
    JsonObject response = Cli.run("verify", "--json", archive).json();
    assertThat(response.get("sound").getAsBoolean()).isFalse();
    assertThat(Cli.run("npz", "repair", "--dry-run", archive).out())
        .isEqualTo(archive + ": there is nothing to repair\n");
    assertThat(Cli.run("verify", "--dry-run", archive).err())
        .startsWith("ndmap: --dry-run is for --repair\n");
  }

  @Test
  void arraysWhoseAppenderDiedAreMended() throws IOException {
    Path rows = Cli.npy(directory.resolve("rows.npy"), "'|i1'", "(2, 3)", new byte[] {1, 2, 3, 4});
    assertThat(Cli.run("verify", rows).exit()).isEqualTo(1);
    String mended =
        "let the header count the whole rows that are there: 2 bytes of its data are missing\n";
    Cli dry = Cli.run("verify", "--repair", "--dry-run", rows);
    assertThat(dry.out()).isEqualTo(rows + ": would " + mended);
    assertThat(dry.exit()).isEqualTo(1);
    assertThat(Cli.run("verify", "--repair", rows).out())
        .isEqualTo(rows + ": " + mended + rows + ": sound\n");
    assertThat(Cli.run("get", rows).out()).isEqualTo("[[1 2 3]]\n");
    assertThat(Cli.run("verify", "--repair", rows).out())
        .isEqualTo(rows + ": there is nothing to repair\n" + rows + ": sound\n");
  }

  @Test
  void bytesBehindRowsWithoutBytesAreOnlyCutOff() throws IOException {
    Path rows = Cli.npy(directory.resolve("rows.npy"), "'|i1'", "(2, 0)", new byte[] {1, 2, 3});
    byte[] before = Files.readAllBytes(rows);
    String unsound =
        rows
            + ": not sound, and 3 bytes after the end\n"
            + rows
            + ": 3 bytes after rows that have no bytes; --repair --truncate cuts them off\n";
    assertThat(Cli.run("verify", rows)).isEqualTo(new Cli(1, unsound, ""));
    assertThat(Cli.run("verify", "--repair", "--recover", rows)).isEqualTo(new Cli(1, unsound, ""));
    assertThat(Cli.run("verify", "--repair", "--recover", "--dry-run", rows))
        .isEqualTo(new Cli(1, unsound, ""));
    assertThat(Files.readAllBytes(rows)).isEqualTo(before);
    assertThat(Cli.run("verify", "--repair", "--truncate", rows).lines())
        .containsExactly(rows + ": cut off 3 bytes after its data", rows + ": sound");
  }

  @Test
  void uncountedRowsAreReported() throws IOException {
    byte[] items = {1, 2, 3, 4, 5, 6, 7, 8};
    Path rows = Cli.npy(directory.resolve("rows.npy"), "'|i1'", "(1, 3)", items);
    byte[] before = Files.readAllBytes(rows);
    String uncounted =
        rows
            + ": not sound, and 5 bytes after the end\n"
            + rows
            + ": 5 bytes, which its header does not count, as a killed recorder or appender leaves"
            + " them: 1 whole row and 2 bytes; --repair --recover counts the rows, --repair"
            + " --truncate cuts all of them off\n";
    assertThat(Cli.run("verify", rows)).isEqualTo(new Cli(1, uncounted, ""));
    JsonObject response = Cli.run("verify", "--json", rows).json();
    assertThat(response.get("sound").getAsBoolean()).isFalse();
    assertThat(response.get("trailing_bytes").getAsLong()).isEqualTo(5);
    assertThat(response.get("trailing_rows").getAsLong()).isEqualTo(1);
    assertThat(Cli.run("verify", "--repair", rows)).isEqualTo(new Cli(1, uncounted, ""));
    assertThat(Cli.run("verify", "--recover", rows).err())
        .startsWith("ndmap: --recover and --truncate are for --repair\n");
    assertThat(Cli.run("verify", "--repair", "--recover", "--dry-run", rows).lines())
        .startsWith(
            rows + ": would let the header count 1 whole row more",
            rows + ": would cut off 2 bytes after its data");
    assertThat(Files.readAllBytes(rows)).isEqualTo(before);
    assertThat(Cli.run("verify", "--repair", "--recover", rows).lines())
        .containsExactly(
            rows + ": let the header count 1 whole row more",
            rows + ": cut off 2 bytes after its data",
            rows + ": sound");
    assertThat(Cli.run("get", rows).out()).isEqualTo("[[1 2 3]\n [4 5 6]]\n");
    Files.write(rows, before);
    assertThat(Cli.run("verify", "--repair", "--truncate", rows).lines())
        .containsExactly(rows + ": cut off 5 bytes after its data", rows + ": sound");
    Files.write(rows, before);
    try (NpyAppender _ =
        NpyAppender.open(rows, AppendOptions.DEFAULT.withTrailing(TrailingBytes.TRUNCATE))) {
      // They may be rows that it is about to count.
      assertThat(Cli.run("verify", rows))
          .isEqualTo(new Cli(0, rows + ": sound, and 5 bytes after the end\n", ""));
    }
  }

  @Test
  void arraysThatAreWholeAreLeftAlone() throws IOException {
    Path two = Cli.npy(directory.resolve("two.npy"), "'|i1'", "(1,)", new byte[] {1});
    Files.write(two, Files.readAllBytes(two), StandardOpenOption.APPEND);
    assertThat(Cli.run("verify", "--repair", two).out())
        .isEqualTo(
            two
                + ": left alone: another array begins after its data, which --truncate would cut"
                + " off\n"
                + two
                + ": sound, and 129 bytes after the end\n"
                + two
                + ": another array begins after the end\n");
    Path one = Cli.npy(directory.resolve("one.npy"), "'|i1'", "()", new byte[] {1});
    assertThat(Cli.run("verify", "--repair", one).out())
        .isEqualTo(
            one
                + ": there is nothing to repair: it has no axis to grow along\n"
                + one
                + ": sound\n");
  }

  /// No appender takes such a header, but bytes behind the data may be rows all the same.
  @Test
  void rowsAfterALongHeaderAreReported() throws IOException {
    Path file = directory.resolve("long.npy");
    Python.run(
        """
        np.save(argv[0], np.zeros(3, [(f'field_number_{i}', 'i1') for i in range(400)]))
        with open(argv[0], 'ab') as f: f.write(bytes(410))
        """,
        file);
    byte[] before = Files.readAllBytes(file);
    String trailing =
        file
            + ": not sound, and 410 bytes after the end\n"
            + file
            + ": 410 bytes, which its header does not count, as a killed recorder or appender"
            + " leaves them: 1 whole row and 10 bytes; arrays with so long a header do not grow and"
            + " are not repaired: ndmap convert --max-header makes a copy without these bytes\n";
    assertThat(Cli.run("verify", file, "--max-header", "20k")).isEqualTo(new Cli(1, trailing, ""));
    JsonObject response = Cli.run("verify", file, "--max-header", "20k", "--json").json();
    assertThat(response.get("sound").getAsBoolean()).isFalse();
    assertThat(response.get("trailing_rows").getAsLong()).isEqualTo(1);
    assertThat(Cli.run("verify", "--repair", "--truncate", file, "--max-header", "20k"))
        .isEqualTo(
            new Cli(
                1,
                file + ": left alone: arrays with so long a header do not grow\n" + trailing,
                ""));
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    Path copy = directory.resolve("copy.npy");
    assertThat(Cli.run("convert", file, copy, "--max-header", "20k").err()).isEmpty();
    assertThat(Cli.run("verify", copy, "--max-header", "20k"))
        .isEqualTo(new Cli(0, copy + ": sound\n", ""));
  }

  /// Leaves an array of three elements whose header is getting room.
  ///
  /// @param behind the bytes behind the data
  private static void interruptExtension(Path tight, byte... behind) {
    Python.run(
        """
        import os, struct, sys
        sys.path.insert(0, '../python')
        import ndmap_append
        text = b"{'descr': '|i1', 'fortran_order': False, 'shape': (3,), }\\n"
        with open(argv[0], 'wb') as file:
            file.write(b'\\x93NUMPY\\x01\\x00' + struct.pack('<H', len(text)) + text + b'abc' + bytes.fromhex(argv[1]))
        ndmap_append._step = lambda step: step == 'MARKED' and os._exit(0)
        ndmap_append.make_room(argv[0])
        """,
        tight,
        HexFormat.of().formatHex(behind));
  }

  @Test
  void anInterruptedExtensionIsCompleted() throws IOException {
    Path tight = directory.resolve("tight.npy");
    interruptExtension(tight);
    Cli found = Cli.run("verify", tight);
    assertThat(found.exit()).isEqualTo(1);
    assertThat(found.lines())
        .containsExactly(
            tight + ": not sound",
            tight + ": a process is extending its header, or died while it did");
    assertThat(Cli.run("verify", "--repair", tight).lines())
        .containsExactly(
            tight + ": complete or undo the extension of its header", tight + ": sound");
    assertThat(Cli.run("get", tight).out()).isEqualTo("[97 98 99]\n");
  }

  /// The array behind stays, and the file is an array for other programs again.
  @Test
  void anInterruptedExtensionBeforeAnotherArrayIsCompleted() throws IOException {
    Path tight = directory.resolve("tight.npy");
    Path behind = Cli.npy(directory.resolve("behind.npy"), "'|i1'", "(1,)", new byte[] {7});
    interruptExtension(tight, Files.readAllBytes(behind));
    byte[] marked = Files.readAllBytes(tight);
    String done = "complete or undo the extension of its header";
    String kept =
        tight + ": left alone: another array begins after its data, which --truncate would cut off";
    assertThat(Cli.run("verify", "--repair", "--dry-run", tight).lines())
        .startsWith(
            tight + ": would " + done, kept, tight + ": not sound, and 129 bytes after the end");
    assertThat(tight).hasBinaryContent(marked);
    assertThat(Cli.run("verify", "--repair", "--recover", tight).lines())
        .containsExactly(
            tight + ": " + done,
            kept,
            tight + ": sound, and 129 bytes after the end",
            tight + ": another array begins after the end");
    assertThat(Python.run("with open(argv[0], 'rb') as f: print(np.load(f), np.load(f))", tight))
        .isEqualTo("[97 98 99] [7]\n");
  }

  /// More than the mappings that a process may have.
  @Tag("heavy")
  @Test
  void anArchiveOfManyMembersIsDigested() {
    Path many = directory.resolve("many.npz");
    Python.run(
        """
        import io, zipfile
        data = io.BytesIO()
        np.save(data, np.arange(3))
        with zipfile.ZipFile(argv[0], 'w') as z:
            for i in range(70_000):
                z.writestr(f'm{i}.npy', data.getvalue())
        """,
        many);
    Cli digest = Cli.run("digest", many);
    assertThat(digest.err()).isEmpty();
    assertThat(digest.exit()).isZero();
    assertThat(digest.json().getAsJsonArray("members")).hasSize(70_000);
    assertThat(digest.out()).doesNotContain("\"error\"");
  }

  /// As appending by Python's `zipfile` leaves them.
  @Test
  void theLastMemberOfANameIsReadAndTheOthersAreReported() {
    Path several = directory.resolve("several.npz");
    Python.run(
        """
        import io, warnings, zipfile
        warnings.simplefilter('ignore')
        with zipfile.ZipFile(argv[0], 'w') as z:
            for value in (1, 2):
                data = io.BytesIO()
                np.save(data, np.full(2, value))
                z.writestr('a.npy', data.getvalue())
        """,
        several);
    assertThat(Cli.run("get", several + "::a").out()).isEqualTo("[2 2]\n");
    assertThat(Cli.run("verify", several))
        .isEqualTo(
            new Cli(
                0,
                several
                    + ": 2 members, sound\n"
                    + several
                    + ": member 'a.npy': shadowed: a later member has the same name, and is the one"
                    + " that is read\n",
                ""));
    assertThat(Cli.run("npz", "align", several))
        .isEqualTo(
            new Cli(0, several + ": left out 'a.npy': a later member has the same name\n", ""));
    assertThat(Cli.run("get", several + "::a").out()).isEqualTo("[2 2]\n");
    assertThat(Cli.run("verify", several))
        .isEqualTo(new Cli(0, several + ": 1 member, sound\n", ""));
  }

  @Test
  void anAlignedArchiveIsMappable() throws IOException {
    Path archive = archive("--level", 6);
    JsonObject before = Cli.run("info", "--json", archive).json();
    assertThat(before.toString()).contains("\"mappable\":false");
    assertThat(Cli.run("npz", "align", archive).exit()).isZero();
    assertThat(Cli.run("info", "--json", archive).out()).doesNotContain("\"mappable\":false");
    assertThat(Cli.run("verify", archive).exit()).isZero();
  }

  @Test
  void membersAreAppended() throws IOException {
    Path archive = archive();
    Path more = Cli.npy(directory.resolve("more.npy"), "'|i1'", "()", new byte[] {3});
    assertThat(Cli.run("npz", "create", "--append", archive, more).exit()).isZero();
    assertThat(Cli.run("get", archive + "::more").out()).isEqualTo("3\n");
    assertThat(Cli.run("npz", "create", archive, more).err())
        .isEqualTo("ndmap: " + archive + ": the file exists; --force replaces it\n");
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    Path archive = archive();
    assertThat(Cli.run("get", archive).err())
        .isEqualTo(
            "ndmap: "
                + archive
                + ": an archive; name one of its members, such as "
                + archive
                + "::ints\n");
    assertThat(Cli.run("get", archive + "::c").err())
        .isEqualTo("ndmap: " + archive + "::c: there is no member 'c', there are [ints, b]\n");
    assertThat(Cli.run("npz", "create", directory.resolve("x.npz"), ints(), ints()).err())
        .startsWith("ndmap: two members would have the name 'ints'\n");
  }
}
