package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of [FourRows] whose results are 32-bit integers or floats, otherwise like
/// [PlainLongRows].
final class PlainIntRows implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable IntRows ROWS =
      DATA.as(PlainTemplateData.IntRows.class);
  private static final PlainTemplateData.@Nullable IntItem ITEM = ROWS == null ? null : ROWS.item();
  private static final PlainTemplateData.@Nullable IntMap MAP =
      ROWS == null ? null : ROWS.operation();
  private static final PlainTemplateData.@Nullable IntMap LAST = ROWS == null ? null : ROWS.last();
  private static final long SIZE = DATA.itemsize();

  @Override
  public void run(Span[] rows, Span result, int count) {
    int most = result.arrays().bytes() / Integer.BYTES;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      int[] results = result.arrays().ints(ArrayBuffers.RESULTS);
      fold(rows, result, done, results, n);
      result.write(results, done, n);
    }
  }

  private static void fold(Span[] rows, Span result, int first, int[] to, int n) {
    long at = first * SIZE;
    long bytes = n * SIZE;
    MemorySegment a = rows[0].shift(at).slice(bytes).memory();
    MemorySegment b = rows[1].shift(at).slice(bytes).memory();
    MemorySegment c = rows[2].shift(at).slice(bytes).memory();
    MemorySegment d = rows[FourRows.ROWS - 1].shift(at).slice(bytes).memory();
    Span z = result.shift((long) first * Integer.BYTES).slice((long) n * Integer.BYTES);
    for (int i = 0; i < n; i++) {
      long o = i * SIZE;
      to[i] = last(z.getInt(i), of(of(of(item(a, o), item(b, o)), item(c, o)), item(d, o)));
    }
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static int item(MemorySegment row, long at) {
    return ITEM.of(row, at);
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static int of(int a, int b) {
    return MAP.of(a, b, b);
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static int last(int a, int b) {
    return LAST.of(a, b, b);
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
