package io.ndmap.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Tests reads and writes by executors in processes of their own, also when they are killed, and
/// the example of the document, submitted as users do; [Cluster] runs them.
///
/// Most of the time it waits for these: other classes are tested meanwhile.
@Execution(ExecutionMode.CONCURRENT)
@Tag("slow")
class ClusterTest {

  private static final List<String> OUTPUT = new ArrayList<>();
  private static final Map<String, String> SAID = new TreeMap<>();

  @TempDir private static Path folder;
  @TempDir private static Path spark;

  @BeforeAll
  static void run() throws IOException, InterruptedException {
    // Spark looks for this folder before it starts executors; their classes are those of this test.
    var _ = Files.createDirectory(spark.resolve("jars"));
    OUTPUT.addAll(run(folder, spark, example()));
    for (String line : OUTPUT) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        SAID.put(line.substring(0, colon), line.substring(colon + 2));
      }
    }
  }

  /// The output of a driver.
  private static List<String> run(Object... arguments) throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    flags.add(ChildJvm.NATIVE);
    flags.add("-XX:+UseSerialGC");
    flags.add("-Dlog4j2.configurationFile=log4j2-cluster.properties");
    List<String> environment = List.of("env", "SPARK_SCALA_VERSION=2.13", "SPARK_HOME=" + spark);
    try (ChildJvm driver = ChildJvm.start(environment, flags, Cluster.class, arguments)) {
      return driver.finish();
    }
  }

  /// The example of the document, compiled.
  private static Path example() throws IOException {
    String document = Files.readString(Path.of("../docs/spark.md"), UTF_8);
    Matcher java = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(document);
    assertThat(java.find()).isTrue();
    Path source = spark.resolve("Example.java");
    Files.writeString(source, java.group(1).replace("/data/", spark + "/"));
    Path jar = spark.resolve("example.jar");
    tool("javac", "-cp", ChildJvm.classPath(), source.toString());
    tool("jar", "--create", "--file", jar.toString(), "-C", spark.toString(), "Example.class");
    int rows = 1 << 18;
    double[] numbers = IntStream.range(0, rows).mapToDouble(k -> (double) k / rows).toArray();
    NpyFile.write(
        spark.resolve("x.npy"),
        NdView.of(MemorySegment.ofArray(numbers), DType.FLOAT64, Shape.of(rows), Order.C));
    return jar;
  }

  private static void tool(String name, String... arguments) {
    StringWriter printed = new StringWriter();
    PrintWriter writer = new PrintWriter(printed);
    assertThat(ToolProvider.findFirst(name).orElseThrow().run(writer, writer, arguments))
        .as(printed.toString())
        .isZero();
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
    // Where the machine is busy, Spark may start another attempt of each task, here and below.
    assertThat(SAID.get("retried"))
        .matches("\\(100000,\\) \\[(\\d+)-\\1, ([1-9])-\\2(, (\\d+)-\\4){2}]");
  }

  @Test
  void ofTwoAttemptsOneWrites() {
    // Either may commit first, and then all rows of the task are its own.
    assertThat(SAID.get("speculated"))
        .matches("true \\(100000,\\) \\[(\\d+)-\\1(, (\\d+)-\\3){3}]");
  }

  @Test
  void aKilledExecutorIsReplaced() {
    assertThat(SAID.get("killed")).matches("\\(100000,\\) \\[([1-9])-\\1(, (\\d+)-\\3){3}]");
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
    // Other classes change the options of the shared session meanwhile.
    SparkSession own = Session.spark().newSession();
    own.range(3)
        .selectExpr("id AS index", "id AS value")
        .write()
        .format("npy")
        .option("shuffle", false)
        .save(target.toString());
    assertThat(own.read().format("npy").load(folder + "/*unnamed*").count()).isEqualTo(3);
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
  void theExampleOfTheDocumentIsSubmitted() {
    assertThat(OUTPUT).contains("|      0.75|");
    assertThat(Python.run("print(np.load(argv[0])[2**17])", spark.resolve("y.npy")))
        .isEqualTo("1.0\n");
  }

  @Test
  @Tag("heavy")
  void anOldJavaIsReported() throws IOException, InterruptedException {
    assertThat(String.join("\n", run(folder.resolve("x.npy"), OldJavaTest.home())))
        .contains("the data source npy needs Java 25, this executor runs on Java ")
        .contains("; set spark.executorEnv.JAVA_HOME to the home of a JDK 25");
  }
}
