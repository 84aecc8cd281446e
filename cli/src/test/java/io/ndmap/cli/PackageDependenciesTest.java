package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Compares the dependencies of packages in the compiled classes with the table in
/// docs/packages.md, and checks the sizes of packages, cycles, and that names of classes are
/// unique.
class PackageDependenciesTest {

  private static final Path ROOT = Path.of("..");
  private static final List<String> MODULES =
      List.of(
          "core", "mmap", "mpi", "micrometer", "format", "safetensors", "picture", "serve", "cli");

  /// Modules that are compiled after this one: their sources say what they use.
  private static final List<String> LATER_MODULES = List.of("benchmarks", "spark");

  private static final int MOST_FILES = 40;
  private static final int MOST_LINES = 6_000;
  private static final int MOST_LINES_OF_VIEWS = 8_400;

  /// Classes that use each other, by what makes them one: a type and the readers and writers of its
  /// text, or its rules; elements in elements; a sealed family and what goes through it; a file and
  /// its makers.
  private static final List<Set<String>> CYCLES =
      List.of(
          Set.of("layout.Index", "layout.IndexParser"),
          Set.of("layout.Partition", "layout.PartitionText"),
          Set.of("op.Casting", "op.CastSafety"),
          Set.of(
              "dtype.Alignment",
              "dtype.CommaString",
              "dtype.DType",
              "dtype.DTypeParser",
              "dtype.DescrReader",
              "dtype.DescrWriter",
              "dtype.Field",
              "dtype.TimeText",
              "dtype.TypeString"),
          Set.of("compare.ItemComparison", "compare.StructComparison"),
          Set.of("elementwise.Operand", "elementwise.Step"),
          Set.of(
              "text.ArrayText",
              "text.Corners",
              "text.ItemFormat",
              "text.ItemText",
              "text.ObjectText"),
          Set.of(
              "nd.Axes",
              "nd.ItemAccess",
              "nd.ItemCursor",
              "nd.ItemStreams",
              "nd.JavaArrays",
              "nd.NestedRows",
              "nd.RankedItems",
              "nd.StoredValue",
              "nd.UniqueItems"),
          Set.of("mmap.Lease", "mmap.NpyCreation", "mmap.NpyFile", "mmap.NpyOpening"));

  /// A class in a constant, alone or within a descriptor or signature.
  private static final Pattern CLASS = Pattern.compile("(?:^\\[*L?|L)(io/ndmap/[\\w/]+)");

  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?(io\\.ndmap[a-z.]*\\.[A-Z]\\w*)", Pattern.MULTILINE);

  private static final Pattern COMMENT = Pattern.compile("//.*");
  private static final Pattern WORD = Pattern.compile("\\b[A-Z]\\w*");

  /// Of each top-level class, the others that it names.
  private static final Map<String, Set<String>> USES = new TreeMap<>();

  /// Of each class that a sealed one permits, that one.
  private static final Map<String, String> SEALED = new HashMap<>();

  @BeforeAll
  static void readClasses() throws IOException {
    for (String module : MODULES) {
      Path classes = ROOT.resolve(module).resolve("target/classes");
      for (Path file : files(classes, ".class")) {
        if (!file.endsWith("module-info.class")) {
          read(ClassFile.of().parse(file));
        }
      }
    }
    for (String module : LATER_MODULES) {
      readSources(ROOT.resolve(module).resolve("src/main/java"));
    }
    USES.forEach(
        (name, others) -> {
          others.retainAll(USES.keySet());
          others.remove(name);
        });
  }

  private static void read(ClassModel model) {
    String name = topLevel(model.thisClass().asInternalName());
    Set<String> uses = USES.computeIfAbsent(name, _ -> new TreeSet<>());
    model
        .constantPool()
        .forEach(
            entry -> {
              if (entry instanceof Utf8Entry text) {
                Matcher found = CLASS.matcher(text.stringValue());
                while (found.find()) {
                  uses.add(topLevel(found.group(1)));
                }
              }
            });
    model
        .findAttribute(Attributes.permittedSubclasses())
        .ifPresent(
            permitted ->
                permitted
                    .permittedSubclasses()
                    .forEach(each -> SEALED.put(topLevel(each.asInternalName()), name)));
  }

  /// Reads what each source imports, and which classes of its package it names.
  private static void readSources(Path folder) throws IOException {
    Map<String, String> sources = new HashMap<>();
    for (Path file : sources(folder)) {
      String name = folder.relativize(file).toString().replace(".java", "").replace('/', '.');
      sources.put(name, Files.readString(file));
    }
    sources.forEach(
        (name, text) -> {
          Set<String> uses = USES.computeIfAbsent(name, _ -> new TreeSet<>());
          IMPORT.matcher(text).results().forEach(found -> uses.add(found.group(1)));
          WORD.matcher(COMMENT.matcher(text).replaceAll(""))
              .results()
              .map(found -> packageOf(name) + "." + found.group())
              .filter(sources::containsKey)
              .forEach(uses::add);
        });
  }

  private static List<Path> sources(Path folder) throws IOException {
    return files(folder, ".java").stream()
        .filter(file -> !file.toString().endsWith("-info.java"))
        .toList();
  }

