package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests reads and writes by executors in processes of their own, also when they are killed;
/// [Cluster] runs them.
class ClusterTest {

  private static final Map<String, String> SAID = new TreeMap<>();

  @TempDir private static Path folder;
  @TempDir private static Path spark;

  @BeforeAll
  static void run() throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    flags.add(ChildJvm.NATIVE);
    flags.add("-XX:+UseSerialGC");
    flags.add("-Dlog4j2.configurationFile=log4j2-cluster.properties");
    List<Object> arguments = new ArrayList<>();
    arguments.add(folder);
    arguments.add(spark);
    olderJava().ifPresent(arguments::add);
    // Spark looks for this folder before it starts executors; their classes are those of this test.
    var _ = Files.createDirectory(spark.resolve("jars"));
    List<String> environment = List.of("env", "SPARK_SCALA_VERSION=2.13", "SPARK_HOME=" + spark);
    try (ChildJvm driver = ChildJvm.start(environment, flags, Cluster.class, arguments.toArray())) {
      for (String line : driver.finish()) {
        int colon = line.indexOf(": ");
        if (colon > 0) {
          SAID.put(line.substring(0, colon), line.substring(colon + 2));
        }
      }
    }
  }

  /// A JDK on which Spark runs, but not this source.
  private static Optional<Path> olderJava() throws IOException {
    Path all = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(all)) {
      return Optional.empty();
    }
    Pattern version = Pattern.compile("JAVA_VERSION=\"(\\d+)");
    try (Stream<Path> homes = Files.list(all)) {
      for (Path home : homes.sorted().toList()) {
        Path release = home.resolve("release");
        if (Files.exists(release) && Files.isExecutable(home.resolve("bin/java"))) {
          Matcher found = version.matcher(Files.readString(release));
          if (found.find()
              && Integer.parseInt(found.group(1)) >= 17
              && Integer.parseInt(found.group(1)) < RequiredJava.VERSION) {
            return Optional.of(home);
          }
        }
      }
    }
    return Optional.empty();
  }

  @Test
  void executorsWriteAndReadOneArray() {
    assertThat(SAID)
        .containsEntry("processes", "3")
        .containsEntry("executors of one write", "2")
        .containsEntry("sum", "[4999950000,100000]");
  }

  @Test
  void aRetriedTaskWritesItsRowsOnce() {
    assertThat(SAID).containsEntry("retried", "(100000,) [0-0, 1-1, 0-0, 0-0]");
  }

  @Test
  void ofTwoAttemptsOneWrites() {
    // Either may commit first, and then all rows of the task are its own.
    assertThat(SAID.get("speculated"))
        .isIn("true (100000,) [0-0, 0-0, 0-0, 0-0]", "true (100000,) [0-0, 0-0, 0-0, 1-1]");
  }

  @Test
  void aKilledExecutorIsReplaced() {
    // Of the other tasks, too, Spark may start another attempt.
    assertThat(SAID.get("killed")).matches("\\(100000,\\) \\[1-1(, ([01])-\\2){3}]");
  }

  @Test
  void soIsOneThatIsKilledInItsCommit() {
    // All values are those of another attempt.
    assertThat(SAID.get("killed in its commit"))
        .matches("(\\d+) \\(100000,\\) \\[(?!\\1-)(\\d+)-\\2(, .*){3}]");
  }

  @Test
  void aTruncatedFileIsAnErrorAndNoMore() {
    assertThat(SAID.get("truncated"))
        .startsWith(
            "io.ndmap.op.MappingFaultException: "
                + folder.resolve("truncated.npy")
                + ": the mapped memory cannot be accessed; the file was truncated by another");
    assertThat(SAID.get("truncated again"))
        .contains(
            "TruncatedDataException: "
                + folder.resolve("truncated.npy")
                + ": byte 128: the data of shape (100000,) ends early");
    assertThat(SAID).containsEntry("executors lost", "0");
  }

  @Test
  void aKilledDriverLeavesAHiddenFileAndNoArray() throws IOException {
    Path target = folder.resolve("unnamed.npy");
    assertThat(SAID).doesNotContainKey("killed as a driver");
    assertThat(target).doesNotExist();
    List<Path> left = left();
    assertThat(left).hasSize(1);
    assertThat(Files.size(left.getFirst())).isGreaterThanOrEqualTo(800_000);
    Session.spark()
        .range(3)
        .selectExpr("id AS index", "id AS value")
        .write()
        .format("npy")
        .option("shuffle", false)
        .save(target.toString());
    assertThat(Session.npy().load(folder + "/*unnamed*").count()).isEqualTo(3);
    assertThat(left()).isEqualTo(left);
  }

  private static List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(".unnamed.npy."))
          .toList();
    }
  }

  @Test
  void nothingIsLeft() {
    assertThat(SAID).containsEntry("left", "[]");
  }

  @Test
  void anOldJavaIsReported() throws IOException {
    Assumptions.assumeTrue(olderJava().isPresent(), "no JDK from 17 to 24 in /usr/lib/jvm");
    assertThat(SAID.get("old"))
        .contains("the data source npy needs Java 25, this executor runs on Java ")
        .contains("; set spark.executorEnv.JAVA_HOME to the home of a JDK 25");
  }
}
