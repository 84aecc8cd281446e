package io.ndmap.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// Python with NumPy, whose word is final. Where it is missing, a test that asks is skipped, aloud.
public final class Python {

  private static final String PRELUDE =
      """
      import json, sys
      import numpy as np
      argv = sys.argv[1:]
      """;

  private Python() {}

  /// Looked for once.
  private static final class Presence {
    /// The interpreter itself: the `python3` of the path may be a script that searches for it,
    /// which takes longer than Python with NumPy. Empty if there is none with NumPy.
    static final String EXECUTABLE = find();

    private static String find() {
      try {
        Process process =
            new ProcessBuilder("python3", "-c", "import numpy, sys; print(sys.executable)")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        return process.waitFor() == 0 ? text : "";
      } catch (IOException e) {
        return "";
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /// Whether there is a Python with NumPy.
  public static boolean isPresent() {
    return !Presence.EXECUTABLE.isEmpty();
  }

  /// Skips the test where there is no NumPy.
  public static void require() {
    Assumptions.assumeTrue(isPresent(), "python3 with numpy is not there: nothing to compare with");
  }

  /// A process of Python's, not started yet.
  ///
  /// @param arguments those of `python3`
  public static ProcessBuilder process(Object... arguments) {
    require();
    List<String> command = new ArrayList<>(List.of(Presence.EXECUTABLE, "-W", "ignore"));
    Arrays.stream(arguments).map(Object::toString).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command);
    // Else each import of NumPy starts threads that spin.
    builder.environment().put("OPENBLAS_NUM_THREADS", "1");
    return builder;
  }

  /// Runs a program, in which `np`, `json`, `sys` and `argv` are there; it must succeed.
  ///
  /// @return what it printed
  public static String run(String program, Object... arguments) {
    return text(with(List.of("-c", PRELUDE + program), arguments));
  }

  /// Runs a program in a file; it must succeed.
  ///
  /// @return what it printed
  public static String runFile(Path program, Object... arguments) {
    return text(with(List.of(program), arguments));
  }

  /// Runs a program that computes `answer` from `ask`, both JSON.
  public static JsonElement answer(String program, JsonElement ask) {
    String read = PRELUDE + "ask = json.load(sys.stdin.buffer)\n";
    String print = "\nprint(json.dumps(answer))\n";
    ProcessBuilder python =
        process("-c", read + program + print).redirectError(ProcessBuilder.Redirect.INHERIT);
    return JsonParser.parseString(finish(python, ask.toString()));
  }

  private static String text(Object... arguments) {
    return finish(process(arguments).redirectErrorStream(true), "");
  }

  private static Object[] with(List<?> first, Object... more) {
    return Stream.concat(first.stream(), Arrays.stream(more)).toArray();
  }

  private static String finish(ProcessBuilder builder, String input) {
    try {
      Process process = builder.start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(UTF_8));
      }
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(builder.command() + " failed:\n" + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
