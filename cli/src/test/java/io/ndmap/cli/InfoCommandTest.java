package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ndmap.testing.Python;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests `info` and `verify` on many files, on directories, and on files that cannot be mapped.
class InfoCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path ints(String name) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Cli.npy(file, "'|i1'", "(2, 3)", new byte[6]);
  }

  @Test
  void oneLineAFileInColumns() throws IOException {
    Path first = ints("a.npy");
    Path second = Cli.npy(directory.resolve("longer.npy"), "'>f8'", "(1000,)", new byte[8013]);
    Path broken = Files.writeString(directory.resolve("c.npy"), "hello, world");
    Path struct =
        Cli.npy(directory.resolve("d.npy"), "[('x', '<f4'), ('y', '<i2')]", "()", new byte[6]);
    Path archive = directory.resolve("z.npz");
    assertThat(Cli.run("npz", "create", archive, first, second).exit()).isZero();

    Cli cli = Cli.run("info", "--short", first, second, broken, struct, archive, archive + "::a");

    assertThat(cli.exit()).isEqualTo(1);
    assertThat(cli.err()).isEmpty();
    String size = Files.size(archive) / 1024.0 < 10 ? "%.2f" : "%.1f";
    int width = archive.toString().length() + 7;
    assertThat(cli.lines())
        .containsExactly(
            pad(first, width) + "|i1    (2, 3)     C  6 bytes",
            pad(second, width) + ">f8    (1000,)    C  7.81 KiB  and 13 bytes after the data",
            pad(broken, width)
                + "cannot be read: byte 0: expected the magic 93 4e 55 4d 50 59 of a .npy file,"
                + " found 68 65 6c 6c 6f 2c",
            pad(struct, width) + "{x,y}  ()         C  6 bytes",
            pad(archive, width)
                + ".npz   2 members     "
                + size.formatted(Files.size(archive) / 1024.0)
                + " KiB",
            archive + "::a    |i1    (2, 3)     C  6 bytes");
  }

  private static String pad(Path file, int width) {
    return file + " ".repeat(width - file.toString().length());
  }

  @Test
  void severalFilesOnATerminalAreShort() throws IOException {
    Path file = ints("a.npy");
    assertThat(Cli.runOnTerminal("info", file, file).lines())
        .containsExactly(file + "  |i1  (2, 3)  C  6 bytes", file + "  |i1  (2, 3)  C  6 bytes");
    assertThat(Cli.runOnTerminal("info", file).out()).contains("  itemsize     1 byte\n");
    assertThat(Cli.run("info", file, file).out()).contains("  itemsize     1 byte\n");
    assertThat(Cli.runOnTerminal("info", "--json", file, file).lines()).hasSize(2);
    assertThat(Cli.run("info", "--short", "--json", file).exit()).isEqualTo(Main.WRONG_USAGE);
  }

  @Test
  void directoriesAreWalkedOnRequest() throws IOException {
    Path b = ints("tree/b.npy");
    Path deep = ints("tree/a/deep.npy");
    Path upper = Files.copy(b, directory.resolve("tree/a/X.NPY"));
    ints("tree/.hidden/x.npy");
    ints("tree/.x.npy");
    Files.writeString(directory.resolve("tree/notes.txt"), "no array");
    Path dangling = directory.resolve("tree/z.npy");
    Files.createSymbolicLink(dangling, Path.of("nowhere.npy"));
    Files.createSymbolicLink(directory.resolve("tree/loop"), directory);
    Path tree = directory.resolve("tree");

    Cli walked = Cli.run("info", "-r", "--json", tree, b);

    List<String> names = new ArrayList<>();
    for (String line : walked.lines()) {
      names.add(Cli.json(line).getAsJsonObject().get("file").getAsString());
    }
    assertThat(names)
        .containsExactly(
            upper.toString(), deep.toString(), b.toString(), dangling.toString(), b.toString());
    assertThat(walked.exit()).isEqualTo(1);
    assertThat(walked.lines().get(3))
        .contains("no such file: this is a symbolic link to nowhere.npy, which does not exist");
    assertThat(Cli.run("info", tree))
        .isEqualTo(
            new Cli(
                1,
                "",
                "ndmap: " + tree + ": a directory; --recursive (-r) shows the files in it\n"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), tree);
    assertThat(Cli.run("info", "-r", "--short", link).out())
        .startsWith(link + "/a/X.NPY ")
        .contains("\n" + link + "/b.npy ");
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertThat(Cli.run("info", "-r", empty).err())
        .isEqualTo("ndmap: " + empty + ": a directory without .npy, .npz and .safetensors files\n");
  }

  /// The address space is smaller than the file: nothing of it is mapped.
  @Test
  void headersAreReadWithoutMapping() throws Exception {
    Path file = directory.resolve("huge.npy");
    Cli.npy(file, "'<f8'", "(%s,)".formatted(1L << 33), new byte[0]);
    try (RandomAccessFile grown = new RandomAccessFile(file.toFile(), "rw")) {
      grown.setLength(128 + (1L << 36));
    }
    List<String> limit =
        List.of("sh", "-c", "ulimit -v " + (1L << 33) / 1024 + " && exec \"$@\"", "sh");
    try (CliChild child = CliChild.start(limit, "-Xmx64m")) {
      for (List<Object> args :
          List.<List<Object>>of(
              List.of("info", file), List.of("info", "--short", file), List.of("verify", file))) {
        Cli cli = child.run(args.toArray());
        assertThat(cli).as("%s", args).extracting(Cli::exit, Cli::err).containsExactly(0, "");
      }
      assertThat(child.run("stats", file).exit()).as("the control maps it").isEqualTo(1);
    }
  }

  @Test
  void arraysOfObjectsAreAnsweredAsMembersAre() throws IOException {
    Path file = directory.resolve("o.npy");
    Path archive = directory.resolve("o.npz");
    Python.run(
        """
        x = np.array([None, [1, 'two'], 3.5], object)
        np.save(argv[0], x, allow_pickle=True)
        np.savez(argv[1], o=x)
        """,
        file,
        archive);
    assertThat(Cli.run("info", file).out())
        .contains("  dtype        '|O'  (a Python object)\n")
        .contains("  shape        (3,)  (3 elements)\n")
        .contains("  data         a pickle; ndmap get --allow-pickle reads it\n")
        .doesNotContain("trailing");
    assertThat(Cli.run("info", "--short", file).out())
        .isEqualTo(file + "  |O  (3,)  C  a pickle\n");
    JsonObject alone = Cli.run("info", "--json", file).json();
    JsonObject member = Cli.run("info", "--json", archive + "::o").json();
    alone.remove("file");
    member.remove("file");
    assertThat(alone).isEqualTo(member);
    assertThat(Cli.run("verify", file)).isEqualTo(new Cli(0, file + ": sound\n", ""));
    assertThat(Cli.run("verify", "--repair", file).out())
        .isEqualTo(
            file
                + ": there is nothing to repair: arrays of objects do not grow\n"
                + file
                + ": sound\n");
    assertThat(Cli.run("verify", archive).out()).isEqualTo(archive + ": 1 member, sound\n");

    byte[] bytes = Files.readAllBytes(file);
    assertThat(fromInput(bytes, "info", "-").out()).contains("'|O'  (a Python object)");
    assertThat(fromInput(bytes, "get", "-", "--allow-pickle"))
        .isEqualTo(new Cli(0, Cli.run("get", file, "--allow-pickle").out(), ""));
    assertThat(fromInput(bytes, "get", "-").err()).contains("or --allow-pickle of ndmap get");
    byte[] numbers = Files.readAllBytes(ints("n.npy"));
    assertThat(fromInput(numbers, "get", "-", "--allow-pickle").out())
        .isEqualTo("[[0 0 0]\n [0 0 0]]\n");

    Path cut = Files.write(directory.resolve("cut.npy"), java.util.Arrays.copyOf(bytes, 128));
    assertThat(Cli.run("verify", cut).err())
        .isEqualTo(
            "ndmap: "
                + cut
                + ": byte 128: the pickle of its objects ends early: expected 1 bytes, found 0\n");
  }

  static Cli fromInput(byte[] input, Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StringWriter err = new StringWriter();
    int exit = Cli.runOn(new ByteArrayInputStream(input), out, err, false, args);
    return new Cli(exit, out.toString(UTF_8), err.toString());
  }

  @Test
  void otherThanRegularFilesAreDistinguished() throws Exception {
    Path fifo = directory.resolve("fifo.npy");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    String stream =
        ": not a regular file but a device, socket or FIFO; only regular files are mapped; commands"
            + " that take - read it as a stream (ndmap get - < FILE)\n";
    assertThat(Cli.run("info", fifo).err()).isEqualTo("ndmap: " + fifo + stream);
    assertThat(Cli.run("stats", fifo).err()).isEqualTo("ndmap: " + fifo + stream);

    Path link = directory.resolve("link.npy");
    Files.createSymbolicLink(link, directory.resolve("gone.npy"));
    assertThat(Cli.run("get", link).err())
        .isEqualTo(
            "ndmap: "
                + link
                + ": no such file: this is a symbolic link to "
                + directory.resolve("gone.npy")
                + ", which does not exist\n");
    assertThat(Cli.run("info", directory.resolve("caf\ufffd.npy")).err())
        .endsWith(
            ": no such file; its name has bytes that are not UTF-8, and does not reach Java: rename"
                + " it, link to it, or give it to a command that reads - (ndmap get - < FILE)\n");
    Path pointer =
        Files.writeString(
            directory.resolve("lfs.npy"),
            "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n");
    assertThat(Cli.run("get", pointer).err())
        .endsWith(
            "found 76 65 72 73 69 6f: this looks like a Git LFS pointer and not the file itself;"
                + " git lfs pull fetches that\n");
    Path torch = directory.resolve("weights.npy");
    Python.run(
        """
        import zipfile
        with zipfile.ZipFile(argv[0], 'w') as z:
            z.writestr('weights/data.pkl', b'\\x80\\x02}.')
            z.writestr('weights/data/0', bytes(8))
        """,
        torch);
    assertThat(Cli.run("stats", torch).err())
        .endsWith(
            "found 50 4b 03 04 14 00: this looks like a PyTorch file; load it with torch.load and"
                + " save its arrays with numpy.save\n");
  }

  @Test
  void textOfPython2() throws IOException {
    Path file = directory.resolve("py2.npy");
    byte[] pickle =
        ("\u0080\u0002cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(K\0tU\u0001btR(K"
                + "\u0001(K\u0001tcnumpy\ndtype\n(U\u0002O8K\0K\u0001tR(K\u0003U\u0001|NNN"
                + "K\0K\0K?tbI00\n](U\u0002\u00fc!etb.")
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    Cli.npy(file, "'|O'", "(1,)", pickle);
    assertThat(Cli.run("get", file, "--allow-pickle").err()).contains("or --encoding latin1");
    assertThat(Cli.run("get", file, "--allow-pickle", "--encoding", "latin1").out())
        .isEqualTo("['ü!']\n");
    assertThat(Cli.run("get", file, "--allow-pickle", "--encoding", "bytes").out())
        .isEqualTo("[b'\\xfc!']\n");
    Cli usage = Cli.run("get", file, "--encoding", "latin1");
    assertThat(usage.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(usage.err()).startsWith("ndmap: --encoding is for --allow-pickle\n");
  }
}
