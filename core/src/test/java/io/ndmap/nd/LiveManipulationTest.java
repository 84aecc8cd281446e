package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.ndmap.array.Creation;
import io.ndmap.array.Manipulation;
import io.ndmap.array.Padding;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is made of arrays by [Manipulation], and by [Creation] from arrays, has the dtype, the
/// shape and the bytes that NumPy gives it, in new arrays and in targets of another layout.
class LiveManipulationTest {

  private static final int CASES = 800;
  private static final int MORE_CASES = 2000;

  @Test
  void arraysAreThoseOfNumpy() {
    arraysAreThoseOfNumpy(1, CASES);
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void arraysAreThoseOfNumpyInMoreCases(long seed) {
    arraysAreThoseOfNumpy(seed, MORE_CASES);
  }

  private static void arraysAreThoseOfNumpy(long seed, int cases) {
    int[] failed = {0};
    Set<String> right = new TreeSet<>();
    LiveCases.allAgree(
        "manipulation.py",
        seed,
        cases,
        (next, arena) -> {
          if (next.json().has("error")) {
            failed[0]++;
          } else {
            right.add(next.json().get("op").getAsString());
          }
          check(next, arena);
        });
    assertThat(failed[0]).isBetween(cases / 20, cases / 2);
    assertThat(right).hasSize(34);
  }

  private static void check(LiveCases.Case next, Arena arena) {
    if (next.json().has("error")) {
      assertThatThrownBy(() -> make(next, arena))
          .as("%s", next)
          .isInstanceOfAny(IllegalArgumentException.class, IndexOutOfBoundsException.class);
      return;
    }
    NdView<?> found = make(next, arena);
    assertThat(found.dtype()).as("%s", next).isEqualTo(next.dtype("result"));
    assertThat(found.shape()).as("%s", next).isEqualTo(next.shape("result"));
    assertThat(bytes(found)).as("%s", next).isEqualTo(bytes(next.view("result", arena)));
  }

  /// The elements without padding, and without what is behind the digits of long doubles.
  private static byte[] bytes(NdView<?> view) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    view.forEachCanonicalBlock(
        block ->
            all.write(block.array(), block.arrayOffset() + block.position(), block.remaining()));
    byte[] items = all.toByteArray();
    if (view.dtype() instanceof ScalarType scalar
        && scalar.kind().part() == ScalarKind.LONGDOUBLE) {
      for (int at = 10; at < items.length; at += 16) {
        Arrays.fill(items, at, at + 6, (byte) 0);
      }
    }
    return items;
  }

  private static NdView<?> make(LiveCases.Case next, Arena arena) {
    JsonObject json = next.json();
    if (json.has("count")) {
      return joined(json, arrays(next, arena));
    }
    return made(next, next.stepped("a", arena), arena);
  }

  private static List<NdView<?>> arrays(LiveCases.Case next, Arena arena) {
    return IntStream.range(0, next.json().get("count").getAsInt())
        .<NdView<?>>mapToObj(k -> next.stepped("a" + k, arena))
        .toList();
  }

  private static NdView<?> joined(JsonObject json, List<NdView<?>> arrays) {
    return switch (json.get("op").getAsString()) {
      case "stack" -> {
        int axis = json.get("axis").getAsInt();
        yield both(
            Manipulation.stack(axis, arrays), target -> Manipulation.stack(axis, arrays, target));
      }
      case "vstack" -> Manipulation.vstack(arrays);
      case "hstack" -> Manipulation.hstack(arrays);
      case "dstack" -> Manipulation.dstack(arrays);
      case "columnStack" -> Manipulation.columnStack(arrays);
      case "block" -> Manipulation.block(blocks(json.getAsJsonArray("blocks"), arrays));
      default -> {
        DType out = json.has("out") ? DType.parse(json.get("out").getAsString()) : DType.BOOL;
        Shape shape =
            json.has("out")
                ? Shape.of(LiveCases.longs(json.getAsJsonArray("outShape"), 0))
                : Shape.of(0);
        NdView<?> target = NdView.zeros(out, shape, Order.F);
        NdView.concatenate(json.get("axis").getAsInt(), arrays, target);
        yield target;
      }
    };
  }

  private static List<?> blocks(JsonArray blocks, List<NdView<?>> arrays) {
    return blocks.asList().stream()
        .map(
            block ->
                block.isJsonArray()
                    ? blocks(block.getAsJsonArray(), arrays)
                    : arrays.get(block.getAsInt()))
        .toList();
  }

