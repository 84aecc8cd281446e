package io.ndmap.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.ndmap.dtype.DType;
import io.ndmap.nd.Expression;
import io.ndmap.nd.NdView;
import java.util.Map;

/// The fuzz target for expressions whose text is untrusted. The result is not compared with NumPy.
public final class ExpressionTarget {

  /// An expression that would pass over more elements ([Expression#passedItems]) is not evaluated:
  /// an untrusted text may ask for any number.
  private static final long MOST = 10_000;

  private static final Map<String, NdView<?>> VIEWS =
      Map.of(
          "x", NdView.of(new double[] {0, 1.5, -2, Double.NaN, 4, 1e300}, 2, 3),
          "y", NdView.of(new int[] {1, 0, -7}),
          "u", NdView.of(new byte[] {1, -1, 0}).viewAs(DType.UINT8),
          "t", NdView.of(new long[] {1, Long.MIN_VALUE, 3}).viewAs(DType.parse("'<m8[s]'")),
          "m", NdView.of(new boolean[] {true, false, true}),
          "s", NdView.of(new byte[12]).viewAs(DType.parse("[('a', '<f8'), ('b', '<i4')]")));

  private ExpressionTarget() {}

  /// Called by the fuzzer.
  ///
  /// @param input the text of an expression in Latin-1
  public static void fuzzerTestOneInput(byte[] input) {
    var _ = Bounded.run(input, 1 << 14, () -> read(new String(input, ISO_8859_1)));
  }

  private static String read(String text) {
    try {
      Expression expression = Expression.parse(text, VIEWS);
      return expression.passedItems() > MOST ? "large" : expression.evaluate().toString();
    } catch (IllegalArgumentException | ArithmeticException e) {
      return "refused";
    }
  }
}
