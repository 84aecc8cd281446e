package io.ndmap.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// Runs Python with NumPy, whose results are the reference for tests. If NumPy is missing, tests
/// that need it are skipped, with a message.
public final class Python {

  private static final String PRELUDE =
      """
      import json, sys
      import numpy as np
      argv = sys.argv[1:]
      """;

  /// A Python program that has imported NumPy, and runs each program that it receives in a forked
  /// child. Importing NumPy takes longer than most programs. The shutdown of an interpreter takes
  /// long too, so the child only closes files and flushes its output, then calls `os._exit`.
  private static final String FORKING =
      """
      import json, os, sys, traceback
      import numpy as np
      for line in sys.stdin:
          out, into = os.pipe()
          fork = os.fork()
          if not fork:
              break
          os.close(into)
          with open(out, encoding='utf-8', errors='replace', newline='') as pipe:
              said = pipe.read()
          status = os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])
          print(json.dumps([status, said]), flush=True)
      else:
          sys.exit()
      os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
      os.dup2(into, 1)
      os.dup2(into, 2)
      os.close(out)
      os.close(into)
      program, *sys.argv[1:] = json.loads(line)
      names = {'__name__': '__main__'}
      status = 0
      try:
          exec(program, names)
      except BaseException:
          traceback.print_exc()
          status = 1
      names.clear()
      sys.stdout.flush()
      os._exit(status)
      """;

  /// The forking processes that run no program at the moment.
  private static final Queue<Process> IDLE = new ConcurrentLinkedQueue<>();

  private Python() {}

  /// Searches for Python when it is first needed, and only once.
  private static final class Presence {
    /// The path of the interpreter itself, because the `python3` of the search path may be a script
    /// that takes longer to find the interpreter than Python takes to import NumPy. Empty if there
    /// is no Python with NumPy.
    static final String EXECUTABLE = find();

    private static String find() {
      try {
        Process process =
            new ProcessBuilder("python3", "-c", "import numpy, sys; print(sys.executable)")
                .redirectError(Redirect.DISCARD)
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

  /// Returns whether there is a Python with NumPy.
  public static boolean isPresent() {
    return !Presence.EXECUTABLE.isEmpty();
  }

  /// Skips the test if there is no NumPy.
  public static void require() {
    Assumptions.assumeTrue(isPresent(), "python3 with numpy is not there: nothing to compare with");
  }

  /// Returns the builder of a Python process.
  ///
  /// @param arguments the arguments of `python3`
  public static ProcessBuilder process(Object... arguments) {
    require();
    List<String> command = new ArrayList<>(List.of(Presence.EXECUTABLE, "-W", "ignore"));
    Arrays.stream(arguments).map(Object::toString).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command);
    // Otherwise each import of NumPy starts OpenBLAS threads that spin.
    builder.environment().put("OPENBLAS_NUM_THREADS", "1");
    return builder;
  }

  /// Runs a program that can use `np`, `json`, `sys` and its arguments `argv`. The program must
  /// succeed.
  ///
  /// @return what it printed to standard output and standard error
  public static String run(String program, Object... arguments) {
    require();
    JsonArray words = new JsonArray();
    words.add(PRELUDE + program);
    Arrays.stream(arguments).map(Object::toString).forEach(words::add);
    try {
      Process idle = IDLE.poll();
      Process forking =
          idle == null ? process("-c", FORKING).redirectError(Redirect.INHERIT).start() : idle;
      BufferedWriter in = forking.outputWriter(UTF_8);
      in.write(words + "\n");
      in.flush();
      String line = forking.inputReader(UTF_8).readLine();
      if (line == null) {
        throw new AssertionError("python3 ended before a program did");
      }
      IDLE.add(forking);
      JsonArray result = JsonParser.parseString(line).getAsJsonArray();
      String output = result.get(1).getAsString();
      if (result.get(0).getAsInt() != 0) {
        throw new AssertionError(words + " failed:\n" + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs a program in a file. The program must succeed.
  ///
  /// @return what it printed to standard output and standard error
  public static String runFile(Path program, Object... arguments) {
    return text(with(List.of(program), arguments));
  }

  /// Runs a program that computes the variable `answer` from the variable `ask`; both are passed as
  /// JSON.
  public static JsonElement answer(String program, JsonElement ask) {
    String read = PRELUDE + "ask = json.load(sys.stdin.buffer)\n";
    String print = "\nprint(json.dumps(answer))\n";
    ProcessBuilder python = process("-c", read + program + print).redirectError(Redirect.INHERIT);
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
