package io.ndmap.nd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// NumPy itself, in one Python process: what it says is the truth that tests compare with.
final class Numpy implements AutoCloseable {

  private static final String SERVER =
      """
      import base64, json, sys
      import numpy as np
      scope = {'np': np, 'b64': base64.b64decode}
      print(np.__version__, flush=True)
      for line in sys.stdin:
          try:
              scope['result'] = []
              exec(base64.b64decode(line).decode('utf-8'), scope)
              answer = scope['result']
          except Exception as e:
              answer = ['FAILED ' + repr(e)]
          print(','.join(base64.b64encode(t.encode('utf-8', 'replace')).decode('ascii') for t in answer), flush=True)
      """;

  private final Process process;
  private final BufferedWriter input;
  private final BufferedReader output;

  private Numpy(Process process) {
    this.process = process;
    this.input = process.outputWriter(UTF_8);
    this.output = process.inputReader(UTF_8);
  }

  /// Starts the process, or skips the test where there is no NumPy.
  static Numpy startOrSkip() {
    String reason = "python3 with numpy is not there: nothing to compare with";
    try {
      Process process =
          new ProcessBuilder("python3", "-W", "ignore", "-c", SERVER)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      Numpy numpy = new Numpy(process);
      String version = numpy.output.readLine();
      Assumptions.assumeTrue(version != null, reason);
      return numpy;
    } catch (IOException e) {
      return Assumptions.abort(reason + " (" + e.getMessage() + ")");
    }
  }

  /// Runs Python statements that append strings to the list `result`.
  ///
  /// @return the list
  List<String> run(String statements) {
    try {
      input.write(Base64.getEncoder().encodeToString(statements.getBytes(UTF_8)));
      input.newLine();
      input.flush();
      String line = output.readLine();
      if (line == null) {
        throw new IllegalStateException("python3 ended without an answer");
      }
      List<String> answer =
          Arrays.stream(line.split(",", -1))
              .map(text -> new String(Base64.getDecoder().decode(text), UTF_8))
              .toList();
      if (answer.getFirst().startsWith("FAILED ")) {
        throw new IllegalStateException(answer.getFirst());
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A Python expression for bytes.
  static String bytes(byte[] bytes) {
    return "b64('" + Base64.getEncoder().encodeToString(bytes) + "')";
  }

  @Override
  public void close() {
    process.destroy();
  }
}
