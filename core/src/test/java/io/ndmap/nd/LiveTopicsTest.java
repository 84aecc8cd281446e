package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import io.ndmap.array.AlongAxis;
import io.ndmap.array.Average;
import io.ndmap.array.Calculus;
import io.ndmap.array.Counting;
import io.ndmap.array.Cumulative;
import io.ndmap.array.Products;
import io.ndmap.array.Rounding;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.op.Tolerance;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What is computed from arrays by the classes of NumPy's topics has the dtype, the shape and the
/// bits that NumPy gives it, or is within some units where NumPy adds in another order. NaN is
/// compared as NaN.
class LiveTopicsTest {
  private static final int FEW_CASES = 800;

  private static final int CASES = 2400;
  private static final int MORE_CASES = 7200;

  private static final int SEED = 5;

  @Test
  void resultsAreThoseOfNumpy() {
    resultsAreThoseOfNumpy(FEW_CASES);
  }

  @Tag("slow")
  @Test
  void resultsAreThoseOfNumpyInManyCases() {
    resultsAreThoseOfNumpy(CASES);
  }

  @Tag("heavy")
  @Test
  void resultsAreThoseOfNumpyInMoreCases() {
    resultsAreThoseOfNumpy(MORE_CASES);
  }

  private static void resultsAreThoseOfNumpy(int cases) {
    Map<String, int[]> right = new TreeMap<>();
    LiveCases.allAgree(
        "topics.py",
        SEED,
        cases,
        (next, arena) -> {
          check(next, arena);
          int[] count = right.computeIfAbsent(next.json().get("op").getAsString(), _ -> new int[2]);
          count[next.json().has("error") ? 1 : 0]++;
        });
    assertThat(right)
        .hasSize(18)
        .allSatisfy((_, count) -> assertThat(count[0]).isGreaterThan(cases / 48));
    assertThat(right.values().stream().mapToInt(count -> count[1]).sum()).isGreaterThan(cases / 50);
  }

  private static void check(LiveCases.Case next, Arena arena) {
    if (next.json().has("error")) {
      assertThatThrownBy(() -> made(next, arena))
          .isInstanceOfAny(
              IllegalArgumentException.class,
              IndexOutOfBoundsException.class,
              ArithmeticException.class);
      return;
    }
    NdView<?> found = made(next, arena);
    NdView<?> expected = next.view("result", arena);
    assertThat(found.dtype()).isEqualTo(expected.dtype());
    assertThat(found.shape()).isEqualTo(expected.shape());
    if (next.json().has("tolerance")) {
      double units = next.json().get("tolerance").getAsDouble();
      assertThat(found.differences(expected, new Tolerance(units, units, true)).count()).isZero();
      return;
    }
    assertThat(found.contentEquals(expected, true)).as("%s, not %s", found, expected).isTrue();
    if (found.dtype() instanceof ScalarType scalar
        && scalar.kind().part() != ScalarKind.LONGDOUBLE) {
      assertThat(ExpressionTest.bytes(found)).isEqualTo(ExpressionTest.bytes(expected));
    }
  }

