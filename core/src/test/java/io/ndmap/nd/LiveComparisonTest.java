package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.StructType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.Comparison;
import java.lang.foreign.Arena;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Views are compared with views as NumPy does it, every pair of numeric dtypes and of some
/// structures at least once.
class LiveComparisonTest {

  private static final int CASES = 1500;
  private static final int MORE_CASES = 4500;

  private int set;
  private int items;
  private int refused;
  private int structures;
  private int equalStructures;

  @Test
  void comparesAsNumpyDoes() {
    comparesAsNumpyDoes(CASES);
  }

  @Tag("heavy")
  @Test
  void comparesAsNumpyDoesInMoreCases() {
    comparesAsNumpyDoes(MORE_CASES);
  }

  private void comparesAsNumpyDoes(int cases) {
    int found =
        LiveCases.forEach(
            "comparisons.py",
            11,
            cases,
            next -> {
              try (Arena arena = Arena.ofShared()) {
                replay(next, arena);
              }
            });
    assertThat(found).isEqualTo(cases);
    assertThat(set).isBetween(items / 4, items * 3 / 4);
    assertThat(refused).isBetween(cases / 9, cases / 3);
    assertThat(equalStructures).isBetween(structures / 10, structures * 9 / 10);
  }

  private void replay(LiveCases.Case next, Arena arena) {
    NdView<?> first = view(next, "first", arena).parallel(1 + next.number() % 3);
    NdView<?> second = view(next, "second", arena);
    Comparison how =
        Comparison.valueOf(next.json().get("how").getAsString().toUpperCase(Locale.ROOT));
    if (next.json().has("refused")) {
      assertThatThrownBy(() -> first.compare(how, second))
          .as("%s", next)
          .isInstanceOf(DTypeException.class)
          .hasMessageContaining("cannot be compared with elements of " + second.dtype());
      refused++;
      return;
    }
    byte[] maskBytes = next.data("told");
    Shape shape = next.shape("told");
    ByteView fresh = first.compare(how, second);
    assertThat(fresh.shape()).as("%s", next).isEqualTo(shape);
    assertThat(LiveCases.items(fresh)).as("%s", next).isEqualTo(maskBytes);
    ByteView mask = mask(next.number(), shape, arena);
    first.compare(how, second, mask);
    assertThat(LiveCases.items(mask)).as("%s", next).isEqualTo(maskBytes);
    for (byte one : maskBytes) {
      set += one;
    }
    items += maskBytes.length;
    if (first.dtype() instanceof StructType) {
      for (byte one : maskBytes) {
        equalStructures += one ^ (how == Comparison.NOT_EQUAL ? 1 : 0);
      }
      structures += maskBytes.length;
    }
  }

  private static NdView<?> view(LiveCases.Case next, String key, Arena arena) {
    NdView<?> base = next.view(key, arena);
    JsonObject made = next.json().getAsJsonObject(key + "View");
    int[] axes =
        made.getAsJsonArray("axes").asList().stream().mapToInt(axis -> axis.getAsInt()).toArray();
    return base.slice(made.get("index").getAsString()).transpose(axes);
  }

  /// Full of what must be overwritten; in either order, with gaps or backwards.
  private static ByteView mask(int number, Shape shape, Arena arena) {
    long[] sizes = shape.toArray();
    int step = number % 3 == 0 ? 1 : number % 3 == 1 ? -1 : 2;
    if (sizes.length > 0) {
      sizes[sizes.length - 1] *= Math.abs(step);
    }
    Shape whole = Shape.of(sizes);
    ByteView mask =
        NdView.of(
                arena.allocate(whole.itemCount()),
                DType.BOOL,
                whole,
                number % 2 == 0 ? Order.C : Order.F,
                Backing.MEMORY)
            .as(ByteView.class);
    mask.fill(true);
    return sizes.length == 0 ? mask : mask.slice("..., ::" + step);
  }
}