  private static String topLevel(String internalName) {
    return internalName.replaceFirst("\\$.*", "").replace('/', '.');
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  private static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(path -> path.toString().endsWith(suffix)).toList();
    }
  }

  private static Map<String, Set<String>> packages() {
    Map<String, Set<String>> packages = new TreeMap<>();
    USES.forEach(
        (name, others) -> {
          Set<String> uses = packages.computeIfAbsent(packageOf(name), _ -> new TreeSet<>());
          others.stream()
              .map(PackageDependenciesTest::packageOf)
              .filter(other -> !other.equals(packageOf(name)))
              .forEach(uses::add);
        });
    return packages;
  }

  @Test
  void theTableSaysWhatTheClassesSay() throws IOException {
    Map<String, Set<String>> documented = new TreeMap<>();
    Pattern row = Pattern.compile("\\| `(io\\.ndmap[\\w.]*)` \\|.*\\|([^|]*)\\|");
    for (String line : Files.readAllLines(ROOT.resolve("docs/packages.md"))) {
      Matcher found = row.matcher(line);
      if (found.matches()) {
        Set<String> uses = new TreeSet<>();
        Matcher name = Pattern.compile("`([\\w.]+)`").matcher(found.group(2));
        while (name.find()) {
          uses.add("io.ndmap." + name.group(1));
        }
        documented.put(found.group(1), uses);
      }
    }
    assertThat(documented).isEqualTo(packages());
  }

  @Test
  void noTwoPackagesUseEachOther() {
    assertThat(packages()).hasSizeGreaterThan(30);
    assertThat(cycles(packages())).isEmpty();
  }

  @Test
  void noClassesUseEachOtherButThose() {
    Map<String, Set<String>> families = new TreeMap<>();
    USES.forEach(
        (name, others) -> {
          Set<String> uses = families.computeIfAbsent(family(name), _ -> new TreeSet<>());
          others.stream().map(PackageDependenciesTest::family).forEach(uses::add);
          uses.remove(family(name));
        });
    assertThat(cycles(families).stream().map(PackageDependenciesTest::named))
        .containsExactlyInAnyOrderElementsOf(CYCLES);
  }

  private static Set<String> named(Set<String> classes) {
    Set<String> named = new TreeSet<>();
    classes.forEach(each -> named.add(each.substring(each.indexOf('.', "io.".length()) + 1)));
    return named;
  }

  private static String family(String name) {
    String head = name;
    while (SEALED.containsKey(head) && !SEALED.get(head).equals(head)) {
      head = SEALED.get(head);
    }
    return head;
  }

  @Test
  void noPackageIsTooLarge() throws IOException {
    Map<String, List<Path>> sources = new TreeMap<>();
    for (String module : Stream.of(MODULES, LATER_MODULES).flatMap(List::stream).toList()) {
      Path folder = ROOT.resolve(module).resolve("src/main/java");
      for (Path file : files(folder, ".java")) {
        String name = folder.relativize(file).toString();
        if (name.contains("/")) {
          sources
              .computeIfAbsent(
                  packageOf(name.replace(".java", "").replace('/', '.')), _ -> new ArrayList<>())
              .add(file);
        }
      }
    }
    for (Map.Entry<String, List<Path>> each : sources.entrySet()) {
      long lines = 0;
      for (Path file : each.getValue()) {
        lines += Files.readAllLines(file).size();
      }
      boolean views = each.getKey().equals("io.ndmap.nd");
      assertThat(each.getValue()).as(each.getKey()).hasSizeLessThanOrEqualTo(MOST_FILES);
      assertThat(lines)
          .as(each.getKey())
          .isLessThanOrEqualTo(views ? MOST_LINES_OF_VIEWS : MOST_LINES);
    }
  }

  @Test
  void noTwoClassesHaveOneName() throws IOException {
    Map<String, List<Path>> named = new TreeMap<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.toList()) {
        Path folder = module.resolve("src/main/java");
        if (Files.isDirectory(folder)) {
          for (Path file : sources(folder)) {
            named.computeIfAbsent(file.getFileName().toString(), _ -> new ArrayList<>()).add(file);
          }
        }
      }
    }
    assertThat(named).hasSizeGreaterThan(1_000);
    assertThat(named.values()).allSatisfy(files -> assertThat(files).hasSize(1));
  }

  /// The sets of nodes that lead to one another, of at least two.
  private static List<Set<String>> cycles(Map<String, Set<String>> graph) {
    List<Set<String>> cycles = new ArrayList<>();
    Map<String, Set<String>> reached = new HashMap<>();
    graph.keySet().forEach(node -> reached.put(node, reached(graph, node)));
    Set<String> done = new HashSet<>();
    for (String node : graph.keySet()) {
      if (done.add(node)) {
        Set<String> cycle = new TreeSet<>(reached.getOrDefault(node, Set.of()));
        cycle.removeIf(other -> !reached.getOrDefault(other, Set.of()).contains(node));
        if (!cycle.isEmpty()) {
          cycles.add(cycle);
          done.addAll(cycle);
        }
      }
    }
    return cycles;
  }

  private static Set<String> reached(Map<String, Set<String>> graph, String node) {
    Set<String> reached = new HashSet<>();
    List<String> next = new ArrayList<>(graph.get(node));
    while (!next.isEmpty()) {
      String other = next.removeLast();
      if (reached.add(other)) {
        next.addAll(graph.get(other));
      }
    }
    return reached;
  }
}
