package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests commands on tensors of `.safetensors` files, and on items that are seen as another dtype.
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
        .contains(file + "::q: byte ", "items of F4 have no dtype here");
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
        .contains("m.safetensors::c: the format has no dtype for items of <c16");
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
