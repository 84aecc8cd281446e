package io.ndmap.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.spark.column.Inexact;
import io.ndmap.spark.encode.WritePlan;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The example of the document is submitted as users do, and classes are of the Java that they are
/// said to be.
class DocumentTest {

  @TempDir private Path folder;

  @Test
  void theExampleIsSubmitted() throws Exception {
    String document = Files.readString(Path.of("../docs/spark.md"), UTF_8);
    Matcher java = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(document);
    assertThat(java.find()).isTrue();
    Path source = folder.resolve("Example.java");
    Files.writeString(source, java.group(1).replace("/data/", folder + "/"));
    Python.run("np.save(argv[0] + '/x.npy', np.arange(2**18) / 2**18)", folder);
    tool("javac", "-cp", ChildJvm.classPath(), source.toString());
    tool(
        "jar",
        "--create",
        "--file",
        folder + "/example.jar",
        "-C",
        folder.toString(),
        "Example.class");
    List<String> submit =
        new ArrayList<>(List.of("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    submit.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    submit.addAll(List.of("-cp", ChildJvm.classPath(), "org.apache.spark.deploy.SparkSubmit"));
    submit.addAll(
        List.of("--master", "local[1]", "--conf", "spark.ui.enabled=false", "--class", "Example"));
    submit.add(folder + "/example.jar");
    assertThat(run(submit)).contains("|      0.75|");
    assertThat(Python.run("print(np.load(argv[0])[2**17])", folder.resolve("y.npy")))
        .isEqualTo("1.0\n");
  }

  private static void tool(String name, String... arguments) {
    StringWriter printed = new StringWriter();
    PrintWriter writer = new PrintWriter(printed);
    assertThat(ToolProvider.findFirst(name).orElseThrow().run(writer, writer, arguments))
        .as(printed.toString())
        .isZero();
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    List<String> found = new ArrayList<>(command);
    found.set(0, Path.of(System.getProperty("java.home"), "bin", command.getFirst()).toString());
    Process process =
        new ProcessBuilder(found).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
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
