package io.ndmap.benchmarks.contest;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Starts the contenders that run as child processes: Python programs with numpy, and C programs.
/// Contenders whose interpreter or compiler is missing are skipped.
///
/// @param directory the directory of the data; Python programs, C sources and compiled programs are
///   written into it
/// @param targetBytes the second argument of each program: for `race.py` and `floor.c` the size of
///   the largest result in bytes, for `files_race.py` the number of blocks that are appended
/// @param log receives messages about missing programs
public record Children(Path directory, long targetBytes, PrintStream log) {

  private static final List<String> FLAGS = List.of("-O3", "-march=native", "-ffp-contract=off");

  /// Starts numpy.
  ///
  /// @return the contender, or empty if python3 or numpy is missing
  /// @throws IOException if numpy exists but does not start
  public Optional<Contender> numpy() throws IOException {
    return numpy("race.py").map(Contender.class::cast);
  }

  /// Starts numpy with another program.
  ///
  /// @param program the Python program, such as `race.py`
  /// @return the contender, or empty if python3 or numpy is missing
  /// @throws IOException if numpy exists but does not start
  public Optional<ChildContender> numpy(String program) throws IOException {
    Optional<String> version = firstLine("python3", "-c", "import numpy; print(numpy.__version__)");
    if (version.isEmpty()) {
      log.println("numpy is skipped: there is no python3 with numpy on this machine.");
      return Optional.empty();
    }
    log.println("numpy " + version.get());
    return Optional.of(start("numpy", "python3", source(program).toString()));
  }

  /// Compiles and starts the C floor, `floor.c`: the same operations as plain C loops.
  ///
  /// @return the contender, or empty if there is no C compiler
  /// @throws IOException if the compiler fails, or the program does not start
  public Optional<Contender> floor() throws IOException {
    return c("floor").map(Contender.class::cast);
  }

  /// Compiles and starts another C program.
  ///
  /// @param name the name of the program, such as `floor`
  /// @return the contender, or empty if there is no C compiler
  /// @throws IOException if the compiler fails, or the program does not start
  public Optional<ChildContender> c(String name) throws IOException {
    for (String compiler : compilers()) {
      Optional<String> version = firstLine(compiler, "--version");
      if (version.isPresent()) {
        Path program = directory.resolve(name);
        compile(compiler, source(name + ".c"), program);
        log.println("C by " + version.get() + ", " + String.join(" ", FLAGS));
        return Optional.of(start("c", program.toString()));
      }
    }
    log.println("C is skipped: there is no C compiler (cc, gcc, clang, or CC).");
    return Optional.empty();
  }

  private static List<String> compilers() {
    return Stream.of(System.getenv("CC"), "cc", "gcc", "clang").filter(Objects::nonNull).toList();
  }

  private ChildContender start(String name, String... command) throws IOException {
    List<String> arguments = List.of(directory.toString(), Long.toString(targetBytes));
    return ChildContender.start(
        name, Stream.concat(Stream.of(command), arguments.stream()).toList());
  }

  private Path source(String name) throws IOException {
    Path path = directory.resolve(name);
    try (InputStream in = Children.class.getResourceAsStream("/race/" + name)) {
      Files.copy(Objects.requireNonNull(in, name), path);
    }
    return path;
  }

  private static void compile(String compiler, Path source, Path program) throws IOException {
    List<String> command =
        Stream.of(
                Stream.of(compiler),
                FLAGS.stream(),
                Stream.of("-o", program.toString(), source.toString(), "-lm"))
            .flatMap(part -> part)
            .toList();
    if (waitFor(new ProcessBuilder(command).inheritIO().start()) != 0) {
      throw new IOException("this does not compile: " + String.join(" ", command));
    }
  }

  private static Optional<String> firstLine(String... command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      // The program is not installed.
      return Optional.empty();
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return waitFor(process) == 0 ? out.lines().findFirst() : Optional.empty();
  }

  private static int waitFor(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a program ran", e);
    }
  }
}
