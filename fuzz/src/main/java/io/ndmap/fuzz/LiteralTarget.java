package io.ndmap.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.ndmap.literal.Dialect;
import io.ndmap.literal.PyLiteralException;
import io.ndmap.literal.PyLiteralParser;

/// The fuzz target for Python literals.
public final class LiteralTarget {

  private static final Verdict PYTHON = new Verdict("literal");

  private LiteralTarget() {}

  /// Called by the fuzzer.
  ///
  /// @param input the text of a literal in Latin-1
  public static void fuzzerTestOneInput(byte[] input) {
    String refusal = Bounded.run(input, 512, () -> read(new String(input, ISO_8859_1)));
    String python = PYTHON.of(input);
    if (!python.equals(Verdict.NONE) && refusal.isEmpty() && python.isEmpty()) {
      throw new AssertionError("taken here, but not by Python");
    }
  }

  private static String read(String text) {
    try {
      var _ = PyLiteralParser.parse(text, Dialect.PYTHON_3);
      return "";
    } catch (PyLiteralException e) {
      return "refused";
    }
  }
}
