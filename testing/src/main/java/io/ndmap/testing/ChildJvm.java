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

/// A separate JVM, for programs that would end or disturb this one. The whole project is on its
/// class path, so the flag [#NATIVE] grants native access to `ALL-UNNAMED`; the caller passes the
/// flag. Without it, JDK 25 warns and grants native access, unless the flag [#DENIED] is set.
///
/// By default a child runs without the optimising compiler and without a concurrent collector,
/// because most children end before the cost of either pays off.
public final class ChildJvm implements AutoCloseable {

  /// Enables the optimising compiler.
  public static final String OPTIMISED = "-XX:TieredStopAtLevel=4";

  /// Grants native access.
  public static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

  /// Makes the JVM warn at the first native access without permission.
  public static final String WARNED = "--illegal-native-access=warn";

  /// Makes the JVM deny native access without permission.
  public static final String DENIED = "--illegal-native-access=deny";

  private final Process process;
  private final BufferedReader output;
  private final CompletableFuture<String> errors;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader(UTF_8);
    // A thread per child: on two CPUs the common pool has only one thread, which the first child
    // would occupy.
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

  /// Returns the command that starts a program.
  public static List<String> command(List<String> flags, Class<?> program, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // If flags contradict each other, the last one counts.
    command.add("-XX:TieredStopAtLevel=1");
    // A JVM with the flags of two collectors does not start.
    if (flags.stream().noneMatch(flag -> flag.matches("-XX:\\+Use\\w+GC"))) {
      command.add("-XX:+UseSerialGC");
    }
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath(), program.getName()));
    Arrays.stream(arguments).map(Object::toString).forEach(command::add);
    return command;
  }

  /// Returns the class path of a module's tests. The property `java.class.path` is incomplete in
  /// tests, because some entries are on the module path.
  public static String classPath() {
    return Objects.requireNonNull(
        System.getProperty("ndmap.test.classpath"), "ndmap.test.classpath");
  }

  /// Starts a program.
  public static ChildJvm start(List<String> flags, Class<?> program, Object... arguments)
      throws IOException {
    return start(List.of(), flags, program, arguments);
  }

  /// Starts a program through a wrapper command, such as a shell that sets a limit.
  ///
  /// @param wrapper the wrapper command, to which the command of the program is appended
  public static ChildJvm start(
      List<String> wrapper, List<String> flags, Class<?> program, Object... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(wrapper);
    command.addAll(command(flags, program, arguments));
    return new ChildJvm(new ProcessBuilder(command).start());
  }

  /// Returns the process ID of the child.
  public long pid() {
    return process.pid();
  }

  /// Waits for the next line of the child's output, and throws an [AssertionError] if the child has
  /// ended.
  public String line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new AssertionError("the child ended:\n" + errors.join());
    }
    return line;
  }

  /// Sends a line to the child, to resume a child that waits for input.
  public void send(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(UTF_8));
    process.getOutputStream().flush();
  }

  /// Kills the child as `kill -9` does, and waits until it has ended.
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /// Waits until the child has ended, and throws an [AssertionError] if its exit status is not 0.
  ///
  /// @return the lines of the output that were not read yet
  public List<String> finish() throws InterruptedException {
    List<String> lines = output.lines().toList();
    int status = process.waitFor();
    if (status != 0) {
      throw new AssertionError(
          "exit status " + status + ", output " + lines + ", errors:\n" + errors.join());
    }
    return lines;
  }

  /// Waits until the child has ended, and returns its standard error.
  public String errors() {
    return errors.join();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
