package io.ndmap.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;

/// A Python process with NumPy, which keeps its variables between calls. Each call is a round trip
/// to the process: pass many statements at once.
public final class Numpy implements AutoCloseable {

  private static final String SERVER =
      """
      import base64, json, sys
      import numpy as np
      scope = {'np': np, 'b64': base64.b64decode}
      for line in sys.stdin:
          answers = []
          try:
              for statements in json.loads(line):
                  scope['result'] = []
                  exec(statements, scope)
                  answers.append([t.encode('utf-8', 'replace').decode() for t in scope['result']])
          except Exception as e:
              answers = repr(e) + ' in:\\n' + statements[:2000]
          print(json.dumps(answers), flush=True)
      """;

  private static final Gson GSON = new Gson();

  private final Process process;
  private final BufferedWriter input;
  private final BufferedReader output;

  private Numpy(Process process) {
    this.process = process;
    this.input = process.outputWriter(UTF_8);
    this.output = process.inputReader(UTF_8);
  }

  /// Starts the process, or skips the test if there is no NumPy.
  public static Numpy start() {
    try {
      return new Numpy(
          Python.process("-c", SERVER).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs Python statements that append strings to the list `result`.
  ///
  /// @return the list `result`
  public List<String> run(String statements) {
    return runAll(List.of(statements)).getFirst();
  }

  /// Runs several programs one after the other, in one round trip.
  ///
  /// @return the list `result` of each program
  public List<List<String>> runAll(List<String> questions) {
    try {
      input.write(GSON.toJson(questions));
      input.newLine();
      input.flush();
      String line = output.readLine();
      if (line == null || line.startsWith("\"")) {
        throw new AssertionError(
            line == null ? "python3 ended without an answer" : GSON.fromJson(line, String.class));
      }
      return GSON.fromJson(line, new TypeToken<List<List<String>>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns a Python expression whose value is the given bytes.
  public static String bytes(byte[] bytes) {
    return "b64('" + Base64.getEncoder().encodeToString(bytes) + "')";
  }

  @Override
  public void close() {
    process.destroy();
  }
}
