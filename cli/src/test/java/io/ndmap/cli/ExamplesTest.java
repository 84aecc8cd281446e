package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The projects in `examples`, copied out of the checkout, built and run with artifacts of this
/// build alone.
class ExamplesTest {

  private static final Path STARTER = Path.of("../examples/starter");
  private static final Path SERVICE = Path.of("../examples/service");
  private static final String VERSION = property("ndmap.test.version");

  /// The first Gradle that runs on Java 25.
  private static final int GRADLE = 9;

  @TempDir private Path folder;

  @BeforeEach
  void installTheArtifacts() throws IOException {
    install("ndmap-parent", Path.of("../pom.xml"), "pom");
    for (String module : List.of("core", "mmap", "micrometer")) {
      install("ndmap-" + module, Path.of("..", module, "pom.xml"), "pom");
      install("ndmap-" + module, jar("ndmap-" + module), "jar");
    }
  }

  @Test
  void allNameTheVersionOfThisBuild() throws IOException {
    for (Path example : List.of(STARTER, SERVICE)) {
      assertThat(example.resolve("pom.xml"))
          .content()
          .contains("<ndmap.version>" + VERSION + "</ndmap.version>");
    }
    assertThat(STARTER.resolve("build.gradle.kts"))
        .content()
        .contains("implementation(\"io.ndmap:ndmap-mmap:" + VERSION + "\")");
  }

  /// `.ci/run` runs it.
  @Tag("heavy")
  @Test
  void mavenTestsAndRunsTheStarter() throws Exception {
    String output = maven(STARTER, "test", "exec:exec");
    assertThat(output).contains("15.0\n");
    assertThat(folder.resolve("starter/x.npy")).exists();
    assertThat(folder.resolve("starter/target/surefire-reports/example.MainTest.txt"))
        .content()
        .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
  }

  /// `.ci/run` runs it.
  @Tag("heavy")
  @Test
  void mavenTestsTheService() throws Exception {
    var _ = maven(SERVICE, "package");
    assertThat(folder.resolve("service/target/surefire-reports/example.service.ServiceTest.txt"))
        .content()
        .contains("Tests run: 27, Failures: 0, Errors: 0, Skipped: 0");
    assertThat(folder.resolve("service/target/lib")).isDirectoryContaining("glob:**/ndmap-mmap-*");
  }

  private String maven(Path example, String... goals) throws Exception {
    Path maven = Path.of(property("ndmap.test.maven"), "bin", "mvn");
    assumeTrue(Files.isExecutable(maven), () -> maven + " is not there: nothing to build with");
    // Other artifacts come from the repository of the build, and else from where that has them.
    Files.writeString(
        folder.resolve("settings.xml"),
        """
        <settings>
          <profiles><profile><id>build</id>
            <repositories><repository><id>build</id><url>%1$s</url></repository></repositories>
            <pluginRepositories>
              <pluginRepository><id>build</id><url>%1$s</url></pluginRepository>
            </pluginRepositories>
          </profile></profiles>
          <activeProfiles><activeProfile>build</activeProfile></activeProfiles>
        </settings>
        """
            .formatted(Path.of(property("ndmap.test.repository")).toUri()));
    List<String> command =
        List.of(
            maven.toString(),
            "-B",
            "-q",
            "-s",
            "../settings.xml",
            "-Dmaven.repo.local=../repository");
    return run(copied(example), Stream.concat(command.stream(), Stream.of(goals)).toList());
  }

  /// Copies an example without what was built of it.
  private Path copied(Path example) throws IOException {
    Path target = folder.resolve(example.getFileName().toString());
    try (Stream<Path> all = Files.walk(example)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path name = example.relativize(file);
        if (!name.startsWith("target")) {
          Path copy = target.resolve(name.toString());
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
    return target;
  }

  @Test
  void gradleTestsAndRunsTheStarter() throws Exception {
    int version = gradle();
    assumeTrue(
        version >= GRADLE,
        () ->
            (version == 0 ? "there is no gradle" : "gradle is of version " + version)
                + ": the template needs Gradle 9.1 or newer");
    String output =
        run(
            copied(STARTER),
            List.of(
                "gradle",
                "--no-daemon",
                "--quiet",
                "-Dmaven.repo.local=" + folder.resolve("repository"),
                "test",
                "run",
                "--args=x.npy"));
    assertThat(output).contains("15.0\n");
    assertThat(folder.resolve("starter/x.npy")).exists();
  }

  /// The version of the gradle on the path; 0 if there is none.
  private static int gradle() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", "command -v gradle >/dev/null && gradle --version").start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return printed
        .lines()
        .filter(line -> line.startsWith("Gradle "))
        .map(line -> line.split("[ .]", -1)[1])
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElse(0);
  }

  private String run(Path project, List<String> command) throws IOException, InterruptedException {
    Path errors = folder.resolve("errors.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(project.toFile()).redirectError(errors.toFile());
    builder.environment().put("JAVA_HOME", property("java.home"));
    // A build of so little ends before the optimising compiler would pay off.
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output + Files.readString(errors)).isZero();
    return output;
  }

  /// Writes an artifact into a repository as `mvn install` does.
  private void install(String artifact, Path file, String type) throws IOException {
    Path directory =
        Files.createDirectories(
            folder.resolve("repository/io/ndmap").resolve(artifact).resolve(VERSION));
    Files.copy(file, directory.resolve(artifact + "-" + VERSION + "." + type));
  }

  private static Path jar(String artifact) {
    String name = artifact + "-" + VERSION + ".jar";
    List<Path> jars =
        Arrays.stream(property("ndmap.test.classpath").split(File.pathSeparator))
            .map(Path::of)
            .filter(entry -> entry.endsWith(name))
            .toList();
    assumeTrue(jars.size() == 1, () -> name + " is not packaged in this build: run mvn verify");
    return jars.getFirst();
  }

  private static String property(String name) {
    return Objects.requireNonNull(System.getProperty(name), name);
  }
}
