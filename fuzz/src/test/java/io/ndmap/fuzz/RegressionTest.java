package io.ndmap.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The seeds, and whatever the fuzzer found, once each.
class RegressionTest {

  private static final Path MODULE = Path.of("");

  static List<Class<?>> targets() {
    return Fuzz.TARGETS;
  }

  /// All inputs that the fuzzer has found, and each fourth seed.
  @ParameterizedTest
  @MethodSource("targets")
  void findingsGetAValueOrATypedError(Class<?> target) throws Throwable {
    everyInputGetsAValueOrATypedError(target, 4);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("targets")
  void everyInputGetsAValueOrATypedError(Class<?> target) throws Throwable {
    everyInputGetsAValueOrATypedError(target, 1);
  }

  private static void everyInputGetsAValueOrATypedError(Class<?> target, int step)
      throws Throwable {
    MethodHandle run =
        MethodHandles.lookup()
            .findStatic(
                target, "fuzzerTestOneInput", MethodType.methodType(void.class, byte[].class));
    List<Path> inputs = new ArrayList<>(files(Fuzz.findings(MODULE, target)));
    for (Path directory : Fuzz.seeds(MODULE, target)) {
      List<Path> seeds = files(directory);
      for (int k = 0; k < seeds.size(); k += step) {
        inputs.add(seeds.get(k));
      }
    }
    assertThat(inputs).hasSizeGreaterThan(100 / step);
    List<String> failures = new ArrayList<>();
    for (Path input : inputs) {
      byte[] bytes = Files.readAllBytes(input);
      try {
        run.invoke(bytes);
      } catch (Throwable e) {
        failures.add(input.getFileName() + ": " + e);
      }
    }
    assertThat(failures).isEmpty();
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }
}
