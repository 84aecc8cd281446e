package io.ndmap.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Runs the fuzzer Jazzer on each target, in a separate JVM. The fuzzer starts with the corpus, the
/// inputs that earlier runs kept, and the earlier findings.
final class Fuzz {

  static final List<Class<?>> TARGETS =
      List.of(
          HeaderTarget.class,
          LiteralTarget.class,
          ArrayTarget.class,
          ArchiveTarget.class,
          ObjectsTarget.class,
          ExpressionTarget.class);

  private static final Pattern EXECUTIONS =
      Pattern.compile("stat::number_of_executed_units: (\\d+)");

  private final Path module;
  private final String seconds;

  private Fuzz(Path module, String seconds) {
    this.module = module;
    this.seconds = seconds;
  }

  /// Runs the targets. The exit status is 1 if a run has failed, otherwise 0.
  ///
  /// @param args the folder of this module; the number of seconds for each target; optionally, a
  ///   prefix of the names of the targets to run
  public static void main(String[] args) throws IOException, InterruptedException {
    Fuzz fuzz = new Fuzz(Path.of(args[0]), args[1]);
    String prefix = args.length > 2 ? args[2] : "";
    boolean found = false;
    for (Class<?> target : TARGETS) {
      if (target.getSimpleName().startsWith(prefix)) {
        found |= fuzz.run(target);
      }
    }
    System.exit(found ? 1 : 0);
  }

  /// Returns the directory of a target's findings: inputs that made it fail, each in a file.
  static Path findings(Path module, Class<?> target) {
    return module.resolve("src/test/resources/findings").resolve(target.getSimpleName());
  }

  /// Returns the directories of the inputs with which the fuzzer starts.
  static List<Path> seeds(Path module, Class<?> target) {
    Path corpus = module.resolve("../core/src/test/resources/corpus");
    return target == ArchiveTarget.class
        ? List.of(corpus.resolve("npz"), module.resolve("../mmap/src/test/resources/compressed"))
        : List.of(corpus.resolve("npy"));
  }

  /// Runs the fuzzer on a target, and prints the number of executions and findings.
  ///
  /// @return whether the fuzzer has failed or found a failure
  private boolean run(Class<?> target) throws IOException, InterruptedException {
    Path findings = findings(module, target);
    // Jazzer keeps the inputs that reach new code here.
    Path learnt = module.resolve("target/learnt").resolve(target.getSimpleName());
    Path log = module.resolve("target").resolve(target.getSimpleName() + ".log");
    Files.createDirectories(findings);
    Files.createDirectories(learnt);
    long before = count(findings);
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx256m",
                "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.getName(),
                "--instrumentation_includes=io.ndmap.**",
                "--reproducer_path=" + module.resolve("target"),
                "-artifact_prefix=" + findings + "/",
                "-max_total_time=" + seconds,
                "-timeout=10",
                "-max_len=4096",
                "-print_final_stats=1"));
    Stream.of(List.of(learnt), seeds(module, target), List.of(findings))
        .flatMap(List::stream)
        .map(Path::toString)
        .forEach(command::add);
    long began = System.nanoTime();
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    String output = Files.readString(log);
    Matcher executions = EXECUTIONS.matcher(output);
    long found = count(findings) - before;
    System.out.printf(
        "%s: %s executions in %d s, %d findings%n",
        target.getSimpleName(),
        executions.find() ? executions.group(1) : "?",
        (System.nanoTime() - began) / 1_000_000_000,
        found);
    if (status != 0) {
      output
          .lines()
          .dropWhile(line -> !line.startsWith("== "))
          .takeWhile(line -> !line.startsWith("DEDUP_TOKEN"))
          .forEach(System.out::println);
    }
    return status != 0;
  }

  private static long count(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }
}
