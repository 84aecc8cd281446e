package io.ndmap.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/// A JVM of its own for what would end or disturb this one. Everything of the project is on its
/// class path, so that `ALL-UNNAMED` is the module that native access is given to. Where no flag
/// gives it, JDK 25 warns and allows it, unless it is told to deny.
///
/// Most children end before the optimising compiler or a concurrent collector would pay off, and
/// start without them.
public final class ChildJvm implements AutoCloseable {

  public static final String OPTIMISED = "-XX:TieredStopAtLevel=4";
  public static final String NATIVE = "--enable-native-access=ALL-UNNAMED";
  public static final String WARNED = "--illegal-native-access=warn";
  public static final String DENIED = "--illegal-native-access=deny";

  private final Process process;
  private final BufferedReader output;
  private final CompletableFuture<String> errors;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader(UTF_8);
    // A thread for each: the common pool has one on two processors, which the first child keeps.
    this.errors =
        CompletableFuture.supplyAsync(
            () -> readAll(process), task -> Thread.ofPlatform().daemon().start(task));
  }

  private static String readAll(Process process) {
    try {
      return new String(process.getErrorStream().readAllBytes(), UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /// The command that starts a program.
  public static List<String> command(List<String> flags, Class<?> program, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The last of contradicting flags counts.
    command.add("-XX:TieredStopAtLevel=1");
    // Of contradicting collectors none counts.
    if (flags.stream().noneMatch(flag -> flag.matches("-XX:\\+Use\\w+GC"))) {
      command.add("-XX:+UseSerialGC");
    }
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath(), program.getName()));
    Arrays.stream(arguments).map(Object::toString).forEach(command::add);
    return command;
  }

  /// The class path of a module's tests; their own `java.class.path` is not whole, as some of it is
  /// on their module path.
  public static String classPath() {
    return Objects.requireNonNull(
        System.getProperty("ndmap.test.classpath"), "ndmap.test.classpath");
  }

  /// Starts a program.
  public static ChildJvm start(List<String> flags, Class<?> program, Object... arguments)
      throws IOException {
    return start(List.of(), flags, program, arguments);
  }

  /// Starts a program under another one, such as a shell that sets a limit.
  public static ChildJvm start(
      List<String> wrapper, List<String> flags, Class<?> program, Object... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(wrapper);
    command.addAll(command(flags, program, arguments));
    return new ChildJvm(new ProcessBuilder(command).start());
  }

  /// Its number.
  public long pid() {
    return process.pid();
  }

  /// Waits for the next line of its output.
  public String line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new AssertionError("the child ended:\n" + errors.join());
    }
    return line;
  }

  /// Resumes a child that waits for input.
  public void send(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(UTF_8));
    process.getOutputStream().flush();
  }

  /// Kills it as `kill -9` does, and waits until it is gone.
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /// Waits for its end.
  ///
  /// @return the lines it printed
  public List<String> finish() throws InterruptedException {
    List<String> lines = output.lines().toList();
    int status = process.waitFor();
    if (status != 0) {
      throw new AssertionError(
          "exit status " + status + ", output " + lines + ", errors:\n" + errors.join());
    }
    return lines;
  }

  /// Its standard error, once it has ended.
  public String errors() {
    return errors.join();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
