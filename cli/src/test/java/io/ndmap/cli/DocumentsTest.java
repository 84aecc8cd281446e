package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The README's snippets and command lines do what it says, and what the documents name exists.
class DocumentsTest {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /// A class between backquotes, alone, in a path or with a member; X stands for any command.
  private static final Pattern CLASS =
      Pattern.compile("`(?:\\w+/)?(?!X)([A-Z]\\w*[a-z]\\w*)(?:\\.\\w+|\\(\\))*`");

  @TempDir private Path folder;

  @Test
  void theJavaExampleCompilesAndRuns() throws Exception {
    String[] parts = block("java", 0).split("\n\n", 2);
    assertThat(parts).hasSize(2);
    Path source = folder.resolve("Example.java");
    Files.writeString(
        source,
        parts[0]
            + "\nclass Example { public static void main(String[] args) throws Exception {\n"
            + parts[1]
            + "\n} }\n");
    Path array = folder.resolve("x.npy");
    assertThat(create(array, "3,2").exit()).isZero();
    Result result = run("java", "-cp", classPath(), source.toString());
    assertThat(result.output()).isEmpty();
    assertThat(result.exit()).isZero();
    assertThat(Cli.run("get", array, "0, 0", "--json").json().get("values").getAsDouble())
        .isEqualTo(1.0);
  }

  @Test
  void theJshellExampleShowsWhatItStored() throws Exception {
    Path script = folder.resolve("example.jsh");
    Files.writeString(script, block("java", 1) + "\n/exit\n");
    Result result =
        run("jshell", "--class-path", classPath(), "--execution", "local", script.toString());
    assertThat(result.output()).contains("[[0 0 0 0]\n [7 0 8 0]\n [0 0 0 0]]");
    assertThat(folder.resolve("demo.npy")).exists();
  }

  @Test
  void everyCommandLineRuns() throws IOException {
    String commands =
        Document.of("README.md").blocks("sh").stream()
            .filter(block -> block.contains("./ndmap create"))
            .findFirst()
            .orElseThrow();
    List<String> lines = commands.lines().toList();
    assertThat(lines).hasSizeGreaterThan(5).allMatch(line -> line.startsWith("./ndmap "));
    for (String line : lines) {
      Object[] words =
          WORD.matcher(line.substring("./ndmap ".length()))
              .results()
              .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
              .map(word -> word.matches("[xy][.]npy") ? folder.resolve(word).toString() : word)
              .toArray();
      Cli cli = Cli.run(words);
      assertThat(cli.err()).as(line).isEmpty();
      assertThat(cli.exit()).as(line).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md"})
  void everyNamedClassExists(String document) throws IOException {
    Set<String> sources;
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      sources =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.substring(0, name.length() - ".java".length()))
              .collect(Collectors.toSet());
    }
    List<String> named =
        CLASS
            .matcher(Document.of(document).text())
            .results()
            .map(match -> match.group(1))
            .filter(name -> !isOfTheJdk(name))
            .distinct()
            .toList();
    assertThat(named).hasSizeGreaterThan(5).allSatisfy(name -> assertThat(sources).contains(name));
  }

  private static boolean isOfTheJdk(String name) {
    return Stream.of(
            "java.lang.", "java.lang.foreign.", "java.lang.ref.", "java.io.", "java.nio.channels.")
        .anyMatch(packageName -> ClassLoader.getSystemResource(path(packageName + name)) != null);
  }

  private static String path(String className) {
    return className.replace('.', '/') + ".class";
  }

  private static Cli create(Path array, String shape) {
    return Cli.run("create", array, "--dtype", "f8", "--shape", shape, "--fill", "0.5");
  }

  private static String block(String language, int place) {
    return Document.of("README.md").blocks(language).get(place);
  }

  private static String classPath() {
    return ChildJvm.classPath();
  }

  private record Result(int exit, String output) {}

  private Result run(String tool, String... arguments) throws Exception {
    Path home = Path.of(System.getProperty("java.home"));
    List<String> command =
        Stream.concat(
                Stream.of(home.resolve("bin").resolve(tool).toString()), Arrays.stream(arguments))
            .toList();
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Result(process.waitFor(), output);
  }
}
