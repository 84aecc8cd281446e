package io.ndmap.nd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.testing.Python;
import java.io.BufferedReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every dtype in every other, and what is allowed: NumPy, in one process, makes elements and their
/// images (`live/casts.py`), and ours must have the same bits and fail for the same elements.
class LiveCastTest {

  private static final int SHOWN = 20;

  private final List<String> failures = new ArrayList<>();
  private int casts;
  private int rules;

  /// A random twelfth of the pairs of dtypes.
  @Test
  void convertsAsNumpyDoes() throws Exception {
    convertsAsNumpyDoes(2026, 12);
  }

  @Tag("slow")
  @Test
  void convertsAsNumpyDoesBetweenManyPairs() throws Exception {
    convertsAsNumpyDoes(2026, 3);
  }

  @Tag("heavy")
  @Test
  void convertsAsNumpyDoesBetweenAllPairs() throws Exception {
    convertsAsNumpyDoes(2026, 1);
  }

  private void convertsAsNumpyDoes(int seed, int each) throws Exception {
    Process python =
        Python.process("-c", LiveCases.resource("casts.py"), seed, each)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = python.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split("\t", -1);
        if (fields[0].equals("can")) {
          rule(fields);
        } else {
          cast(fields);
        }
      }
      assertThat(python.waitFor()).isZero();
    } finally {
      python.destroy();
    }
    assertThat(failures.size() + " failures").as(shown()).isEqualTo("0 failures");
    assertThat(casts).isGreaterThan(6000 / each);
    assertThat(rules).isGreaterThan(10_000);
  }

  private String shown() {
    return String.join("\n", failures.subList(0, Math.min(SHOWN, failures.size())));
  }

  private void rule(String[] fields) {
    rules++;
    DType from = DType.parse(fields[1]);
    DType to = DType.parse(fields[2]);
    StringBuilder ours = new StringBuilder();
    for (Casting casting : Casting.values()) {
      ours.append(casting.allows(from, to) ? '1' : '0');
    }
    if (!ours.toString().equals(fields[3])) {
      failures.add("can " + fields[1] + " → " + fields[2] + ": " + ours + ", numpy " + fields[3]);
    }
  }

  private void cast(String[] fields) {
    casts++;
    DType from = DType.parse(fields[1]);
    DType to = DType.parse(fields[2]);
    int count = Integer.parseInt(fields[3]);
    byte[] images = Base64.getDecoder().decode(fields[5]);
    byte[] mask = Base64.getDecoder().decode(fields[6]);
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> source =
          source(arena, from, count, Base64.getDecoder().decode(fields[4]), casts % 4);
      boolean all = fields[7].indexOf('0') < 0;
      for (int i = 0; i < (all ? 1 : count); i++) {
        NdView<?> items = all ? source : source.slice(0, i, i + 1L, 1);
        byte[] expected = all ? images : part(images, i, to.itemsize());
        byte[] checked = all ? mask : part(mask, i, to.itemsize());
        byte[] ours;
        try {
          ours = bytes(converted(arena, items, to, casts % 3 == 0));
        } catch (IllegalArgumentException e) {
          ours = null;
        }
        boolean fails = !all && fields[7].charAt(i) == '0';
        if (fails != (ours == null) || (ours != null && differ(ours, expected, checked))) {
          failures.add(
              "cast "
                  + fields[1]
                  + " → "
                  + fields[2]
                  + (all ? "" : " element " + i)
                  + " of "
                  + HexFormat.of().formatHex(bytes(items))
                  + ":\n  "
                  + (ours == null ? "fails" : HexFormat.of().formatHex(ours))
                  + "\n  "
                  + (fails ? "fails" : HexFormat.of().formatHex(expected)));
          return;
        }
      }
    }
  }

  private static byte[] part(byte[] bytes, int index, int size) {
    return java.util.Arrays.copyOfRange(bytes, index * size, (index + 1) * size);
  }

  private static boolean differ(byte[] ours, byte[] expected, byte[] mask) {
    for (int k = 0; k < expected.length; k++) {
      if (mask[k] != 0 && ours[k] != expected[k]) {
        return true;
      }
    }
    return ours.length != expected.length;
  }

  /// The elements in one of four layouts: in native memory at an odd address, in a Java array, with
  /// gaps, or backwards in a Java array.
  private static NdView<?> source(Arena arena, DType dtype, int count, byte[] items, int layout) {
    int size = dtype.itemsize();
    int stride = layout == 2 ? size + 3 : size;
    MemorySegment segment =
        layout % 2 == 0
            ? arena.allocate((long) count * stride + 1, 8)
            : MemorySegment.ofArray(new byte[count * stride + 1]);
    for (int i = 0; i < count; i++) {
      int at = layout == 3 ? count - 1 - i : i;
      MemorySegment.copy(
          items, i * size, segment, ValueLayout.JAVA_BYTE, 1 + (long) at * stride, size);
    }
    Strided where =
        layout == 3
            ? Strided.of(1 + (count - 1L) * stride, Shape.of(count), -stride)
            : Strided.of(1, Shape.of(count), stride);
    return NdView.of(segment, dtype, where, Backing.MEMORY);
  }

  private static NdView<?> converted(Arena arena, NdView<?> source, DType to, boolean gaps) {
    // A new array may take the unit of its source, one that is there has none.
    boolean open = to instanceof TimeType time && time.unit() == TimeUnit.GENERIC;
    if (!gaps || open || to instanceof SubarrayType || source.rank() > 1) {
      return source.astype(to);
    }
    long stride = to.itemsize() + 5L;
    Strided where = Strided.of(2, source.shape(), stride);
    NdView<?> target =
        NdView.of(arena.allocate(source.itemCount() * stride + 2), to, where, Backing.MEMORY);
    source.copyTo(target, Casting.UNSAFE);
    return target;
  }

  private static byte[] bytes(NdView<?> view) {
    byte[] bytes = new byte[Math.toIntExact(view.shape().byteSize(view.dtype().itemsize()))];
    view.copyTo(
        NdView.of(
            MemorySegment.ofArray(bytes), view.dtype(), view.shape(), Order.C, Backing.MEMORY));
    return bytes;
  }
}
