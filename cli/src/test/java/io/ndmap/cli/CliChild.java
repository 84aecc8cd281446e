package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import io.ndmap.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/// A JVM of its own that runs commands one after the other: starting one takes longer than most
/// commands.
final class CliChild implements AutoCloseable {

  private static final Gson GSON = new Gson();

  private final ChildJvm jvm;

  private CliChild(ChildJvm jvm) {
    this.jvm = jvm;
  }

  /// Starts it under another program, such as a shell that sets a limit.
  static CliChild start(List<String> wrapper, String... flags) throws IOException {
    List<String> all = Arrays.asList(Arrays.copyOf(flags, flags.length + 1));
    all.set(flags.length, ChildJvm.NATIVE);
    return new CliChild(ChildJvm.start(wrapper, all, CliChild.class));
  }

  /// Begins a command.
  void begin(Object... args) throws IOException {
    jvm.send(GSON.toJson(Arrays.stream(args).map(Object::toString).toList()));
  }

  /// Waits for the end of the command that was begun.
  Cli end() {
    try {
      String[] words = GSON.fromJson(jvm.line(), String[].class);
      return new Cli(Integer.parseInt(words[0]), words[1], words[2]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Cli run(Object... args) throws IOException {
    begin(args);
    return end();
  }

  long pid() {
    return jvm.pid();
  }

  @Override
  public void close() {
    jvm.close();
  }

  /// Reads a command from each line, and prints a line of what it did.
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Cli cli = Cli.run((Object[]) GSON.fromJson(line, String[].class));
      out.println(GSON.toJson(new String[] {Integer.toString(cli.exit()), cli.out(), cli.err()}));
    }
  }
}
