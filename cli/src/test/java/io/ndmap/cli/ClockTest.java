package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// No test of any module depends on the clock: it reads none, and what ends a wait that hangs has
/// minutes. `TimeLimit` and `Work` of the module testing say what there is instead.
class ClockTest {

  private static final Path ROOT = Path.of("..");

  /// They measure time, and no verdict depends on it.
  private static final Set<String> TIMING = Set.of("LoadMain.java", "SparkRace.java", "storm.py");

  private static final Pattern JAVA =
      Pattern.compile(
          "nanoTime|currentTimeMillis|(?:Instant|Clock|Time)\\.(?:now|system)|assertTimeout"
              + "|@Timeout\\((?!value = \\d+, unit = TimeUnit\\.MINUTES\\b)"
              + "|(?:get|poll|await|join|waitFor|orTimeout)\\([^()]*(?:TimeUnit\\.)?\\bSECONDS\\)");

  private static final Pattern PYTHON =
      Pattern.compile(
          "time\\.(?:monotonic|perf_counter|time)(?:_ns)?\\("
              + "|(?:timeout|patience)=[1-9]|\\.(?:wait|join)\\([1-9]");

  @Test
  void noTestReadsAClockOrWaitsForLessThanMinutes() throws IOException {
    List<String> found = new ArrayList<>();
    List<Path> sources = sources();
    for (Path source : sources) {
      Pattern forbidden = source.toString().endsWith(".py") ? PYTHON : JAVA;
      List<String> lines = Files.readAllLines(source);
      for (int i = 0; i < lines.size(); i++) {
        if (forbidden.matcher(lines.get(i)).find()) {
          found.add(ROOT.relativize(source) + ":" + (i + 1) + ": " + lines.get(i).strip());
        }
      }
    }
    assertThat(found).isEmpty();
    assertThat(sources).hasSizeGreaterThan(300);
  }

  private static List<Path> sources() throws IOException {
    List<Path> roots = new ArrayList<>(List.of(ROOT.resolve("python/tests")));
    try (Stream<Path> modules = Files.list(ROOT)) {
      modules
          .map(module -> module.resolve("src/test/java"))
          .filter(Files::isDirectory)
          .forEach(roots::add);
    }
    List<Path> sources = new ArrayList<>();
    for (Path root : roots) {
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(file -> file.toString().matches(".*\\.(java|py)"))
            .filter(file -> !TIMING.contains(file.getFileName().toString()))
            .filter(file -> !file.endsWith("ClockTest.java"))
            .forEach(sources::add);
      }
    }
    return sources;
  }
}
