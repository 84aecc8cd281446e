package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of [FourRows] for sums that are doubles, otherwise like [PlainLongRows].
final class PlainDoubleRows implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable DoubleRows ROWS =
      DATA.as(PlainTemplateData.DoubleRows.class);
  private static final PlainTemplateData.@Nullable DoubleItem ITEM =
      ROWS == null ? null : ROWS.item();
  private static final PlainTemplateData.@Nullable DoubleMap MAP =
      ROWS == null ? null : ROWS.operation();
  private static final PlainTemplateData.@Nullable DoubleMap LAST =
      ROWS == null ? null : ROWS.last();
  private static final long SIZE = DATA.itemsize();

  @Override
  public void run(Span[] rows, Span result, int count) {
    int most = result.arrays().bytes() / Double.BYTES;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      double[] results = result.arrays().doubles(ArrayBuffers.RESULTS);
      fold(rows, result, done, results, n);
      result.write(results, done, n);
    }
  }

  private static void fold(Span[] rows, Span result, int first, double[] to, int n) {
    long at = first * SIZE;
    long bytes = n * SIZE;
    MemorySegment a = rows[0].shift(at).slice(bytes).memory();
    MemorySegment b = rows[1].shift(at).slice(bytes).memory();
    MemorySegment c = rows[2].shift(at).slice(bytes).memory();
    MemorySegment d = rows[FourRows.ROWS - 1].shift(at).slice(bytes).memory();
    Span z = result.shift((long) first * Double.BYTES).slice((long) n * Double.BYTES);
    for (int i = 0; i < n; i++) {
      long o = i * SIZE;
      to[i] = last(z.getDouble(i), of(of(of(item(a, o), item(b, o)), item(c, o)), item(d, o)));
    }
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static double item(MemorySegment row, long at) {
    return ITEM.of(row, at);
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static double of(double a, double b) {
    return MAP.of(a, b, b);
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static double last(double a, double b) {
    return LAST.of(a, b, b);
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