  private static NdView<?> made(LiveCases.Case next, Arena arena) {
    JsonObject json = next.json();
    // Three threads must make no difference.
    NdView<?> a =
        json.has("a")
            ? next.stepped("a", arena).parallel(1 + next.number() % 3)
            : NdView.of(new long[1]);
    int axis = json.has("axis") ? json.get("axis").getAsInt() : 0;
    int n = json.has("n") ? json.get("n").getAsInt() : 0;
    return switch (json.get("op").getAsString()) {
      case "cumProd" -> {
        NdView<?> target = target(next, a);
        if (json.has("out")) {
          Cumulative.prod(a, axis, target);
        }
        yield json.has("out")
            ? target
            : json.has("axis") ? Cumulative.prod(a, axis) : Cumulative.prod(a);
      }
      case "cumSum" -> {
        NdView<?> target = target(next, a);
        if (json.has("out")) {
          a.cumSum(axis, target);
        }
        yield json.has("out") ? target : json.has("axis") ? a.cumSum(axis) : a.cumSum();
      }
      case "nanSum" -> json.has("axis") ? Cumulative.nanSum(a, axis) : Cumulative.nanSum(a);
      case "nanProd" -> json.has("axis") ? Cumulative.nanProd(a, axis) : Cumulative.nanProd(a);
      case "average" -> {
        int[] axes = json.has("axes") ? ints(json, "axes") : new int[0];
        Average average = Average.of(a, next.stepped("b", arena), axes);
        yield json.has("which") && json.get("which").getAsInt() == 1
            ? average.weights()
            : average.average();
      }
      case "bincount" ->
          json.has("b")
              ? Counting.bincount(a, next.stepped("b", arena), n)
              : Counting.bincount(a, n);
      case "digitize" ->
          Counting.digitize(a, next.stepped("b", arena), json.get("right").getAsBoolean());
      case "takeAlong" -> take(a, next.stepped("indices", arena), axis);
      case "putAlong" -> {
        AlongAxis.put(a, next.stepped("indices", arena), next.stepped("b", arena), axis);
        yield a;
      }
      case "uniqueAlong" -> unique(a, axis, json.has("which") ? json.get("which").getAsInt() : 0);
      case "lexSort" ->
          AlongAxis.lexSort(
              IntStream.range(0, json.get("count").getAsInt())
                  .<NdView<?>>mapToObj(k -> next.stepped("a" + k, arena))
                  .toList(),
              axis);
      case "interp" -> {
        NdView<?> x = next.stepped("x", arena);
        NdView<?> y = next.stepped("y", arena);
        yield json.has("left")
            ? Calculus.interp(
                a, x, y, json.get("left").getAsDouble(), json.get("right").getAsDouble())
            : json.has("period")
                ? Calculus.interp(a, x, y, json.get("period").getAsDouble())
                : Calculus.interp(a, x, y);
      }
      case "gradient" ->
          json.has("spacing")
              ? Calculus.gradient(a, json.get("spacing").getAsDouble(), axis, n)
              : Calculus.gradient(a, next.stepped("x", arena), axis, n);
      case "trapezoid" ->
          json.has("spacing")
              ? Calculus.trapezoid(a, json.get("spacing").getAsDouble(), axis)
              : Calculus.trapezoid(a, next.stepped("x", arena), axis);
      case "unwrap" -> Calculus.unwrap(a, json.get("period").getAsDouble(), axis);
      case "cross" -> Products.cross(a, next.stepped("b", arena));
      case "kron" -> Products.kron(a, next.stepped("b", arena));
      default -> Rounding.round(a, n);
    };
  }

  private static NdView<?> target(LiveCases.Case next, NdView<?> a) {
    DType dtype =
        next.json().has("out") ? DType.parse(next.json().get("out").getAsString()) : DType.INT64;
    return NdView.zeros(dtype, a.shape(), next.number() % 2 == 0 ? Order.C : Order.F);
  }

  private static <V extends NdView<V>> NdView<?> take(NdView<V> a, NdView<?> indices, int axis) {
    return AlongAxis.take(a, indices, axis);
  }

  private static <V extends NdView<V>> NdView<?> unique(NdView<V> a, int axis, int which) {
    return switch (which) {
      case 0 -> AlongAxis.unique(a, axis);
      case 1 -> AlongAxis.uniqueCounts(a, axis).indices();
      case 2 -> AlongAxis.uniqueInverse(a, axis);
      default -> AlongAxis.uniqueCounts(a, axis).counts();
    };
  }

  private static int[] ints(JsonObject json, String key) {
    return Arrays.stream(LiveCases.longs(json.getAsJsonArray(key), 0))
        .mapToInt(Math::toIntExact)
        .toArray();
  }
}
