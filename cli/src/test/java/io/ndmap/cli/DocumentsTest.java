package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The snippets and command lines of the documents do what these say, and what they name exists;
/// some documents have tests of their own.
class DocumentsTest {

  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /// Programs that end before the optimising compiler pays off.
  private static final String SHORT = "-XX:TieredStopAtLevel=1";

  private static final String SERIAL = "-XX:+UseSerialGC";

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /// A class between backquotes, alone, in a path or with a member; X stands for any command.
  private static final Pattern CLASS =
      Pattern.compile("`(?:\\w+/)?(?!X)([A-Z]\\w*[a-z]\\w*)(?:\\.\\w+|\\(\\))*`");

  /// A row of NumPy's call and ndmap's.
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(.+)` \\| `(.+)` \\|$");

  /// A statement that changes an array and gives nothing.
  private static final Pattern CHANGES = Pattern.compile("[+]=|^a[.](sort|partition)|^np[.]put");

  private static final String FUNCTIONS_IN_PYTHON =
      """
      A = np.array([[1.5, 2.25, 4], [0.5, 9, 2]])
      a = A.copy()
      b = np.array([[2, 0.5, 1], [3, 4, -1]])
      i = np.array([[5, 3, 12], [7, 8, 1]])
      j = np.array([[1, 2, 3], [2, 1, 0]])
      v = np.array([1.0, 2, 3])
      m = a > 1
      def show(x):
          print(*np.asarray(x).astype('f8').ravel())
      """;

  private static final String FUNCTIONS_IN_JAVA =
      """
      import java.util.stream.*;
      class Functions {
        static NdView<?> of(double... items) {
          return items.length == 3 ? NdView.of(items) : NdView.of(items, 2, 3);
        }
        static final NdView<?> A = of(1.5, 2.25, 4, 0.5, 9, 2);
        static NdView<?> a = A.copy();
        static final NdView<?> b = of(2, 0.5, 1, 3, 4, -1);
        static final NdView<?> i = of(5, 3, 12, 7, 8, 1).astype(DType.INT64);
        static final NdView<?> j = of(1, 2, 3, 2, 1, 0).astype(DType.INT64);
        static final NdView<?> v = of(1, 2, 3);
        static final ByteView m = a.compare(Comparison.GREATER, 1);
        static void show(DoubleStream items) {
          System.out.println(items.mapToObj(Double::toString).collect(Collectors.joining(" ")));
        }
        static void show(NdView<?> view) {
          show(view.doubles());
        }
        static void show(long... items) {
          show(LongStream.of(items).asDoubleStream());
        }
        static void show(double item) {
          show(DoubleStream.of(item));
        }
        static void show(List<RankedRow> rows) {
          show(rows.stream().mapToDouble(RankedRow::row));
        }
        public static void main(String[] args) {
          ROWS
        }
      }
      """;

  @TempDir private Path folder;

  /// The output of the programs in documents.
  private static final Map<String, String> PROGRAMS =
      Map.of(
          "README.md", "1.5\n",
          "docs/archives.md", "[a, b] 7.0 true\n",
          "docs/expressions.md", "0\n",
          "docs/fill.md", "",
          "docs/growing.md", "4 4.0\n",
          "docs/lifetime.md", "3.0\n6.0\n",
          "docs/observing.md", "7.0\n",
          "docs/performance.md", "3.0\n",
          "docs/safetensors.md", "[layer.bias, layer.weight] {format=pt} 454.10009765625\n",
          "docs/streams.md", "(1000, 3) 4500.0\n(3, 1000) 4500.0\n");

  /// One of the document's Java blocks is a program: imports, an empty line, statements.
  @Test
  void theJavaProgramsCompileAndRun() throws Exception {
    Path sources = Files.createDirectory(folder.resolve("programs"));
    Path array = sources.resolve("x.npy");
    assertThat(create(array, "3,2").exit()).isZero();
    List<Path> files = new ArrayList<>();
    List<String> arguments = new ArrayList<>(List.of(array.toString()));
    StringBuilder expected = new StringBuilder();
    for (Map.Entry<String, String> program : PROGRAMS.entrySet()) {
      List<String> blocks =
          Document.of(program.getKey()).blocks("java").stream()
              .filter(block -> block.startsWith("import "))
              .toList();
      assertThat(blocks).hasSize(1);
      String[] parts = blocks.getFirst().split("\n\n", 2);
      String name = "Example_" + program.getKey().replaceAll("\\W", "_");
      files.add(
          Files.writeString(
              sources.resolve(name + ".java"),
              parts[0]
                  + "\npublic class "
                  + name
                  + " { public static void main(String[] args) throws Exception {\n"
                  + parts[1]
                  + "\n} }\n"));
      arguments.add(name);
      expected.append(name + "\n" + program.getValue());
    }
    compile(sources, files);
    Result result = runJava(sources, DocumentPrograms.class.getName(), arguments);
    assertThat(result).isEqualTo(new Result(0, expected.toString()));
  }

  /// Each row of the tables is run on both sides.
  @Test
  @Tag("slow")
  void functionsGiveNumpysResults() throws Exception {
    String arrays = Document.of("docs/numpy.md").text();
    String operations = Document.of("docs/numpy-operations.md").text();
    List<MatchResult> rows =
        Stream.of(
                between(arrays, "## New arrays", "## Java arrays"),
                between(operations, "### Functions by name", "### Loops"),
                between(operations, "## Order", "## Threads"))
            .flatMap(table -> ROW.matcher(table).results())
            .toList();
    assertThat(rows).hasSizeGreaterThan(200);
    StringBuilder python = new StringBuilder(FUNCTIONS_IN_PYTHON);
    StringBuilder java = new StringBuilder();
    for (int k = 0; k < rows.size(); k++) {
      String there = rows.get(k).group(1).replace("\\|", "|");
      String here = rows.get(k).group(2);
      boolean changes = CHANGES.matcher(there).find();
      python.append(changes ? there + "\nshow(a)\na = A.copy()\n" : "show(" + there + ")\n");
      java.append(changes ? here + "; show(a); a = A.copy();\n" : "show(" + here + ");\n");
    }
    Path source = folder.resolve("Functions.java");
    String imports = Document.of("docs/numpy.md").blocks("java").getFirst();
    Files.writeString(source, imports + FUNCTIONS_IN_JAVA.replace("ROWS", java));
    List<String> expected = Python.run(python.toString()).lines().toList();
    compile(folder, List.of(source));
    Result result = runJava(folder, "Functions", List.of());
    List<String> found = result.output().lines().toList();
    assertThat(found).as(result.output()).hasSameSizeAs(expected).hasSameSizeAs(rows);
    for (int k = 0; k < rows.size(); k++) {
      assertThat(numbers(found.get(k)))
          .as(rows.get(k).group())
          .containsExactly(numbers(expected.get(k)), within(1e-13));
    }
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin);
    return text.substring(from, text.indexOf(end, from));
  }

  private static double[] numbers(String line) {
    return Stream.of(line.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  @Test
  @Tag("slow")
  void theJshellExampleShowsWhatItStored() throws Exception {
    Path script = folder.resolve("example.jsh");
    String block = Document.of("docs/install.md").blocks("jshell").getFirst();
    Files.writeString(script, block + "\n/exit\n");
    Result result =
        run(
            tool("jshell"),
            "-J" + SHORT,
            "-J" + SERIAL,
            "--class-path",
            classPath(),
            "--execution",
            "local",
            script.toString());
    assertThat(result.output()).contains("[[0 0 0 0]\n [7 0 8 0]\n [0 0 0 0]]");
    assertThat(folder.resolve("demo.npy")).exists();
  }

  @Test
  void everyCommandLineOfTheReadmeRuns() {
    runCommandLines("README.md");
  }

  @Test
  @Tag("slow")
  void everyCommandLineRuns() {
    runCommandLines("docs/cli.md");
  }

  private void runCommandLines(String document) {
    String commands =
        Document.of(document).blocks("sh").stream()
            .filter(block -> block.contains("./ndmap create"))
            .findFirst()
            .orElseThrow();
    List<String> lines = commands.lines().toList();
    assertThat(lines).hasSizeGreaterThan(2).allMatch(line -> line.startsWith("./ndmap "));
    // A tenth of the array, of which some lines make text.
    assertThat(lines.getFirst()).contains(" 1000,1000 ");
    run(lines.stream().map(line -> line.replace(" 1000,1000 ", " 100,1000 ")).toList());
  }

  /// The arrays are NumPy's, and each command draws one of them.
  @Test
  @Tag("slow")
  void everyPictureIsDrawn() throws Exception {
    Document document = Document.of("docs/view.md");
    String script =
        "import os\nos.chdir(argv[0])\n"
            + document.blocks("python").getFirst()
            + "print('saved')\n";
    assertThat(Python.run(script, folder)).isEqualTo("saved\n");
    List<String> lines = document.blocks("sh").getFirst().lines().toList();
    assertThat(lines).hasSizeGreaterThan(5);
    run(lines);
    for (String name : List.of("field.png", "part.png", "spark.png", "bins.png")) {
      byte[] png = Files.readAllBytes(folder.resolve(name));
      assertThat(new String(png, 1, 3, UTF_8)).as(name).isEqualTo("PNG");
      assertThat(new String(png, png.length - 8, 4, UTF_8)).as(name).isEqualTo("IEND");
    }
    assertThat(folder.resolve("field.svg")).content().startsWith("<?xml ").endsWith("</svg>\n");
    assertThat(folder.resolve("walk.svg")).content().contains("polygon");
  }

  private void run(List<String> lines) {
    for (String line : lines) {
      assertThat(line).startsWith("./ndmap ");
      Object[] words =
          WORD.matcher(line.substring("./ndmap ".length()))
              .results()
              .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
              .map(
                  word ->
                      word.replaceFirst(
                          "^([a-z]=)?(?=[a-z]+[.](np[yz]|csv|png|svg)(::.*)?$)",
                          "$1" + folder + "/"))
              .toArray();
      Cli cli = Cli.run(words);
      assertThat(cli.err()).as(line).isEmpty();
      assertThat(cli.exit()).as(line).isZero();
    }
  }

  @Tag("heavy")
  @Test
  void theShellLinesFillAnArray() throws Exception {
    Path command = folder.resolve("ndmap");
    Files.writeString(
        command,
        "#!/bin/sh\nexec '%s' %s %s %s -cp '%s' %s \"$@\"\n"
            .formatted(
                tool("java"), SHORT, SERIAL, NATIVE_ACCESS, classPath(), Main.class.getName()));
    assertThat(command.toFile().setExecutable(true)).isTrue();
    Result result = run("sh", "-eu", "-c", Document.of("docs/fill.md").blocks("sh").getFirst());
    assertThat(result.output()).endsWith("\n2097151.0\n");
    assertThat(result.exit()).isZero();
    assertThat(folder.resolve("z.npy.claims")).doesNotExist();
  }

  @Test
  void thePythonLinesFillAnArray() throws Exception {
    String script =
        "import os\nsys.path.insert(0, argv[0])\nos.chdir(argv[1])\n"
            + Document.of("docs/fill.md").blocks("python").getFirst()
            + "print(np.load('filled.npy')[::256, 0].tolist())\n";
    assertThat(Python.run(script, Path.of("../python").toRealPath(), folder))
        .isEqualTo("[0.0, 1.0, 2.0, 3.0]\n");
  }

  @Test
  void thePythonLinesAppend() throws Exception {
    Path log = folder.resolve("log.npy");
    assertThat(create(log, "1,2").exit()).isZero();
    String script =
        "import os\nsys.path.insert(0, argv[0])\nos.chdir(argv[1])\n"
            + Document.of("docs/growing.md").blocks("python").getFirst()
            + "print(np.load('log.npy').sum(axis=1).tolist())\n";
    assertThat(Python.run(script, Path.of("../python").toRealPath(), folder))
        .isEqualTo("[1.0, 2.0, 2.0, 2.0]\n");
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<Document> documents = new ArrayList<>();
    for (String name : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
      documents.add(Document.of(name));
    }
    documents.addAll(Document.below("docs"));
    documents.addAll(Document.below("benchmarks"));
    assertThat(documents).hasSizeGreaterThan(10);
    assertThat(documents)
        .allSatisfy(document -> assertThat(document.brokenLinks()).as(document.name()).isEmpty());
  }

  @Test
  void everyNamedClassExists() throws IOException {
    Set<String> sources;
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      sources =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.substring(0, name.length() - ".java".length()))
              .collect(Collectors.toSet());
    }
    List<Document> documents = new ArrayList<>(Document.below("docs/decisions"));
    // Decisions that were replaced may name classes that are gone.
    documents.removeIf(document -> document.text().contains("\nReplaced by ["));
    documents.add(Document.of("ARCHITECTURE.md"));
    documents.add(Document.of("CONTRIBUTING.md"));
    assertThat(documents)
        .allSatisfy(
            document ->
                assertThat(named(document))
                    .as(document.name())
                    .filteredOn(name -> !sources.contains(name))
                    .isEmpty());
    assertThat(documents.stream().flatMap(document -> named(document).stream()))
        .hasSizeGreaterThan(50);
  }

  /// The classes of ours that a document names.
  private static Set<String> named(Document document) {
    return CLASS
        .matcher(document.text())
        .results()
        .map(match -> match.group(1))
        .filter(name -> !isOfTheJdk(name))
        .collect(Collectors.toSet());
  }

  private static boolean isOfTheJdk(String name) {
    return Stream.of(
            "java.lang.",
            "java.lang.foreign.",
            "java.lang.ref.",
            "java.io.",
            "java.nio.channels.",
            "java.util.")
        .anyMatch(packageName -> ClassLoader.getSystemResource(path(packageName + name)) != null);
  }

  private static String path(String className) {
    return className.replace('.', '/') + ".class";
  }

  private static Cli create(Path array, String shape) {
    return Cli.run("create", array, "--dtype", "f8", "--shape", shape, "--fill", "0.5");
  }

  private static String classPath() {
    return ChildJvm.classPath();
  }

  /// Compiles sources in this JVM, whose compiler is warm but for the first time.
  private static void compile(Path classes, List<Path> sources) {
    StringWriter messages = new StringWriter();
    PrintWriter writer = new PrintWriter(messages);
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    List<String> arguments = new ArrayList<>(List.of("-cp", classPath(), "-d", classes.toString()));
    sources.forEach(source -> arguments.add(source.toString()));
    assertThat(javac.run(writer, writer, arguments.toArray(String[]::new)))
        .as(messages.toString())
        .isZero();
  }

  /// Runs a class in a JVM of its own.
  private Result runJava(Path classes, String name, List<String> arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                tool("java"),
                SHORT,
                SERIAL,
                NATIVE_ACCESS,
                "-cp",
                classes + File.pathSeparator + classPath(),
                name));
    command.addAll(arguments);
    return run(command.toArray(String[]::new));
  }

  private record Result(int exit, String output) {}

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  private Result run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Result(process.waitFor(), output);
  }
}
