package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.nd.NdView;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import io.ndmap.testing.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files are closed while other threads read single elements, which pin no memory. With these flags
/// each access calls the runtime, so that it meets the closing there; if arenas were closed by a
/// single handshake, the JVM would end after 16 to 360 closes
/// ([JDK-8364167](https://bugs.openjdk.org/browse/JDK-8364167)). With two it still does in one of
/// some twenty thousand, on a busy machine in one of two thousand, so there are more tries.
class ElementCloseTest {

  private static final int FEW_CLOSES = 25;
  private static final int CLOSES = 150;
  private static final int TRIES = 4;

  private static final List<String> FLAGS =
      List.of(
          "-XX:TieredStopAtLevel=3",
          "-XX:Tier3InvokeNotifyFreqLog=0",
          "-XX:CompileCommand=quiet",
          "-XX:CompileCommand=dontinline,jdk.internal.misc.Unsafe::getLongUnaligned",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:ErrorFile=/dev/null",
          ChildJvm.NATIVE);

  @TempDir Path directory;

  @Test
  void theJvmSurvivesClosingDuringAccessesToElements() throws Exception {
    closedDuringAccesses(FEW_CLOSES);
  }

  @Tag("slow")
  @Test
  void theJvmSurvivesClosingManyTimes() throws Exception {
    closedDuringAccesses(CLOSES);
  }

  private void closedDuringAccesses(int closes) throws Exception {
    NdView<?> items = NdView.zeros(DType.FLOAT64, 10_000);
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, items);
    Path archive = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(archive, NpzWriteOptions.DEFAULT.withDeflated(1))) {
      writer.add("x", items);
      writer.publish();
    }
    String death = death(closes, path, archive);
    for (int k = 1; k < TRIES && !death.isEmpty(); k++) {
      death = death(closes, path, archive);
    }
    assertThat(death).isEmpty();
  }

  /// Returns how the JVM ended, empty if it survived.
  private static String death(int closes, Path path, Path archive) throws Exception {
    try (ChildJvm child = ChildJvm.start(FLAGS, ElementCloseChild.class, closes, path, archive)) {
      assertThat(child.finish())
          .containsExactly(
              "alive after READ_WRITE", "alive after READ_ONLY", "alive after a compressed member");
      return "";
    } catch (AssertionError e) {
      return e.toString();
    }
  }
}
