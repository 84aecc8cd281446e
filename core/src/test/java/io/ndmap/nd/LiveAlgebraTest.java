package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random chains of view operations give the elements, shape and dtype that they give in NumPy, and
/// fail where they fail there.
class LiveAlgebraTest {

  private static final int FEW_CASES = 1000;
  private static final int CASES = 4000;

  @Test
  void viewsAreThoseOfNumpy() {
    viewsAreThoseOfNumpy(1, FEW_CASES);
  }

  @Tag("slow")
  @Test
  void viewsAreThoseOfNumpyInManyCases() {
    viewsAreThoseOfNumpy(1, CASES);
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(longs = 2)
  void viewsAreThoseOfNumpyInMoreCases(long seed) {
    viewsAreThoseOfNumpy(seed, CASES);
  }

  private static void viewsAreThoseOfNumpy(long seed, int many) {
    int[] failed = {0};
    int cases =
        LiveCases.forEach(
            "algebra.py",
            seed,
            many,
            next -> {
              try (Arena arena = Arena.ofConfined()) {
                if (next.json().has("error")) {
                  failed[0]++;
                }
                check(next, arena);
              }
            });
    assertThat(cases).isEqualTo(many);
    assertThat(failed[0]).isBetween(many / 20, many / 2);
  }

  private static void check(LiveCases.Case next, Arena arena) {
    NdView<?> view = next.view("source", arena);
    if (next.json().get("fortran").getAsBoolean()) {
      view = view.transpose();
    }
    JsonArray steps = next.json().getAsJsonArray("steps");
    boolean fails = next.json().has("error");
    for (int k = 0; k < steps.size() - (fails ? 1 : 0); k++) {
      view = apply(view, steps.get(k).getAsJsonArray(), next);
    }
    if (fails) {
      NdView<?> last = view;
      JsonArray step = steps.get(steps.size() - 1).getAsJsonArray();
      assertThatThrownBy(() -> apply(last, step, next))
          .as("%s", next)
          .isInstanceOfAny(
              IllegalArgumentException.class,
              IndexOutOfBoundsException.class,
              DTypeException.class);
      return;
    }
    assertThat(view.shape()).as("%s", next).isEqualTo(next.shape("result"));
    assertThat(view.dtype()).as("%s", next).isEqualTo(next.dtype("result"));
    byte[] expected = next.data("result");
    byte[] found = LiveCases.items(view);
    if (!Arrays.equals(found, expected)) {
      assertThat(found).as("%s", next).isEqualTo(expected);
    }
    assertThat(view.isReadOnly() || !view.strided().overlapsItself(view.dtype().itemsize()))
        .as("%s", next)
        .isTrue();
  }

  private static NdView<?> apply(NdView<?> view, JsonArray step, LiveCases.Case next) {
    return switch (step.get(0).getAsString()) {
      case "index" -> view.slice(step.get(1).getAsString());
      case "slice" -> {
        long[] x = LiveCases.longs(step, 1);
        yield view.slice((int) x[0], x[1], x[2], x[3]);
      }
      case "at" -> view.index(number(step, 1), number(step, 2));
      case "transpose" ->
          step.size() == 1 && view.rank() > 0 ? view.transpose() : view.transpose(axes(step, 1));
      case "swapAxes" -> view.swapAxes(number(step, 1), number(step, 2));
      case "moveAxis" -> view.moveAxis(number(step, 1), number(step, 2));
      case "flip" -> view.flip(number(step, 1));
      case "expandDims" -> view.newAxis(number(step, 1));
      case "squeeze" -> step.size() == 1 ? view.squeeze() : view.squeeze(number(step, 1));
      case "reshape" -> view.reshape(order(step), LiveCases.longs(step, 2));
      case "flatten" -> view.flatten(order(step));
      case "broadcast" -> view.broadcastTo(Shape.of(LiveCases.longs(step, 1)));
      case "diagonal" -> view.diagonal(number(step, 1), number(step, 2), number(step, 3));
      case "windows" -> {
        Shape window = Shape.of(LiveCases.longs(step.get(1).getAsJsonArray(), 0));
        yield step.size() == 2
            ? view.slidingWindow(window)
            : view.slidingWindow(window, axes(step, 2));
      }
      case "viewAs" -> view.viewAs(DType.parse(step.get(1).getAsString()));
      case "field" -> view.field(step.get(1).getAsString());
      case "real" -> view.real();
      case "imag" -> view.imag();
      case "split" -> view.split(number(step, 3), number(step, 1)).get(number(step, 2));
      case "cut" -> view.split(LiveCases.longs(step, 3), number(step, 1)).get(number(step, 2));
      default -> throw new AssertionError(next);
    };
  }

  private static int number(JsonArray step, int at) {
    return step.get(at).getAsInt();
  }

  private static int[] axes(JsonArray step, int from) {
    return IntStream.range(from, step.size()).map(k -> number(step, k)).toArray();
  }

  private static Order order(JsonArray step) {
    JsonElement order = step.get(1);
    return Order.valueOf(order.getAsString());
  }
}
