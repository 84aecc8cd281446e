package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How arguments name arrays: members that exist, and targets that are made.
class NamesTest {

  @TempDir private Path directory = Path.of("");

  private static Cli ok(Object... args) {
    Cli cli = Cli.run(args);
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exit()).isZero();
    return cli;
  }

  private Path array(String name, int value) throws IOException {
    return Cli.npy(directory.resolve(name), "'|i1'", "(2,)", new byte[] {(byte) value, 0});
  }

  /// Names that a path would take for others.
  private static final List<String> MEMBERS =
      List.of("a//b", "a/b", "a/./b", "g/", "g", "//abs", "/abs", "./b", "b", "../b");

  /// Each member holds its own number.
  private Path archive() {
    Path archive = directory.resolve("z.npz");
    Python.run(
        "np.savez(argv[0], **{name: np.array([i], 'i1') for i, name in enumerate(argv[1:])})",
        Stream.concat(Stream.of(archive), MEMBERS.stream()).toArray());
    return archive;
  }

  @Test
  void aMemberIsFoundAndChangedByItsNameAlone() {
    Path archive = archive();
    for (int i = 0; i < MEMBERS.size(); i++) {
      String member = MEMBERS.get(i);
      String name = archive + "::" + member;
      String items = "[" + i + "]\n";
      assertThat(ok("get", name).out()).isEqualTo(items);
      assertThat(ok("get", name + ".npy").out()).isEqualTo(items);
      assertThat(ok("get", archive, "--member", member).out()).isEqualTo(items);
      assertThat(ok("info", name).out()).startsWith(name + "\n");
      assertThat(ok("info", "--json", name).json().get("file").getAsString()).isEqualTo(name);
      ok("set", name, "0", 100 + i);
    }
    Python.run(
        """
        with np.load(argv[0]) as z:
            assert [z[name][0] for name in argv[1:]] == list(range(100, 110)), dict(z)
        """,
        Stream.concat(Stream.of(archive), MEMBERS.stream()).toArray());
  }

  @Test
  void anArchiveIsFoundByTheLastSeparatorBehindItsName() throws IOException {
    Files.createDirectory(directory.resolve("run::1"));
    Path archive = directory.resolve("run::1/all.npz");
    ok("npz", "create", archive, array("x.npy", 1));
    assertThat(ok("get", archive + "::x").out()).isEqualTo("[1 0]\n");
    Path plain = Files.copy(archive, directory.resolve("run::1/all"));
    assertThat(ok("get", plain + "::x").out()).isEqualTo("[1 0]\n");
    Path file = Files.copy(array("y.npy", 2), Path.of(archive + "::x"));
    assertThat(ok("get", file).out()).isEqualTo("[2 0]\n");
    assertThat(ok("get", archive, "--member", "x").out()).isEqualTo("[1 0]\n");
  }

  @Test
  void everyCommandTakesTheMemberApart() throws IOException {
    Path archive = directory.resolve("all.npz");
    Path x = array("x.npy", 1);
    ok("npz", "create", archive, x);
    String both = ok("info", archive + "::x").out();
    assertThat(ok("info", archive, "--member", "x").out()).isEqualTo(both);
    for (String command : new String[] {"digest", "stats", "hist", "verify"}) {
      assertThat(ok(command, archive, "--member", "x").out())
          .isEqualTo(ok(command, archive + "::x").out())
          .isNotEmpty();
    }
    assertThat(ok("take", archive, "--member", "x", "--indices", "1").out()).isEqualTo("[0]\n");
    ok("convert", archive, directory.resolve("copy.npy"), "--member", "x");
    ok("append", x, archive, "--member", "x");
    assertThat(ok("get", x).out()).isEqualTo("[1 0 1 0]\n");
    Path other = directory.resolve("other.npz");
    ok("npz", "create", other, archive, "--member", "x");
    assertThat(ok("get", other + "::x").out()).isEqualTo("[1 0]\n");
    ok("create", other, "--member", "a//b", "--dtype", "i1", "--shape", "2");
    assertThat(ok("get", other + "::a//b").out()).isEqualTo("[0 0]\n");
    Cli stream = Cli.run("get", "-", "--member", "x");
    assertThat(stream.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(stream.err()).startsWith("ndmap: --member: the standard input is one array\n");
  }

  @Test
  void theMessageOfAMissingMemberListsSimilarNames() {
    Path archive = archive();
    assertThat(Cli.run("get", archive + "::a///b").err())
        .isEqualTo(
            "ndmap: "
                + archive
                + "::a///b: there is no member 'a///b', there are [a//b, a/b, a/./b, g/, g, //abs,"
                + " /abs, ./b, b, ../b]\n");
  }

  @Test
  void aMemberIsVerifiedAlone() throws IOException {
    Path archive = directory.resolve("all.npz");
    ok("npz", "create", archive, array("x.npy", 1), array("y.npy", 99));
    byte[] bytes = Files.readAllBytes(archive);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == 99 && bytes[i + 1] == 0 ? 98 : bytes[i];
    }
    Files.write(archive, bytes);
    assertThat(ok("verify", archive + "::x").out()).isEqualTo(archive + "::x: 1 member, sound\n");
    Cli damaged = Cli.run("verify", archive + "::y");
    assertThat(damaged.exit()).isEqualTo(Main.FAILED);
    assertThat(damaged.lines().getFirst()).isEqualTo(archive + "::y: 1 member, not sound");
    Cli repair = Cli.run("verify", "--repair", archive + "::y");
    assertThat(repair.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(repair.err()).startsWith("ndmap: --repair is for whole files, not for members\n");
  }

  // ---- targets

  /// The commands that make `.npy` files, with the label of the target.
  private Cli make(String command, Path target, Object... options) throws IOException {
    Path source = directory.resolve("source.npy");
    if (Files.notExists(source)) {
      var _ = array("source.npy", 5);
    }
    Object[] args =
        switch (command) {
          case "create" -> new Object[] {"create", target, "--dtype", "i1", "--shape", "2"};
          case "convert" -> new Object[] {"convert", source, target};
          case "take" -> new Object[] {"take", source, target, "--indices", "0,1"};
          case "fill" -> new Object[] {"fill", "init", target, "--dtype", "i1", "--shape", "2"};
          default ->
              new Object[] {
                "mpi", "write", target, "--dtype", "i1", "--shape", "2", "--ranks", "1", "--dry-run"
              };
        };
    Object[] all = Arrays.copyOf(args, args.length + options.length);
    System.arraycopy(options, 0, all, args.length, options.length);
    return Cli.run(all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x.h5        | the ending .h5 means HDF5; only .npy, .npz, .safetensors and .csv are"
            + " written",
        "x.PARQUET   | the ending .parquet means Parquet; only .npy, .npz, .safetensors and .csv"
            + " are written",
        "x.zarr      | the ending .zarr means Zarr; only .npy, .npz, .safetensors and .csv are"
            + " written",
        "x.pkl       | the ending .pkl means a pickle; only .npy, .npz, .safetensors and .csv are"
            + " written",
        "x.npy.gz    | the ending .gz means a compressed file; ndmap convert SRC - writes the array"
            + " to standard output, for a compressor",
        "x.json      | the ending .json means JSON; ndmap get --json prints it",
        "x.txt       | the ending .txt means text; ndmap get prints it",
      })
  void anEndingOfAnotherFormatIsRefused(String name, String reason) throws IOException {
    Path target = directory.resolve(name);
    for (String command : new String[] {"create", "convert", "take", "fill", "mpi"}) {
      Cli cli = make(command, target);
      assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
      assertThat(cli.err()).contains(": " + target + ": " + reason + "\n");
    }
    assertThat(Cli.run("npz", "create", target, directory.resolve("source.npy")).err())
        .startsWith("ndmap: ARCHIVE: " + target + ": " + reason + "\n");
    assertThat(directory).isDirectoryNotContaining("glob:**x.*");
  }

  @Test
  void onlyConvertWritesCsv() throws IOException {
    Path target = directory.resolve("x.csv");
    for (String command : new String[] {"create", "take", "fill", "mpi"}) {
      Cli cli = make(command, target);
      assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
      assertThat(cli.err())
          .contains(target + ": the ending .csv means CSV; ndmap convert writes it\n");
      assertThat(target).doesNotExist();
    }
    assertThat(make("convert", target).err()).isEmpty();
    assertThat(Files.readString(target)).startsWith("5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.npy", "x", "x.dat", "x.v2", ".npz.npy", "json"})
  void otherEndingsAreNpyFiles(String name) throws IOException {
    Path target = directory.resolve(name);
    for (String command : new String[] {"create", "convert", "take"}) {
      assertThat(make(command, target).err()).isEmpty();
      assertThat(ok("info", "--json", target).json().get("format").getAsString()).isEqualTo("npy");
      Files.delete(target);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "convert", "take"})
  void anArchiveIsWrittenAsOne(String command) throws IOException {
    for (String name : new String[] {"new.npz", "new.ZIP"}) {
      Path target = directory.resolve(name);
      assertThat(make(command, target).err()).isEmpty();
      int first = command.equals("create") ? 0 : 5;
      Python.run(
          """
          import zipfile
          assert zipfile.ZipFile(argv[0]).testzip() is None
          z = np.load(argv[0])
          assert z.files == ['arr_0'] and z['arr_0'].tolist() == [int(argv[1]), 0]
          """,
          target,
          first);
      Cli again = make(command, target);
      assertThat(again.exit()).isEqualTo(Main.FAILED);
      assertThat(again.err())
          .isEqualTo(
              "ndmap: "
                  + target
                  + ": the archive exists; --force replaces it and all its members, "
                  + target
                  + "::NAME adds one\n");
      assertThat(make(command, target, "--force").err()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "convert", "take"})
  void aMemberIsAddedToAnArchive(String command) throws IOException {
    Path archive = directory.resolve("all.npz");
    assertThat(make(command, Path.of(archive + "::first")).err()).isEmpty();
    assertThat(make(command, Path.of(archive + "::second.npy"), "--sparse").err()).isEmpty();
    Python.run(
        """
        import zipfile
        assert zipfile.ZipFile(argv[0]).testzip() is None
        assert np.load(argv[0]).files == ['first', 'second']
        """,
        archive);
    byte[] before = Files.readAllBytes(archive);
    for (String option : new String[] {"--sparse", "--force"}) {
      Cli taken = make(command, Path.of(archive + "::first"), option);
      assertThat(taken.exit()).isEqualTo(Main.FAILED);
      assertThat(taken.err())
          .isEqualTo(
              "ndmap: "
                  + archive
                  + "::first: there is a member 'first', and members are not replaced; choose"
                  + " another name, or store into it with ndmap set\n");
    }
    assertThat(archive).hasBinaryContent(before);
  }

  /// The mapped archive stays until the new one has its name.
  @Test
  void aMemberIsConvertedIntoItsOwnArchive() throws IOException {
    Path archive = directory.resolve("all.npz");
    ok("npz", "create", archive, array("x.npy", 3));
    ok("convert", archive + "::x", archive + "::a//b", "--dtype", "f4");
    assertThat(ok("get", archive + "::a//b").out()).isEqualTo("[3. 0.]\n");
    assertThat(ok("get", archive + "::x").out()).isEqualTo("[3 0]\n");
    Cli self = Cli.run("convert", archive + "::x", archive, "--force");
    assertThat(self.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(self.err()).startsWith("ndmap: SRC and DST are the same file: ");
  }

  @Test
  void aStreamIsConvertedIntoAMember() throws IOException {
    Path archive = directory.resolve("all.npz");
    byte[] bytes = Files.readAllBytes(array("x.npy", 3));
    StringWriter err = new StringWriter();
    int exit =
        Cli.runOn(
            new ByteArrayInputStream(bytes),
            OutputStream.nullOutputStream(),
            err,
            false,
            "convert",
            "-",
            archive + "::x",
            "--dtype",
            "f4");
    assertThat(err.toString()).isEmpty();
    assertThat(exit).isZero();
    assertThat(ok("get", archive + "::x").out()).isEqualTo("[3. 0.]\n");
    ok("verify", archive);
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "convert", "take"})
  void anExistingArchiveIsNeverReplacedByAnArray(String command) throws IOException {
    Path archive = directory.resolve("all");
    ok("npz", "create", archive, array("x.npy", 1));
    byte[] before = Files.readAllBytes(archive);
    Cli cli = make(command, archive, "--force");
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err())
        .isEqualTo(
            "ndmap: "
                + archive
                + ": an archive, whose members would be lost; remove it first, or add a member, as "
                + archive
                + "::NAME\n");
    assertThat(archive).hasBinaryContent(before);
  }

  @Test
  void fillsAndRanksMakeArraysAlone() throws IOException {
    for (String command : new String[] {"fill", "mpi"}) {
      for (String name : new String[] {"all.npz", "all.npz::x"}) {
        Cli cli = make(command, directory.resolve(name));
        assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
        assertThat(cli.err())
            .startsWith(
                "ndmap: FILE: "
                    + directory.resolve(name)
                    + " is the name of an archive, and a .npy file is made; ndmap npz create puts"
                    + " it into an archive\n");
      }
    }
    Cli npy = Cli.run("npz", "create", directory.resolve("x.npy"), directory.resolve("source.npy"));
    assertThat(npy.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(npy.err()).contains(": the ending .npy means an array; name an archive .npz\n");
    Cli grown = Cli.run("append", directory.resolve("all.npz") + "::x", array("y.npy", 1));
    assertThat(grown.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(grown.err()).contains("::x: members of archives do not grow; ");
  }

  // ---- files that may not be written

  @ParameterizedTest
  @ValueSource(strings = {"create", "convert", "take"})
  void aProtectedFileBehindALinkIsNotReplaced(String command) throws IOException {
    Path store = Files.createDirectory(directory.resolve("store"));
    Path kept = store.resolve("ab12");
    Files.move(array("kept.npy", 1), kept);
    Files.setAttribute(kept, "unix:mode", 0444);
    Path link = Files.createSymbolicLink(directory.resolve("link.npy"), kept);
    byte[] before = Files.readAllBytes(kept);
    Cli exists = make(command, link);
    assertThat(exists.err())
        .isEqualTo(
            "ndmap: "
                + link
                + ": the file exists, a link to "
                + kept.toRealPath()
                + "; --force replaces it\n");
    Cli forced = make(command, link, "--force");
    assertThat(forced.exit()).isEqualTo(Main.FAILED);
    assertThat(forced.err())
        .isEqualTo(
            "ndmap: "
                + link
                + ": leads to "
                + kept
                + ", which is write-protected, and so not replaced; make that file writable, or"
                + " remove the link for a new file here\n");
    assertThat(kept).hasBinaryContent(before);
    assertThat(Files.isSymbolicLink(link)).isTrue();
    Files.setAttribute(kept, "unix:mode", 0644);
    assertThat(make(command, link, "--force").err()).isEmpty();
    assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isTrue();
  }

  @Test
  void aProtectedArchiveIsNotReplaced() throws IOException {
    Path archive = directory.resolve("all.npz");
    Path x = array("x.npy", 1);
    ok("npz", "create", archive, x);
    Files.setAttribute(archive, "unix:mode", 0444);
    String refused =
        "ndmap: "
            + archive
            + ": write-protected, and so not replaced; make it writable, or remove it first\n";
    assertThat(Cli.run("npz", "create", "--force", archive, x).err()).isEqualTo(refused);
    assertThat(Cli.run("npz", "create", "--append", archive, array("y.npy", 1)).err())
        .isEqualTo(refused);
    assertThat(Cli.run("npz", "align", archive).err()).isEqualTo(refused);
    assertThat(Cli.run("convert", x, archive, "--force").err()).isEqualTo(refused);
    assertThat(Cli.run("convert", x, archive + "::z").err())
        .isEqualTo(refused.replace("all.npz: ", "all.npz::z: "));
    Files.setAttribute(x, "unix:mode", 0444);
    assertThat(Cli.run("npz", "extract", archive, "--into", directory, "--force", "--debug").err())
        .startsWith("ndmap: " + x + ": write-protected, and so not replaced; ");
  }

  @Test
  void aProtectedArchiveIsNotRepaired() throws IOException {
    Path archive = directory.resolve("all.npz");
    ok("npz", "create", archive, array("x.npy", 1));
    byte[] whole = Files.readAllBytes(archive);
    byte[] cut = Arrays.copyOf(whole, whole.length - 30);
    Files.write(archive, cut);
    Files.setAttribute(archive, "unix:mode", 0444);
    for (String[] repair : new String[][] {{"npz", "repair"}, {"verify", "--repair"}}) {
      Cli cli = Cli.run(repair[0], repair[1], archive);
      assertThat(cli.exit()).isEqualTo(Main.FAILED);
      assertThat(cli.err())
          .isEqualTo(
              "ndmap: "
                  + archive
                  + ": write-protected, and so not replaced; make it writable, or remove it"
                  + " first\n");
    }
    assertThat(archive).hasBinaryContent(cut);
    Files.setAttribute(archive, "unix:mode", 0644);
    ok("npz", "repair", archive);
    assertThat(ok("get", archive + "::x").out()).isEqualTo("[1 0]\n");
  }

  // ---- limits

  @Test
  void limitsAreRaisedByOptionsThatErrorsName() throws IOException {
    Path x = directory.resolve("x.npy");
    Path archive = directory.resolve("all.npz");
    Python.run(
        """
        dtype = [(f'field{i:04}', 'i1') for i in range(800)]
        np.save(argv[0], np.zeros(3, dtype))
        np.savez(argv[1], x=np.zeros(3, dtype), y=np.zeros(3))
        np.savez_compressed(argv[2], y=np.zeros(3))
        """,
        x,
        archive,
        directory.resolve("deflated.npz"));
    String tooLong = ", the limit is 10000 characters; --max-header raises it\n";
    for (String command : new String[] {"info", "verify", "get"}) {
      for (Object file : new Object[] {x, archive + "::x"}) {
        Cli cli = Cli.run(command, file);
        assertThat(cli.err() + cli.out()).contains("the header has ").endsWith(tooLong);
        ok(command, file, "--max-header", "1m");
      }
    }
    assertThat(Cli.run("info", archive).out()).contains(tooLong);
    assertThat(ok("info", archive, "--max-header", "20000").out()).doesNotContain("limit");
    assertThat(Cli.run("digest", archive).out()).contains("--max-header raises it");
    for (String command : new String[] {"npz list", "npz align", "info", "digest", "verify"}) {
      String[] words = command.split(" ");
      Object[] args = Arrays.copyOf(words, words.length + 3, Object[].class);
      args[words.length] = archive;
      args[words.length + 1] = "--max-members";
      args[words.length + 2] = 1;
      Cli cli = Cli.run(args);
      assertThat(cli.exit()).isEqualTo(Main.FAILED);
      assertThat(cli.err() + cli.out())
          .contains("there are more members than the limit of 1; --max-members raises it");
    }
    assertThat(Cli.run("get", directory.resolve("deflated.npz") + "::y", "--max-inflated", 8).err())
        .endsWith("; the limit for all together is 8; --max-inflated raises it\n");
    assertThat(Cli.run("get", x, "--max-members", -1).err())
        .startsWith(
            "ndmap: Invalid value for option '--max-members': '-1' is not a number from 0 to"
                + " 2147483647\n");
    assertThat(Cli.run("get", x, "--max-header", "much").err())
        .startsWith("ndmap: Invalid value for option '--max-header': 'much' is not a size such as");
  }
}
