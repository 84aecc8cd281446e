package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random views are sorted, partitioned and searched for distinct and extreme elements as by NumPy,
/// bit by bit but for zeros and NaN, on several threads and in all layouts.
class LiveOrderTest {

  private static final long SEED = 20_261_127;
  static final int CASES = 400;
  private static final int MORE_CASES = 2400;

  private enum Op {
    SORT,
    ARGSORT,
    PARTITION,
    UNIQUE,
    FIRST
  }

  private final Map<Op, Integer> seen = new EnumMap<>(Op.class);
  private final Random random = new Random(SEED);

  @Test
  void agreesWithNumpy() {
    agreesWithNumpy(CASES);
  }

  @Tag("heavy")
  @Test
  void agreesWithNumpyInMoreCases() {
    agreesWithNumpy(MORE_CASES);
  }

  private void agreesWithNumpy(int cases) {
    LiveCases.allAgree("orders.py", SEED, cases, this::check);
    for (Op op : Op.values()) {
      assertThat(seen.get(op)).as(op.name()).isGreaterThan(cases / 12);
    }
  }

  private void check(LiveCases.Case next, Arena arena) {
    Op op = Op.valueOf(next.json().get("op").getAsString().toUpperCase(Locale.ROOT));
    seen.merge(op, 1, Integer::sum);
    NdView<?> view = laidOut(next.view("a", arena)).parallel(1 + next.number() % 3);
    JsonElement axis = next.json().get("axis");
    String[] fields =
        StreamSupport.stream(next.json().getAsJsonArray("fields").spliterator(), false)
            .map(JsonElement::getAsString)
            .toArray(String[]::new);
    switch (op) {
      case SORT -> sort(view, axis, fields, next.view("sorted", arena));
      case ARGSORT ->
          same(
              axis == null ? view.argSort(fields) : view.argSort(axis.getAsInt(), fields),
              next.view("order", arena));
      case PARTITION -> {
        NdView<?> sorted = next.view("sorted", arena);
        long[] places = LiveCases.longs(next.json().getAsJsonArray("places"), 0);
        if (axis == null) {
          partition(view.copy().flatten(Order.C), 0, places, sorted);
        } else {
          partition(view, axis.getAsInt(), places, sorted);
        }
      }
      case UNIQUE -> unique(view, next, arena);
      case FIRST -> {
        long n = next.json().get("n").getAsLong();
        ranked(
            axis == null ? view.smallest(n) : view.smallest(n, axis.getAsInt()),
            next.view("smallest", arena),
            next.view("smallest_at", arena));
        ranked(
            axis == null ? view.largest(n) : view.largest(n, axis.getAsInt()),
            next.view("largest", arena),
            next.view("largest_at", arena));
      }
    }
  }

  /// The same elements in memory of another layout.
  private NdView<?> laidOut(NdView<?> view) {
    if (view.rank() == 0 || random.nextInt(4) == 0) {
      return view;
    }
    long[] sizes = view.shape().toArray();
    int step = random.nextInt(1, 3);
    sizes[0] *= step;
    Order order = random.nextBoolean() ? Order.C : Order.F;
    NdView<?> other =
        NdView.zeros(view.dtype(), Shape.of(sizes), order).slice(0, 0, sizes[0], step);
    for (int k = 0; k < view.rank(); k++) {
      other = random.nextInt(3) == 0 ? other.flip(k) : other;
    }
    other.copyFrom(view);
    return other;
  }

  private void sort(NdView<?> view, JsonElement axis, String[] fields, NdView<?> expected) {
    DType swapped =
        view.dtype() instanceof StructType
            ? view.dtype()
            : view.dtype().withByteOrder(ByteOrder.BIG_ENDIAN);
    if (axis == null) {
      same(view.sorted(fields), expected);
      NdView<?> target = NdView.zeros(swapped, expected.size(0) * 2).slice("::-2");
      view.sorted(target, fields);
      equal(target, expected);
      return;
    }
    same(view.sorted(axis.getAsInt(), fields), expected);
    NdView<?> target = NdView.zeros(swapped, view.shape(), Order.F);
    view.sorted(axis.getAsInt(), target, fields);
    equal(target, expected);
    view.sort(axis.getAsInt(), fields);
    same(view, expected);
  }

  /// What is between two positions is sorted here to compare it.
  private static void partition(NdView<?> view, int axis, long[] places, NdView<?> sorted) {
    int along = Math.floorMod(axis, view.rank());
    LongView order = view.argPartition(axis, places);
    NdView<?> before = view.copy();
    view.partition(axis, places);
    for (long lane = 0; lane < view.itemCount() / Math.max(1, view.size(along)); lane++) {
      same(
          lane(view, along, lane),
          lane(before, along, lane).gather(lane(order, along, lane).toArray(long[].class)));
    }
    long n = view.size(along);
    long[] cuts =
        Arrays.stream(places)
            .map(p -> p < 0 ? p + n : p)
            .flatMap(p -> LongStream.of(p, p + 1))
            .sorted()
            .distinct()
            .toArray();
    view.split(cuts, along).forEach(part -> part.sort(along));
    equal(view, sorted);
  }

  private static NdView<?> lane(NdView<?> view, int axis, long number) {
    NdView<?> lanes = view.moveAxis(axis, -1);
    long rest = number;
    while (lanes.rank() > 1) {
      long size = lanes.size(0);
      lanes = lanes.index(0, rest % size);
      rest /= size;
    }
    return lanes;
  }

  private static void unique(NdView<?> view, LiveCases.Case next, Arena arena) {
    UniqueItems<?> found = view.uniqueCounts();
    same(found.values(), next.view("values", arena));
    same(found.indices(), next.view("index", arena));
    same(found.counts(), next.view("counts", arena));
    same(view.uniqueInverse(), next.view("inverse", arena));
    same(view.unique(), next.view("values", arena));
  }

  private static void ranked(RankedItems<?> found, NdView<?> values, NdView<?> places) {
    same(found.positions(), places);
    same(found.values(), values);
  }

  /// Elements in their order, bit by bit where they have only one form.
  private static void same(NdView<?> view, NdView<?> expected) {
    assertThat(view.dtype()).isEqualTo(expected.dtype());
    equal(view, expected);
    boolean severalForms =
        switch (view.dtype()) {
          case ScalarType scalar ->
              scalar.kind().isFloat() || scalar.kind().part() == ScalarKind.LONGDOUBLE;
          // NumPy does not copy the bytes between fields.
          case StructType struct -> !struct.equals(StructType.packed(struct.fields()));
          default -> false;
        };
    if (!severalForms) {
      assertThat(LiveCases.items(view)).isEqualTo(LiveCases.items(expected));
    }
  }

  private static void equal(NdView<?> view, NdView<?> expected) {
    assertThat(view.shape()).isEqualTo(expected.shape());
    assertThat(view.contentEquals(expected, true)).as("%s for %s", view, expected).isTrue();
  }
}
