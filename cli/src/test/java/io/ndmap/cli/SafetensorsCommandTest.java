package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests commands on tensors of `.safetensors` files, and on elements that are seen as another
/// dtype.
class SafetensorsCommandTest {

  @TempDir private Path folder = Path.of("");
  private Path model = Path.of("");

  @BeforeEach
  void make() throws IOException {
    model = folder.resolve("m.safetensors");
    ok("create", model + "::x", "--dtype", "bf16", "--shape", "2,2", "--fill", "0.1");
  }

  private static String ok(Object... arguments) throws IOException {
    var result = Cli.run(arguments);
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isZero();
    return result.out();
  }

  @Test
  void infoListsTensorsAndMetadata() throws IOException {
    byte[] header =
        ("{\"__metadata__\":{\"format\":\"pt\"},"
                + "\"q\":{\"dtype\":\"F4\",\"shape\":[4],\"data_offsets\":[0,2]}}")
            .getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[8 + header.length + 2];
    bytes[0] = (byte) header.length;
    System.arraycopy(header, 0, bytes, 8, header.length);
    Path file = Files.write(folder.resolve("q.safetensors"), bytes);
    assertThat(ok("info", file))
        .isEqualTo(
            """
            %s: .safetensors, 1 tensor
              format = pt
              q: F4 (4,), 2 bytes
            """
                .formatted(file));
    assertThat(ok("info", "--json", file))
        .isEqualTo(
            """
            {"file":"%s","format":"safetensors","metadata":[{"key":"format","text":"pt"}],\
            "tensors":[{"name":"q","type":"F4","dtype":null,"shape":[4],"offset":%s,"bytes":2}]}
            """
                .formatted(file, 8 + header.length));
    assertThat(ok("info", "--short", file)).contains(".safetensors  1 tensor");
    assertThat(ok("info", model + "::x"))
        .isEqualTo(model + "::x: .safetensors, 1 tensor\n  x: BF16 (2, 2), 8 bytes\n");
    assertThat(Cli.run("get", file + "::q").err())
        .contains(file + "::q: byte ", "elements of F4 have no dtype here");
  }

  @Test
  void tensorsAreReadAndWrittenAsMembersAre() throws IOException {
    ok("set", model + "::x", "1, 1", "-2.5");
    assertThat(ok("get", model + "::x", "--json"))
        .contains("\"values\":[[0.1,0.1],[0.1,-2.5]]", "\"shape\":[2,2]");
    assertThat(ok("stats", model + "::x", "--json")).contains("\"min\":-2.5", "\"count\":4");
    ok("convert", model + "::x", folder.resolve("x.npy"));
    assertThat(ok("info", folder.resolve("x.npy"))).contains("'|V2'");
    assertThat(ok("get", folder.resolve("x.npy"), "1", "--as", "bf16", "--json"))
        .contains("\"values\":[0.1,-2.5]");
    ok("convert", folder.resolve("x.npy"), "--as", "bf16", model + "::y", "--dtype", "f4");
    assertThat(ok("info", model)).contains("x: BF16 (2, 2)", "y: F32 (2, 2)", "2 tensors");
    assertThat(ok("get", model + "::y", "0, 0")).isEqualTo("0.100097656\n");
    assertThat(ok("verify", model)).contains("m.safetensors");
    assertThat(ok("verify", model + "::y")).contains("m.safetensors::y");
    assertThat(ok("digest", model)).contains("\"name\":\"x\"", "\"name\":\"y\"", "raw_sha256");
    assertThat(ok("hist", model + "::y", "--bins", "2")).isNotEmpty();
    assertThat(ok("diff", model + "::x", model + "::x")).isNotNull();
    ok("sort", model + "::y", model + "::sorted");
    assertThat(ok("get", model + "::sorted", "0, 0")).isEqualTo("0.100097656\n");
  }

