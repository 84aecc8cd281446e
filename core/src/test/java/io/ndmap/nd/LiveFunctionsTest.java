package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.expression.FunctionNames;
import io.ndmap.loop.function.Formula;
import io.ndmap.loop.function.FunctionTable;
import io.ndmap.op.Binary;
import io.ndmap.op.Tolerance;
import io.ndmap.op.Unary;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.Arena;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Functions of real numbers of every dtype: those that NumPy rounds once have its bits, and others
/// differ from the exact result by no more than the contract says. NaN is compared as NaN, and
/// zeros have signs, but for extremes, where NumPy takes either one.
class LiveFunctionsTest {
  private static final int FEW_ITEMS = 30;

  private static final int ITEMS = 100;
  private static final int MORE_ITEMS = 300;

  private static final int CASES = 600;

  /// Half a unit for the last rounding, and what is lacking before.
  private static final double ROUNDED_TWICE = 0.6;

  private static final double SINGLE = 1;

  private static final double SINGLE_OF_TANGENTS = 1.1;

  /// The arguments of `functions.py`; [LiveArithmeticTest] has powers.
  private static final String[] FUNCTIONS =
      Stream.concat(
              Arrays.stream(Unary.values())
                  .map(one -> argument(one, FunctionNames.of(one), 1, one.ulps())),
              Arrays.stream(Binary.values())
                  .filter(one -> one != Binary.POWER)
                  .map(one -> argument(one, FunctionNames.of(one), 2, one.ulps())))
          .toArray(String[]::new);

  private static String argument(Enum<?> constant, String name, int operands, double ulps) {
    return constant.name() + " " + name + " " + operands + " " + ulps;
  }

  @Test
  void functionsAreNumpys() {
    functionsAreNumpys(1, FEW_ITEMS);
  }