  private static <V extends NdView<V>> NdView<?> made(
      LiveCases.Case next, NdView<V> a, Arena arena) {
    JsonObject json = next.json();
    int axis = json.has("axis") ? json.get("axis").getAsInt() : 0;
    long n = json.has("n") ? json.get("n").getAsLong() : 0;
    long k = json.has("k") ? json.get("k").getAsLong() : 0;
    return switch (json.get("op").getAsString()) {
      case "arraySplit" ->
          chosen(json, Manipulation.arraySplit(a, json.get("parts").getAsInt(), axis));
      case "unstack" -> chosen(json, Manipulation.unstack(a, axis));
      case "atLeast1d" -> Manipulation.atLeast1d(a);
      case "atLeast2d" -> Manipulation.atLeast2d(a);
      case "atLeast3d" -> Manipulation.atLeast3d(a);
      case "moveAxes" -> Manipulation.moveAxes(a, ints(json, "from"), ints(json, "to"));
      case "flip" -> Manipulation.flip(a, ints(json, "axes"));
      case "rot90" -> {
        int[] axes = ints(json, "axes");
        yield Manipulation.rot90(a, json.get("times").getAsLong(), axes[0], axes[1]);
      }
      case "tile" -> {
        long[] counts = longs(json, "counts");
        yield both(Manipulation.tile(a, counts), t -> Manipulation.tile(a, counts, t));
      }
      case "repeat" ->
          both(Manipulation.repeat(a, n, axis), t -> Manipulation.repeat(a, n, axis, t));
      case "repeats" -> {
        long[] counts = longs(json, "counts");
        yield both(
            Manipulation.repeat(a, counts, axis), t -> Manipulation.repeat(a, counts, axis, t));
      }
      case "roll" -> both(Manipulation.roll(a, n, axis), t -> Manipulation.roll(a, n, axis, t));
      case "rollAxes" -> {
        long[] shifts = longs(json, "shifts");
        int[] axes = ints(json, "axes");
        yield both(Manipulation.roll(a, shifts, axes), t -> Manipulation.roll(a, shifts, axes, t));
      }
      case "rollAll" -> Manipulation.roll(a, n);
      case "padConstant" -> {
        long[][] widths = widths(json);
        Object value = json.get("value").getAsInt();
        yield both(Manipulation.pad(a, widths, value), t -> Manipulation.pad(a, widths, value, t));
      }
      case "padMode" -> {
        long[][] widths = widths(json);
        Padding how = Padding.valueOf(json.get("mode").getAsString().toUpperCase(Locale.ROOT));
        yield both(Manipulation.pad(a, widths, how), t -> Manipulation.pad(a, widths, how, t));
      }
      case "padComputed" -> {
        long[][] widths = widths(json);
        Padding how = Padding.valueOf(json.get("mode").getAsString().toUpperCase(Locale.ROOT));
        yield json.has("end")
            ? Manipulation.padRamp(a, widths, json.get("end").getAsDouble())
            : both(Manipulation.pad(a, widths, how), t -> Manipulation.pad(a, widths, how, t));
      }
      case "trimZeros" ->
          json.has("axis") ? Manipulation.trimZeros(a, axis) : Manipulation.trimZeros(a);
      case "insert" ->
          Manipulation.insert(
              a,
              json.has("where") ? json.get("where").getAsLong() : 0,
              json.has("values") ? next.stepped("values", arena) : a,
              axis);
      case "inserts" ->
          Manipulation.insert(
              a,
              json.has("where") ? longs(json, "where") : new long[1],
              json.has("values") ? next.stepped("values", arena) : a,
              axis);
      case "delete" -> Manipulation.delete(a, longs(json, "where"), axis);
      case "resize" -> Manipulation.resize(a, longs(json, "shape"));
      case "zerosLike" -> Creation.zerosLike(a);
      case "onesLike" -> Creation.onesLike(a);
      case "diag" -> Creation.diag(a, k);
      case "tril" -> both(Creation.tril(a, k), t -> Creation.tril(a, k, t));
      default -> both(Creation.triu(a, k), t -> Creation.triu(a, k, t));
    };
  }

  /// A result that is the same in a target of another layout and byte order.
  private static NdView<?> both(NdView<?> made, Consumer<NdView<?>> store) {
    NdView<?> target =
        NdView.zeros(
            made.dtype() instanceof ScalarType
                ? made.dtype().withByteOrder(ByteOrder.BIG_ENDIAN)
                : made.dtype(),
            made.shape(),
            Order.F);
    store.accept(target);
    assertThat(bytes(target)).isEqualTo(bytes(made));
    return made;
  }

  private static NdView<?> chosen(JsonObject json, List<? extends NdView<?>> views) {
    return json.has("part")
        ? views.get(json.get("part").getAsInt())
        : NdView.of(new long[] {views.size()}).index(0, 0);
  }

  private static long[] longs(JsonObject json, String key) {
    return json.has(key) ? LiveCases.longs(json.getAsJsonArray(key), 0) : new long[0];
  }

  private static int[] ints(JsonObject json, String key) {
    return Arrays.stream(longs(json, key)).mapToInt(Math::toIntExact).toArray();
  }

  private static long[][] widths(JsonObject json) {
    return json.getAsJsonArray("widths").asList().stream()
        .map(pair -> LiveCases.longs(pair.getAsJsonArray(), 0))
        .toArray(long[][]::new);
  }
}
