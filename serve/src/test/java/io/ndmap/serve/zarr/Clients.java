package io.ndmap.serve.zarr;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.testing.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/// Programs that are clients of Zarr. Where one is missing a test is skipped, aloud.
final class Clients {

  /// A folder `node_modules` with zarrita.
  static final String NODE_MODULES = "NDMAP_NODE_MODULES";

  private Clients() {}

  /// Looks for modules without importing them, which takes a second.
  private static final String LOOK =
      """
      import importlib.metadata, importlib.util, re, sys
      version, *modules = sys.argv[1:]
      found = all(importlib.util.find_spec(module) for module in modules)
      sys.exit(not found or not re.match(version, importlib.metadata.version('zarr')))
      """;

  /// A Python that has zarr, of a version that matches, and these modules, or else the test is
  /// skipped.
  static String python(String version, String... modules) throws InterruptedException {
    for (String python : List.of("python3", "/usr/bin/python3")) {
      List<String> command = new ArrayList<>(List.of(python, "-c", LOOK, version, "zarr"));
      command.addAll(List.of(modules));
      if (Commands.succeeds(command.toArray(String[]::new))) {
        return python;
      }
    }
    return Assumptions.abort(
        "no python3 here has zarr %s and %s".formatted(version, List.of(modules)));
  }

  /// A folder in which node finds zarrita, or else the test is skipped.
  static Path nodeFolder(Path folder) throws IOException, InterruptedException {
    Optional<String> modules = Optional.ofNullable(System.getenv(NODE_MODULES));
    Assumptions.assumeTrue(
        modules.isPresent() && Files.isDirectory(Path.of(modules.get(), "zarrita")),
        NODE_MODULES + " names no folder with zarrita: npm install zarrita");
    Assumptions.assumeTrue(Commands.succeeds("node", "--version"), "node is not there");
    Path link = folder.resolve("node_modules");
    if (!Files.exists(link)) {
      Files.createSymbolicLink(link, Path.of(modules.get()).toAbsolutePath());
    }
    return folder;
  }

  /// Runs a program that must succeed.
  ///
  /// @return what it printed
  static String run(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(command + " failed:\n" + output);
    }
    return output;
  }
}