  @Tag("slow")
  @Test
  void functionsAreNumpysInManyCases() {
    functionsAreNumpys(1, ITEMS);
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void functionsAreNumpysInMoreCases(long seed) {
    functionsAreNumpys(seed, MORE_ITEMS);
  }

  private static void functionsAreNumpys(long seed, int items) {
    int cases =
        LiveCases.forEach(
            "functions.py",
            seed,
            items,
            next -> {
              try (Arena arena = Arena.ofConfined()) {
                check(next, arena);
              }
            },
            FUNCTIONS);
    assertThat(cases).isGreaterThan(300);
  }

  private static void check(LiveCases.Case next, Arena arena) {
    String name = next.json().get("name").getAsString();
    NdView<?> a = next.view("a", arena);
    Object operation = next.json().has("b") ? Binary.valueOf(name) : Unary.valueOf(name);
    NdView<?> found =
        operation instanceof Binary binary
            ? a.combine(binary, next.view("b", arena))
            : a.map((Unary) operation);
    String dtype = next.json().get("dtype").getAsString();
    assertThat(found.dtype().toString()).as("%s of %s", name, a.dtype()).isEqualTo(dtype);
    if (next.json().has("exact")) {
      checkExact(name, next, arena, found);
    } else {
      checkRounded(operation, next, arena, found);
    }
  }

  private static void checkExact(String name, LiveCases.Case next, Arena arena, NdView<?> found) {
    NdView<?> exact = next.view("exact", arena);
    boolean anyZero = name.matches("FMIN|FMAX|MINIMUM|MAXIMUM");
    for (int i = 0; i < found.itemCount(); i++) {
      Object expected = exact.value(i);
      Object item = found.value(i);
      boolean bothZero = anyZero && exact.getDouble(i) == 0 && found.getDouble(i) == 0;
      if (!bothZero && !Objects.equals(item, expected)) {
        assertThat(item).as("%s of %s", name, operands(next, arena, i)).isEqualTo(expected);
      }
    }
  }

  private static void checkRounded(
      Object operation, LiveCases.Case next, Arena arena, NdView<?> found) {
    double[] near = next.view("near", arena).doubles().toArray();
    double[] lacks = next.view("lacks", arena).doubles().toArray();
    double[] scale = next.view("scale", arena).doubles().toArray();
    double[] items = found.doubles().toArray();
    ScalarKind kind = ((ScalarType) found.dtype()).kind();
    double bound = bound(operation, kind);
    for (int i = 0; i < items.length; i++) {
      double rounded = ScalarBits.toDouble(kind, ScalarBits.ofDouble(kind, near[i]));
      double error = Math.abs(items[i] - near[i] - lacks[i]) / unit(kind, scale[i]);
      // Neither holds of NaN.
      if (Double.compare(items[i], rounded) != 0 && !(error <= bound)) {
        assertThat(items[i])
            .as("%s of %s, %s units off", operation, operands(next, arena, i), error)
            .isEqualTo(rounded);
      }
    }
  }

  private static double bound(Object operation, ScalarKind kind) {
    double ulps = operation instanceof Binary binary ? binary.ulps() : ((Unary) operation).ulps();
    Formula ofFloats = FunctionTable.of(operation, true);
    boolean isDouble =
        kind == ScalarKind.FLOAT64
            || operation == Binary.LOGADDEXP
            || operation == Binary.LOGADDEXP2;
    boolean isSingle = kind == ScalarKind.FLOAT32 && ofFloats != null && ofFloats.ofFloats();
    boolean isTangent = operation == Unary.TAN || operation == Binary.ARCTAN2;
    double single = isTangent ? SINGLE_OF_TANGENTS : SINGLE;
    return isDouble ? ulps : isSingle ? single : ROUNDED_TWICE;
  }

  private static double unit(ScalarKind kind, double number) {
    return switch (kind) {
      case FLOAT64 -> Math.ulp(number);
      case FLOAT32 -> Math.ulp((float) number);
      default -> Math.max(0x1p13 * Math.ulp((float) number), 0x1p-24);
    };
  }

  private static String operands(LiveCases.Case next, Arena arena, int i) {
    NdView<?> a = next.view("a", arena);
    String first = a.dtype() + " " + a.value(i);
    return next.json().has("b") ? first + " and " + next.view("b", arena).value(i) : first;
  }

  @Test
  void powersOfTheBaseAreExact() {
    for (int n = -1074; n <= 1023; n++) {
      double power = Math.scalb(1.0, n);
      assertThat(of(n, Unary.EXP2)).isEqualTo(power);
      assertThat(of(power, Unary.LOG2)).isEqualTo(n);
    }
    for (int n = -307; n <= 308; n++) {
      assertThat(of(BigDecimal.ONE.scaleByPowerOfTen(n).doubleValue(), Unary.LOG10)).isEqualTo(n);
    }
  }

  private static double of(double number, Unary function) {
    return NdView.of(new double[] {number}).map(function).getDouble(0);
  }

  @Test
  void closenessIsNumpys() {
    closenessIsNumpys(1);
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(longs = 2)
  void closenessIsNumpysInMoreCases(long seed) {
    closenessIsNumpys(seed);
  }

  private static void closenessIsNumpys(long seed) {
    int[] close = {0};
    int cases =
        LiveCases.forEach(
            "closeness.py",
            seed,
            CASES,
            next -> {
              try (Arena arena = Arena.ofConfined()) {
                close[0] += checkClose(next, arena) ? 1 : 0;
              }
            });
    assertThat(cases).isEqualTo(CASES);
    assertThat(close[0]).isBetween(CASES / 10, CASES * 9 / 10);
  }

  private static boolean checkClose(LiveCases.Case next, Arena arena) {
    JsonObject json = next.json();
    Tolerance tolerance =
        new Tolerance(
            json.get("rtol").getAsDouble(),
            json.get("atol").getAsDouble(),
            json.get("equal_nan").getAsBoolean());
    NdView<?> a = next.view("a", arena);
    NdView<?> b = next.view("b", arena);
    boolean all = json.get("all").getAsBoolean();
    assertThat(LiveCases.items(a.isClose(b, tolerance)))
        .as("%s", next)
        .isEqualTo(next.data("close"));
    assertThat(a.allClose(b, tolerance)).as("%s", next).isEqualTo(all);
    return all;
  }
}
