package io.ndmap.fill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Storms over one fill by Java and Python workers: started, killed, stopped, woken, let go and all
/// killed at once, at random. The checker is Python's and NumPy's alone.
class StormTest {

  private static final Path STORM = Path.of("../python/tests/storm.py");
  private static final int SEEDS = 20;

  @TempDir Path directory;

  private static String javaWorker(String access) {
    return String.join(
            " ",
            ChildJvm.command(List.of(access, "-Xmx64m", "-XX:+UseSerialGC"), StormWorker.class))
        + " {file} {max} {throttle}";
  }

  private JsonObject storm(int status, Object... arguments) throws Exception {
    List<Object> command = new ArrayList<>(List.of(STORM));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--directory", directory));
    ProcessBuilder builder = Python.process(command.toArray());
    Path errors = directory.resolve("errors");
    builder.redirectError(errors.toFile());
    Process process = builder.start();
    String line = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as("%s", line).isEqualTo(status);
    System.out.print(line);
    return JsonParser.parseString(line).getAsJsonObject();
  }

  private int survives(int seed, int kills, int stops, int chunks, int atOnce, String access)
      throws Exception {
    String python =
        "{python} {storm} worker {file} --dirty --max-chunks {max} --throttle {throttle}";
    JsonObject result =
        storm(
            0,
            "--seed",
            seed,
            "--kills",
            kills,
            "--stops",
            stops,
            "--chunks",
            chunks,
            "--at-once",
            atOnce,
            "--workers",
            python + ";" + javaWorker(access));
    int killed = result.get("kills").getAsInt();
    // The array may be complete before all of them are dead.
    assertThat(killed).isGreaterThanOrEqualTo(kills / 2);
    for (String evil : List.of("torn", "lost", "stuck", "failed")) {
      assertThat(result.get(evil).getAsInt()).as(evil).isZero();
    }
    assertThat(result.get("published").getAsInt()).isEqualTo(1);
    return killed;
  }

  @Tag("slow")
  @Test
  void aShortStormIsSurvived() throws Exception {
    assertThat(survives(1, 3, 1, 40, 2, ChildJvm.NATIVE)).isPositive();
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(strings = {ChildJvm.NATIVE, ChildJvm.WARNED})
  void soIsALongerOne(String access) throws Exception {
    assertThat(survives(1, 10, 5, 100, 6, access)).isPositive();
  }

  @Test
  @Tag("heavy")
  void longStormsAreSurvived() throws Exception {
    int killed = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      killed +=
          survives(100 + seed, 105, 50, 1000, 6, seed % 4 == 0 ? ChildJvm.WARNED : ChildJvm.NATIVE);
    }
    assertThat(killed).isGreaterThanOrEqualTo(2000);
  }

  /// Otherwise the storm would prove nothing.
  @Test
  @Tag("heavy")
  void aLeaseByTimeIsNot() throws Exception {
    JsonObject result =
        storm(1, "--seed", 3, "--control", "lease", "--kills", 20, "--stops", 60, "--chunks", 600);
    assertThat(result.get("torn").getAsInt()).isPositive();
  }

  /// Nor are forked helpers that inherit a chunk's memory without the lock of its owner.
  @Test
  @Tag("heavy")
  void helpersWithoutALockAreNot() throws Exception {
    JsonObject result =
        storm(1, "--seed", 1, "--control", "orphan", "--kills", 30, "--stops", 0, "--chunks", 300);
    assertThat(result.get("torn").getAsInt()).isPositive();
  }
}
