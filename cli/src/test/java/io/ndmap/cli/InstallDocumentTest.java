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
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The program of docs/install.md, built outside the checkout from the artifacts that a build
/// installs, and run, by the document's own lines.
class InstallDocumentTest {

  private static final Document DOCUMENT = Document.of("docs/install.md");

  /// A code block that says which file it is.
  private static final Pattern FILE = Pattern.compile("(?://|<!--) (\\S+\\.\\w+).*\n");

  private static final Pattern ARTIFACT = Pattern.compile("\\| `[^:`]+:([^:`]+):([^:`]+)` \\|");
  private static final Pattern NATIVE_ACCESS = Pattern.compile("--enable-native-access=\\S+");
  private static final String ARRAY = "[[0.  0.  0. ]\n [0.  0.  0.5]]\n";

  /// Maven as the document calls it, but with a repository of the test's own, which takes what it
  /// lacks from the one of the build; warnings of javac are errors, and no JVM runs for so long
  /// that the optimising compiler would pay off.
  private static final String TOOLS =
      """
      set -e
      mvn() { "$MAVEN" -q -gs settings.xml -s settings.xml -Dmaven.repo.local=repository "$@"; }
      javac() { command javac -Xlint:all -Werror "$@"; }
      java() { command java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$@"; }
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void buildTheProgram() throws Exception {
    assumeTrue(Files.isExecutable(maven()), () -> maven() + " is not there: nothing to build with");
    install("ndmap-parent", Path.of("../pom.xml"), "pom");
    for (String module : List.of("core", "mmap")) {
      install("ndmap-" + module, Path.of("..", module, "pom.xml"), "pom");
      install("ndmap-" + module, jar("ndmap-" + module), "jar");
    }
    Path repository = Path.of(property("ndmap.test.repository"));
    Files.writeString(
        folder.resolve("settings.xml"),
        """
        <settings><mirrors><mirror>
          <id>build</id><mirrorOf>*</mirrorOf><url>%s</url>
        </mirror></mirrors></settings>
        """
            .formatted(repository.toUri()));
    for (String block : Stream.of("xml", "java").flatMap(InstallDocumentTest::blocks).toList()) {
      MatchResult name = FILE.matcher(block).results().findFirst().orElseThrow();
      Path file = folder.resolve(name.group(1));
      Files.createDirectories(file.getParent());
      Files.writeString(file, block.substring(name.end()));
    }
    Result built = run(String.join("\n", lines(line -> !line.startsWith("java "))));
    assertThat(built.exit()).as(built.output() + built.errors()).isZero();
  }

  /// Writes an artifact into a repository as `mvn install` does.
  private static void install(String artifact, Path file, String type) throws IOException {
    String version = property("ndmap.test.version");
    Path directory =
        Files.createDirectories(
            folder.resolve("repository/io/ndmap").resolve(artifact).resolve(version));
    Files.copy(file, directory.resolve(artifact + "-" + version + "." + type));
  }

  private static Path jar(String artifact) {
    String name = artifact + "-" + property("ndmap.test.version") + ".jar";
    List<Path> jars =
        Arrays.stream(property("ndmap.test.classpath").split(File.pathSeparator))
            .map(Path::of)
            .filter(entry -> entry.endsWith(name))
            .toList();
    assumeTrue(jars.size() == 1, () -> name + " is not packaged in this build: run mvn verify");
    return jars.getFirst();
  }

  static Stream<String> javaLines() {
    return lines(line -> line.startsWith("java ")).stream();
  }

  @ParameterizedTest
  @MethodSource("javaLines")
  void runsAsTheDocumentSays(String line) throws Exception {
    assertThat(run(line)).isEqualTo(new Result(0, ARRAY, ""));
  }

  static Stream<String> firstJavaLine() {
    return javaLines().limit(1);
  }

  static Stream<String> otherJavaLines() {
    return javaLines().skip(1);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("otherJavaLines")
  void runsWithoutNativeAccessAsModules(String line) throws Exception {
    runsWithoutNativeAccess(line);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("otherJavaLines")
  void runsWithoutTheAnnotationsAsModules(String line) throws Exception {
    runsWithoutTheAnnotations(line);
  }

  @ParameterizedTest
  @MethodSource("firstJavaLine")
  void runsWithoutNativeAccess(String line) throws Exception {
    for (String access : List.of("", "--illegal-native-access=deny")) {
      Result result = run(NATIVE_ACCESS.matcher(line).replaceFirst(access));
      assertThat(result.output()).as(result.errors()).isEqualTo(ARRAY);
      assertThat(result.exit()).as(result.errors()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("firstJavaLine")
  void runsWithoutTheAnnotations(String line) throws Exception {
    String bare = "rm -rf bare; cp -r target/lib bare; rm bare/jspecify-*.jar\n";
    Result result = run(bare + line.replace("target/lib", "bare"));
    assertThat(result).isEqualTo(new Result(0, ARRAY, ""));
  }

  @Test
  void whatComesAlongIsWhatTheTableSays() throws IOException {
    List<String> printed =
        ARTIFACT
            .matcher(DOCUMENT.text())
            .results()
            .map(row -> row.group(1) + "-" + row.group(2) + ".jar")
            .toList();
    try (Stream<Path> jars = Files.list(folder.resolve("target/lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(printed);
    }
  }

  @Test
  void theGradleLinesNameTheSameArtifact() {
    assertThat(blocks("kotlin"))
        .singleElement()
        .asString()
        .contains("\"io.ndmap:ndmap-mmap:" + property("ndmap.test.version") + "\"");
  }

  /// The command lines of the program's blocks.
  private static List<String> lines(Predicate<String> expected) {
    return blocks("sh")
        .filter(block -> block.contains("app.Main"))
        .flatMap(String::lines)
        .filter(expected)
        .toList();
  }

  private static Stream<String> blocks(String language) {
    return DOCUMENT.blocks(language).stream();
  }

  private static Path maven() {
    return Path.of(property("ndmap.test.maven"), "bin", "mvn");
  }

  private static String property(String name) {
    return Objects.requireNonNull(System.getProperty(name), name);
  }

  private record Result(int exit, String output, String errors) {}

  /// Runs command lines in the program's folder, in which no array is left from before.
  private static Result run(String commands) throws Exception {
    for (String array : List.of("a.npy", "b.npy", "c.npy")) {
      Files.deleteIfExists(folder.resolve(array));
    }
    Path errors = folder.resolve("errors.txt");
    String java = property("java.home");
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", TOOLS + commands)
            .directory(folder.toFile())
            .redirectError(errors.toFile());
    builder.environment().put("JAVA_HOME", java);
    builder.environment().put("MAVEN", maven().toString());
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    builder.environment().merge("PATH", java + "/bin", (path, bin) -> bin + ":" + path);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Result(process.waitFor(), output, Files.readString(errors));
  }
}
