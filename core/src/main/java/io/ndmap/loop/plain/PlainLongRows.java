package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of [FourRows], which combines four rows element by element with a row of results,
/// in 64-bit integers: also minima and maxima of doubles, by their bits. There is a hidden copy of
/// this class for each operation and scalar type. Results are staged through a Java array, so that
/// HotSpot vectorises the loop.
final class PlainLongRows implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable LongRows ROWS =
      DATA.as(PlainTemplateData.LongRows.class);
  private static final PlainTemplateData.@Nullable LongItem ITEM =
      ROWS == null ? null : ROWS.item();
  private static final PlainTemplateData.@Nullable LongMap MAP =
      ROWS == null ? null : ROWS.operation();
  private static final PlainTemplateData.@Nullable LongMap LAST = ROWS == null ? null : ROWS.last();
  private static final long SIZE = DATA.itemsize();

  @Override
  public void run(Span[] rows, Span result, int count) {
    int most = result.arrays().bytes() / Long.BYTES;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      long[] results = result.arrays().longs(ArrayBuffers.RESULTS);
      fold(rows, result, done, results, n);
      result.write(results, done, n);
    }
  }

  private static void fold(Span[] rows, Span result, int first, long[] to, int n) {
    long at = first * SIZE;
    long bytes = n * SIZE;
    MemorySegment a = rows[0].shift(at).slice(bytes).memory();
    MemorySegment b = rows[1].shift(at).slice(bytes).memory();
    MemorySegment c = rows[2].shift(at).slice(bytes).memory();
    MemorySegment d = rows[FourRows.ROWS - 1].shift(at).slice(bytes).memory();
    Span z = result.shift((long) first * Long.BYTES).slice((long) n * Long.BYTES);
    for (int i = 0; i < n; i++) {
      long o = i * SIZE;
      to[i] = last(z.getLong(i), of(of(of(item(a, o), item(b, o)), item(c, o)), item(d, o)));
    }
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static long item(MemorySegment row, long at) {
    return ITEM.of(row, at);
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static long of(long a, long b) {
    return MAP.of(a, b, b);
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static long last(long a, long b) {
    return LAST.of(a, b, b);
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
