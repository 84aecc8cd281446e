package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the digests of `digest`, and how much memory they take.
class DigestCommandTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void valuesAreTheSameHoweverTheyStand() throws Exception {
    String expected =
        Python.run(
            """
            import hashlib
            a = np.random.default_rng(3).integers(-10**9, 10**9, (300, 211)).astype('<i4')
            np.save(argv[0] + '/c.npy', a)
            np.save(argv[0] + '/f.npy', np.asfortranarray(a))
            np.save(argv[0] + '/b.npy', a.astype('>i4'))
            print(hashlib.sha256(a.tobytes()).hexdigest())
            print(hashlib.sha256(a.T.tobytes()).hexdigest())
            print(hashlib.sha256(a.astype('>i4').tobytes()).hexdigest())
            """,
            directory);
    List<String> sums = expected.lines().toList();
    Cli cli =
        Cli.run(
            "digest",
            directory.resolve("c.npy"),
            directory.resolve("f.npy"),
            directory.resolve("b.npy"));
    assertThat(cli.exit()).isZero();
    List<JsonObject> output =
        cli.lines().stream().map(line -> Cli.json(line).getAsJsonObject()).toList();
    assertThat(output).map(line -> line.get("raw_sha256").getAsString()).isEqualTo(sums);
    assertThat(output)
        .map(line -> line.get("values_sha256").getAsString())
        .containsOnly(sums.getFirst());
  }

  @Test
  @Tag("slow")
  void memoryIsBounded() throws Exception {
    Path file = directory.resolve("sparse.npy");
    assertThat(
            Cli.run(
                    "create",
                    file,
                    "--dtype",
                    ">f8",
                    "--shape",
                    "3,2_000_000",
                    "--order",
                    "F",
                    "--sparse")
                .err())
        .isEmpty();
    Process process =
        new ProcessBuilder(Cli.command(List.of(ChildJvm.OPTIMISED, "-Xmx16m"), "digest", file))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    // 48,000,000 zeros: head -c 48000000 /dev/zero | sha256sum
    String zeros = "c73b8be9fe03bdc130193b89e815d23a33ed5b09cbfdbdd400706ca9f5c0e0bc";
    assertThat(output)
        .isEqualTo(
            "{\"file\":\""
                + file
                + "\",\"raw_sha256\":\""
                + zeros
                + "\",\"values_sha256\":\""
                + zeros
                + "\"}\n");
  }

  @Tag("heavy")
  @Test
  void aBarIsDrawnOnATerminalOnlyAndOnlyForWhatTakesLong() throws IOException {
    Path small = directory.resolve("small.npy");
    assertThat(Cli.run("create", small, "--dtype", "i1", "--shape", "9").err()).isEmpty();
    assertThat(Cli.runOnTerminal("digest", small).err()).isEmpty();
    Path large = directory.resolve("large.npy");
    assertThat(
            Cli.run(
                    "create",
                    large,
                    "--dtype",
                    ">f8",
                    "--shape",
                    "2,12_000_000",
                    "--order",
                    "F",
                    "--sparse")
                .err())
        .isEmpty();
    assertThat(Cli.run("digest", large).err()).isEmpty();
    assertThat(Cli.runOnTerminal("digest", large).err())
        .matches(
            "(?s)(\\r\\u001b\\[Kdigest large.npy"
                + " \\[#*\\.*\\] +\\d+ %  \\S+ \\S+/s  \\d+ s left)+\\r\\u001b\\[K");
  }
}
