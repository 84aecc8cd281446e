package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Long lanes, in patterns that some ways of sorting find hard, are sorted as by NumPy, to the bit.
class LiveSortTest {

  private static final long SEED = 20_261_127;
  private static final int CASES = 2 * 12 + 2 * 9;

  @Test
  void agreesWithNumpy() {
    check(20_000);
  }

  @Test
  @Tag("heavy")
  void agreesWithNumpyOverTenMillionItems() {
    check(10_000_000);
  }

  private static void check(int items) {
    int cases = LiveCases.forEach("sorts.py", SEED, items, LiveSortTest::check);
    assertThat(cases).isEqualTo(CASES);
  }

  private static void check(LiveCases.Case next) {
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> view = next.view("a", arena);
      String name = next.dtype("a") + " " + next.json().get("pattern");
      long expected = next.json().get("sorted").getAsLong();
      assertThat(checksum(view.sorted(0))).as("sorted %s", name).isEqualTo(expected);
      assertThat(checksum(view.argSort(0)))
          .as("argSort of %s", name)
          .isEqualTo(next.json().get("order").getAsLong());
      assertThat(checksum(view.unique()))
          .as("unique of %s", name)
          .isEqualTo(next.json().get("unique").getAsLong());
      NdView<?> folded = view.reshape(2, view.itemCount() / 2);
      folded.sort(1);
      assertThat(checksum(folded.sorted())).as("flat %s", name).isEqualTo(expected);
    }
  }

  private static long checksum(NdView<?> view) {
    CRC32 sum = new CRC32();
    sum.update(LiveCases.items(view));
    return sum.getValue();
  }
}
