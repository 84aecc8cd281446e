package io.ndmap.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// NumPy's verdicts on inputs, computed by `verdict.py` in a Python process. Some inputs crash
/// NumPy: for these there is no verdict.
///
/// Without python3 or NumPy there are no verdicts at all; if only NumPy is missing, a message
/// states this once.
final class Verdict {

  /// No verdict: python3 or NumPy is missing, or the input crashed NumPy.
  static final String NONE = "none";

  private final String judge;
  private @Nullable Process process;
  private boolean isMissing;

  /// Creates the verdicts for one kind of input.
  ///
  /// @param judge the name of a function in `verdict.py`: `header`, `array`, `archive` or `literal`
  Verdict(String judge) {
    this.judge = judge;
  }

  /// Returns NumPy's result for an input.
  ///
  /// @return the text that the function returns; empty if NumPy refuses the input; [#NONE] if there
  ///   is no verdict
  synchronized String of(byte[] input) {
    if (isMissing) {
      return NONE;
    }
    try {
      Process python = process != null && process.isAlive() ? process : start();
      process = python;
      return ask(python, input);
    } catch (EOFException e) {
      isMissing = run("python3", "-c", "import numpy") != 0;
      if (isMissing) {
        System.err.println("SKIPPED: python3 with numpy is not there, nothing is compared with it");
      }
      return NONE;
    } catch (IOException e) {
      process = null;
      return NONE;
    }
  }

  private static String ask(Process python, byte[] input) throws IOException {
    DataOutputStream to = new DataOutputStream(python.getOutputStream());
    byte[] asked = new byte[Integer.BYTES + input.length];
    ByteBuffer.wrap(asked).putInt(input.length).put(input);
    to.write(asked);
    to.flush();
    DataInputStream from = new DataInputStream(python.getInputStream());
    byte[] answer = new byte[from.readInt()];
    from.readFully(answer);
    return new String(answer, UTF_8);
  }

  private Process start() throws IOException {
    try (InputStream program = Verdict.class.getResourceAsStream("verdict.py")) {
      String text = new String(Objects.requireNonNull(program).readAllBytes(), UTF_8);
      return new ProcessBuilder("python3", "-c", text, judge)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    }
  }

  private static int run(String... command) {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException());
    }
  }
}
