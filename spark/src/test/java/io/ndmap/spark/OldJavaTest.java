package io.ndmap.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.spark.column.Inexact;
import io.ndmap.spark.encode.WritePlan;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// On a Java that Spark runs on, but this source does not, it says which one it needs.
class OldJavaTest {

  /// Calls what Spark calls first, on a driver and on an executor.
  private static final String PROGRAM =
      """
      import org.apache.spark.sql.connector.read.PartitionReaderFactory;

      class Old {
        public static void main(String[] args) throws Exception {
          try {
            new io.ndmap.spark.NpySource().inferSchema(null);
          } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
          }
          var constructor =
              Class.forName("io.ndmap.spark.NpyReaderFactory").getDeclaredConstructors()[0];
          constructor.setAccessible(true);
          try {
            ((PartitionReaderFactory) constructor.newInstance(null, null, null))
                .createColumnarReader(null);
          } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
          }
        }
      }
      """;

  @TempDir private Path folder;

  /// The home of a JDK on which Spark runs, but not this source; without one, the test is skipped.
  static Path home() throws IOException {
    Optional<Path> found = Optional.empty();
    Path all = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(all)) {
      try (Stream<Path> homes = Files.list(all)) {
        found = homes.sorted().filter(OldJavaTest::isOlder).findFirst();
      }
    }
    Assumptions.assumeTrue(found.isPresent(), "no JDK from 17 to 24 in " + all);
    return found.orElseThrow();
  }

  private static boolean isOlder(Path home) {
    Path release = home.resolve("release");
    if (!Files.exists(release) || !Files.isExecutable(home.resolve("bin/javac"))) {
      return false;
    }
    try {
      Matcher found = Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(Files.readString(release));
      return found.find()
          && Integer.parseInt(found.group(1)) >= 17
          && Integer.parseInt(found.group(1)) < RequiredJava.VERSION;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Tag("slow")
  void theJavaThatIsNeededIsNamed() throws IOException, InterruptedException {
    Path home = home();
    Path source = Files.writeString(folder.resolve("Old.java"), PROGRAM);
    Process process =
        new ProcessBuilder(
                home + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ChildJvm.classPath(),
                source.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(process.inputReader(UTF_8).lines())
        .satisfiesExactly(
            driver ->
                assertThat(driver)
                    .startsWith("the data source npy needs Java 25, this driver runs on Java ")
                    .endsWith("; set JAVA_HOME to the home of a JDK 25"),
            executor ->
                assertThat(executor)
                    .startsWith("the data source npy needs Java 25, this executor runs on Java ")
                    .endsWith("; set spark.executorEnv.JAVA_HOME to the home of a JDK 25"));
    assertThat(process.waitFor()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Inexact.class,
        NpyPartition.class,
        NpyReaderFactory.class,
        NpySource.class,
        NpyWriterFactory.class,
        ReadOptions.class,
        RequiredJava.class,
        RowSlice.class,
        WritePlan.class
      })
  void whatSparkLoadsFirstRunsOnAnOldJava(Class<?> loaded) throws IOException {
    try (var bytes = loaded.getResourceAsStream(loaded.getSimpleName() + ".class")) {
      // The major version of Java 17.
      assertThat(bytes.readNBytes(8)[7]).isEqualTo((byte) 61);
    }
  }
}