  @Test
  void refusesWithARemedy() throws IOException {
    Path x = folder.resolve("x.npy");
    ok("create", x, "--dtype", "c16", "--shape", "2");
    assertThat(Cli.run("convert", x, model + "::x", "--dtype", "f4", "--casting", "unsafe").err())
        .contains("there is a tensor 'x'; choose another name, replace it with --force");
    ok("convert", x, model + "::x", "--dtype", "f4", "--casting", "unsafe", "--force");
    assertThat(ok("info", model)).contains("x: F32 (2,)");
    assertThat(Cli.run("convert", x, model + "::c").err())
        .contains("m.safetensors::c: the format has no dtype for elements of <c16");
    for (String command :
        List.of("convert " + x + " " + model + "::f", "create " + model + "::f --shape 2")) {
      Cli result = Cli.run((Object[]) (command + " --dtype f4 --order F").split(" "));
      assertThat(result.exit()).isEqualTo(2);
      assertThat(result.err()).contains("m.safetensors::f: a tensor is always in C order");
    }
    assertThat(Cli.run("convert", x, model).err())
        .contains("name the tensor, as " + model + "::NAME");
    assertThat(Cli.run("get", model).err()).contains("name one of its tensors, as FILE::NAME");
    assertThat(Cli.run("get", model + "::none").err())
        .contains("there is no tensor 'none', there are [x]");
    assertThat(Cli.run("verify", "--repair", model).err())
        .contains("a .safetensors file, which has no checksums to repair");
    byte[] bytes = Files.readAllBytes(model);
    Files.write(model, java.util.Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(Cli.run("verify", model).exit()).isNotZero();
    assertThat(Cli.run("verify", model).err()).contains("the data of the tensors");
  }

  @Test
  void diffComparesWholeFilesTensorByTensor() throws IOException {
    Path other = folder.resolve("other.safetensors");
    ok("create", other + "::x", "--dtype", "f4", "--shape", "2,2", "--fill", "0.1");
    ok("create", other + "::y", "--dtype", "f4", "--shape", "1");
    ok("create", model + "::z", "--dtype", "f4", "--shape", "1");
    Cli found = Cli.run("diff", model, other);
    assertThat(found.exit()).isOne();
    assertThat(found.out())
        .startsWith(
            """
            only in %s: z
            only in %s: y
            %s::x and %s::x differ: 4 of 4 elements
            """
                .formatted(model, other, model, other));
    assertThat(Cli.run("diff", model, other, "--json").json().get("members").toString())
        .startsWith("[{\"name\":\"x\",\"equal\":false");
    assertThat(ok("diff", model, model)).isEmpty();

    assertThat(Cli.run("diff", model, other + "::x").err())
        .isEqualTo(
            "ndmap: %s: only one of %s and %s::x is a whole .safetensors file; name its tensor,"
                    .formatted(model, model, other)
                + " FILE::NAME\n");
    Path x = folder.resolve("x.npy");
    ok("convert", other + "::x", x);
    assertThat(Cli.run("diff", x, other).err()).contains("name its tensor, FILE::NAME");
  }

  @Test
  void diffComparesAFileWithAnArchive() throws IOException {
    Path archive = folder.resolve("a.npz");
    ok("convert", model + "::x", archive + "::x");
    Cli raw = Cli.run("diff", archive, model);
    assertThat(raw.exit()).isOne();
    assertThat(raw.out()).contains("elements of |V2 and bfloat16, never equal");
    assertThat(ok("diff", archive, model, "--as", "bf16")).isEmpty();
    assertThat(ok("diff", model, archive, "--as", "bf16", "--strict")).isEmpty();
  }

  @Test
  void diffComparesTheBytesOfUnsupportedTensors() throws IOException {
    Path a = quarters("a.safetensors", "F4", 1, 2);
    assertThat(ok("diff", a, quarters("b.safetensors", "F4", 1, 2))).isEmpty();
    Path c = quarters("c.safetensors", "F4", 1, 3);
    assertThat(Cli.run("diff", a, c).out())
        .isEqualTo(a + "::q and " + c + "::q differ: bytes, from byte 1 on\n");
    Path d = quarters("d.safetensors", "F8_E8M0", 1, 2);
    assertThat(Cli.run("diff", a, d).out())
        .isEqualTo(a + "::q and " + d + "::q differ: types, F4 (4,) and F8_E8M0 (2,)\n");
    Path e = quarters("e.safetensors", "U8", 1, 2);
    assertThat(Cli.run("diff", a, e).out())
        .isEqualTo(
            a + "::q and " + e + "::q differ: only one is a tensor of a type without a dtype\n");
  }

  /// Writes two bytes as the only tensor `q`.
  private Path quarters(String name, String type, int first, int second) throws IOException {
    String shape = type.equals("F4") ? "4" : "2";
    return tensors(name, tensor("q", type, shape, 0, 2), (byte) first, (byte) second);
  }

  /// The header of a tensor, whose name is text of JSON.
  private static String tensor(String name, String type, String shape, int begin, int end) {
    return "\"%s\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%s,%s]}"
        .formatted(name, type, shape, begin, end);
  }

  private Path tensors(String name, String headers, byte... data) throws IOException {
    byte[] header = ("{" + headers + "}").getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + header.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(header.length).put(header).put(data);
    return Files.write(folder.resolve(name), bytes.array());
  }

  @Test
  void extractedTensorsAreNpyFiles() throws IOException {
    ok("create", model + "::layer.0.bias", "--dtype", "f4", "--shape", "3", "--fill", "0.5");
    ok("create", model + "::f8", "--dtype", "f8e5m2", "--shape", "2", "--fill", "1");
    Path into = Files.createDirectory(folder.resolve("into"));
    ok("npz", "extract", model, "--into", into);
    assertThat(
            Python.run(
                """
                import os
                for name in sorted(os.listdir(argv[0])):
                    x = np.load(os.path.join(argv[0], name))
                    print(name, x.dtype.str, x.shape, x.tobytes().hex())
                """,
                into))
        .isEqualTo(
            """
            f8.npy |V1 (2,) 3c3c
            layer.0.bias.npy <f4 (3,) 0000003f0000003f0000003f
            x.npy |V2 (2, 2) cd3dcd3dcd3dcd3d
            """);
    assertThat(ok("diff", into.resolve("x.npy"), model + "::x", "--as", "bf16")).isEmpty();
    assertThat(Cli.run("npz", "extract", model, "x", "--into", into).err())
        .isEqualTo("ndmap: " + into.resolve("x.npy") + ": the file exists; --force replaces it\n");
    ok("set", model + "::x", "0, 0", "1");
    ok("npz", "extract", model, "x", "--into", into, "--force");
    assertThat(ok("get", into.resolve("x.npy"), "0, 0", "--as", "bf16")).isEqualTo("1.0\n");
    assertThat(into).isDirectoryNotContaining("glob:**.tmp");
    assertThat(Cli.run("npz", "extract", model, "none", "--into", into).err())
        .contains("there is no tensor 'none'");
  }

  /// Names are labels that anyone may have chosen: none leads out of the directory.
  @Test
  void hostileNamesAreRefusedAndOthersExtracted() throws IOException {
    List<String> hostile =
        List.of(
            "../up",
            "/root",
            "a/b",
            "..",
            ".",
            "",
            "a/",
            "__MACOSX/x",
            "c:d",
            "e\\\\f",
            "n\\u0000");
    List<String> headers = new ArrayList<>();
    for (String name : hostile) {
      headers.add(tensor(name, "U8", "1", headers.size(), headers.size() + 1));
    }
    int at = headers.size();
    headers.add(tensor("q", "F8_E8M0", "1", at, at + 1));
    headers.add(tensor("plain", "U8", "1", at + 1, at + 2));
    Path file = tensors("h.safetensors", String.join(",", headers), new byte[at + 2]);
    Path into = Files.createDirectories(folder.resolve("a/into"));
    Cli cli = Cli.run("npz", "extract", file, "--into", into);
    assertThat(cli.exit()).isOne();
    assertThat(cli.err())
        .isEqualTo(
            "ndmap: "
                + file
                + ": the name of tensor '../up' is not a plain file name; ndmap convert "
                + file
                + "::../up NEW.npy writes it; further members that were not extracted: "
                + hostile.size()
                + "\n");
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all.filter(Files::isRegularFile))
          .containsExactlyInAnyOrder(model, file, into.resolve("plain.npy"));
    }
    assertThat(Cli.run("npz", "extract", file, "q", "--into", into).err())
        .isEqualTo("ndmap: " + file + ": tensor 'q' has a type without a dtype: F8_E8M0 (1,)\n");
  }

  @Test
  void infoFindsThemInDirectories() throws IOException {
    ok("create", folder.resolve("a.npy"), "--dtype", "f4", "--shape", "1");
    assertThat(ok("info", "--recursive", "--short", folder).replaceAll(" +", " "))
        .isEqualTo(
            """
            %s/a.npy <f4 (1,) C 4 bytes
            %s .safetensors 1 tensor 80 bytes
            """
                .formatted(folder, model));
    assertThat(ok("info", "-r", "--json", folder)).contains("\"format\":\"safetensors\"");
  }

  @Test
  void npzListsThemAndNamesOtherCommands() throws IOException {
    assertThat(ok("npz", "list", model)).isEqualTo(ok("info", model));
    assertThat(ok("npz", "list", "--json", model)).isEqualTo(ok("info", "--json", model));
    String start = "ndmap: " + model + ": a .safetensors file, not an archive; ";
    assertThat(Cli.run("npz", "align", model).err())
        .isEqualTo(start + "its tensors can be mapped as they are\n");
    assertThat(Cli.run("npz", "repair", model).err())
        .isEqualTo(start + "it has no checksums to repair\n");
    assertThat(Cli.run("npz", "create", model, folder.resolve("x.npy")).err())
        .contains("the ending .safetensors means tensors; name an archive .npz");
    assertThat(Cli.run("npz", "create", folder.resolve("a.npz"), model).err())
        .contains("name one of its tensors, as FILE::NAME");
  }

  @Test
  void evalDiffAndDigestSeeElementsAsAnotherDtype() throws IOException {
    Path x = folder.resolve("x.npy");
    ok("convert", model + "::x", x);
    assertThat(Cli.run("eval", "sum(x)", "x=" + x).exit()).isNotZero();
    assertThat(ok("eval", "sum(x)", "x=" + x, "--as", "bf16")).isEqualTo("0.4\n");
    ok("create", folder.resolve("y.npy"), "--dtype", "f4", "--shape", "2", "--fill", "1");
    String y = "y=" + folder.resolve("y.npy");
    assertThat(ok("eval", "sum(x + y)", "x=" + x, y, "--as", "bf16")).startsWith("4.40039");
    assertThat(Cli.run("eval", "x + y", "x=" + x, y, "--as", "f8").err())
        .contains("--as: no array has elements of V8");

    assertThat(ok("diff", x, model + "::x", "--as", "bf16")).isEmpty();
    assertThat(Cli.run("diff", x, model + "::x").exit()).isOne();
    assertThat(Cli.run("diff", model + "::x", model + "::x", "--as", "f8").err())
        .contains("--as: no array has elements of V8");

    String values = "\"values_sha256\":";
    String swapped = ok("digest", x, "--as", ">u2");
    String raw = ok("digest", x);
    assertThat(swapped.substring(0, swapped.indexOf(values)))
        .isEqualTo(raw.substring(0, raw.indexOf(values)));
    assertThat(swapped).isNotEqualTo(raw);
    assertThat(ok("digest", x, "--as", "bf16")).isEqualTo(raw);
    assertThat(Cli.run("digest", x, "--as", "f8e4m3x").exit()).isEqualTo(Main.WRONG_USAGE);
    Path archive = folder.resolve("a.npz");
    ok("npz", "create", archive, x, folder.resolve("y.npy"));
    assertThat(ok("digest", archive, "--as", ">u2")).isNotEqualTo(ok("digest", archive));
  }

  @Test
  void theNaiveReaderReadsThem() {
    String program =
        """
        b = open(argv[0], 'rb').read()
        n = int.from_bytes(b[:8], 'little')
        h = json.loads(b[8:8 + n])
        assert h == {'x': {'dtype': 'BF16', 'shape': [2, 2], 'data_offsets': [0, 8]}}, h
        print((np.frombuffer(b[8 + n:], '<u2').astype('u4') << 16).view('f4').tolist())
        """;
    assertThat(Python.run(program, model))
        .isEqualTo("[0.10009765625, 0.10009765625, 0.10009765625, 0.10009765625]\n");
  }
}
