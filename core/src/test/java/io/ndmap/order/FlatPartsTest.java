package io.ndmap.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.pass.Items;
import io.ndmap.pass.ItemsOf;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Distinct and extreme elements that are found in small pieces are those found at once.
class FlatPartsTest {

  private static final double[] ODD = {Double.NaN, 0.0, -0.0, Double.POSITIVE_INFINITY};

  private final double[] numbers =
      new Random(7)
          .doubles(1000)
          .map(x -> x < 0.1 ? ODD[(int) (x * 40)] : Math.rint(x * 300))
          .toArray();

  private static void same(Items one, Items two) {
    assertThat(ItemsOf.view(one).contentEquals(ItemsOf.view(two), true)).isTrue();
  }

  @Test
  void aFullHeapNamesTheArray() {
    Items items = ItemsOf.items(NdView.of(numbers, 20, 50));
    OutOfMemoryError full = new OutOfMemoryError("Java heap space");
    assertThatThrownBy(
            () ->
                FlatParts.reduce(
                    items,
                    100,
                    (_, _) -> {
                      throw full;
                    },
                    (one, _) -> one))
        .isExactlyInstanceOf(OutOfMemoryError.class)
        .hasMessage(
            "not enough memory on the heap for the 8000 bytes of an array of <f8 with shape (20,"
                + " 50): raise -Xmx, work in parts, or write into a file (Java heap space)")
        .hasCause(full);
    assertThatThrownBy(
            () ->
                AxisSlices.flat(items)
                    .forEachGroup(
                        (_, _, _) -> {
                          throw full;
                        }))
        .isExactlyInstanceOf(OutOfMemoryError.class)
        .hasCause(full);
  }

  @Test
  void distinctItems() {
    for (int threads : new int[] {1, 3}) {
      for (NdView<?> view :
          new NdView<?>[] {
            NdView.of(numbers),
            NdView.of(numbers, 20, 50).transpose().slice("::-1, ::3"),
            NdView.of(numbers).viewAs(DType.COMPLEX128)
          }) {
        Items items = ItemsOf.items(view.parallel(threads));
        DistinctItems whole = DistinctItems.of(items);
        for (int most : new int[] {1, 7, 64, 999}) {
          DistinctItems found = DistinctItems.of(items, most);
          same(found.values(), whole.values());
          assertThat(found.indices()).isEqualTo(whole.indices());
          assertThat(found.counts()).isEqualTo(whole.counts());
        }
      }
    }
  }

  /// Of zeros and of NaN with other bits the first counts, also in a later piece.
  @Test
  void distinctNumbersAreTheValuesOfDistinctItems() {
    for (String dtype :
        new String[] {
          "|b1", "|i1", "|u1", "<i2", ">u2", "<f2", ">i4", "<u4", "<f4", ">f4", "<i8", ">u8", "<f8",
          ">f8", "<M8[s]", ">m8[D]"
        }) {
      DType type = DType.parse(dtype);
      NdView<?> all = NdView.of(numbers, 20, 50).viewAs(type);
      NdView<?> values = NdView.zeros(type, 20, 50);
      if (!dtype.endsWith("]")) {
        NdView.of(numbers, 20, 50).slice("::-1").copyTo(values, Casting.UNSAFE);
      }
      for (NdView<?> view :
          new NdView<?>[] {
            all,
            values,
            values.slice("::-2, ::3").transpose(),
            values.index(1, 2),
            values.slice("3, 4"),
            values.slice("5:5")
          }) {
        for (int threads : new int[] {1, 3}) {
          Items items = ItemsOf.items(view.parallel(threads));
          Items whole = DistinctItems.of(items).values();
          for (int most : new int[] {1, 7, 64, 5000}) {
            Items found = DistinctNumbers.of(items, most);
            same(found, whole);
            assertThat(found.reached().mismatch(whole.reached())).as(dtype).isEqualTo(-1);
          }
        }
      }
    }
  }

  @Test
  void firstItems() {
    Items items = ItemsOf.items(NdView.of(numbers, 20, 50).parallel(2));
    for (boolean largest : new boolean[] {false, true}) {
      for (int count : new int[] {0, 1, 10, 999, 2000}) {
        FirstItems whole = FirstItems.flat(items, count, largest);
        for (int most : new int[] {1, 7, 64, 999}) {
          FirstItems found = FirstItems.flat(items, count, largest, most);
          same(found.values(), whole.values());
          same(found.indices(), whole.indices());
        }
      }
    }
  }
}
