package io.ndmap.select;

import io.ndmap.axes.Layouts;
import io.ndmap.copy.ItemCopy;
import io.ndmap.copy.Overlap;
import io.ndmap.copy.SafeOrder;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import io.ndmap.pass.PagesAhead;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Scatters values sequentially on the calling thread, so that the last value of a repeated index
/// wins.
public final class Scattering {

  /// The maximum number of bytes of values that are packed, in the target's byte order, at a time.
  /// If the elements of one index have at least this many bytes, each index is copied separately.
  private static final long BLOCK_BYTES = 1 << 16;

  private final Batch batch;
  private final Items target;
  private final Items values;
  private final MemorySegment memory;

  private Scattering(Batch batch, Items values) {
    this.batch = batch;
    this.target = batch.view();
    this.values = values;
    this.memory = target.segment();
  }

  /// Stores values at the elements of a batch.
  ///
  /// @param batch the elements of a view; the caller must have checked that the view is writable
  /// @param values an array of the batch's shape, or an array of rank 0, whose element is stored
  ///   everywhere
  /// @throws IllegalArgumentException if the shape of the values does not match
  /// @throws io.ndmap.op.OverlapException if the values share bytes with the view and have more
  ///   than 64 MiB
  /// @throws io.ndmap.dtype.DTypeException if the values have another dtype, apart from byte order
  ///   and padding
  public static void store(Batch batch, Items values) {
    Shape shape = batch.wholeShape();
    Items target = batch.view();
    if (values.rank() > 0 && !values.shape().equals(shape)) {
      throw new IllegalArgumentException(
          "cannot store the shape %s of %s at indices of shape %s in %s"
              .formatted(values.shape(), values.backing().name(), shape, target.backing().name()));
    }
    ItemCopy.requireSameItems(values, target);
    if (batch.isEmpty()) {
      return;
    }
    Items safe = values;
    if (Overlap.between(values, target)) {
      safe = SafeOrder.copy(values, target);
    }
    if (values.rank() == 0) {
      safe = safe.at(Strided.of(safe.strided().offset(), shape, new long[shape.rank()]));
    }
    new Scattering(batch, safe).store();
  }

  private void store() {
    long indices = batch.shape().itemCount();
    long bytes = batch.inner().shape().itemCount() * target.dtype().itemsize();
    long most = Math.clamp(BLOCK_BYTES / bytes, 1, PagesAhead.WINDOW);
    PagesAhead pages = new PagesAhead(target.backing(), batch.atomBytes());
    long all = values.itemCount();
    Parts parts = new Parts(target.execution().withParallelism(1), target, values);
    if (bytes >= BLOCK_BYTES) {
      parts
          .of(indices, all, k -> spans(k, 1), target.backing(), values.backing())
          .runUnpinned(indices, (index, _) -> copy(index, pages));
      return;
    }
    int each = (int) batch.atomsPerIndex();
    Offsets atoms = batch.atoms();
    Items packed = Items.zeros(target.dtype(), blockShape(Math.min(most, indices)), Order.C);
    long[] at = new long[(int) Math.min(most, indices) * each];
    AtomWriter writer = new AtomWriter(packed.segment(), memory, batch.atomBytes());
    long blocks = Math.ceilDiv(indices, most);
    parts
        .of(
            blocks,
            all,
            k -> spans(k * most, Math.min(most, indices - k * most)),
            target.backing(),
            values.backing())
        .runUnpinned(
            blocks,
            (k, pin) -> {
              long first = k * most;
              long n = Math.min(most, indices - first);
              ItemCopy.copy(values.slice(0, first, first + n, 1), packed.slice(0, 0, n, 1));
              int count = (int) n * each;
              pin.around(
                  () -> {
                    atoms.fill(first * each, count, at);
                    pages.before(at, count);
                    writer.write(packed.strided().offset(), at, count);
                    pages.after(count);
                  });
            });
  }

  /// Returns the spans of bytes of the elements of consecutive indices, and of their values.
  private Strided[] spans(long first, long count) {
    long[] at = new long[(int) count];
    batch.offsets().fill(first, at.length, at);
    Strided inner = batch.inner();
    long least = Arrays.stream(at).min().orElseThrow() + inner.firstByte();
    long greatest = Arrays.stream(at).max().orElseThrow() + inner.endByte(1);
    return new Strided[] {
      Layouts.span(least, greatest), values.slice(0, first, first + count, 1).strided()
    };
  }

  private Shape blockShape(long indices) {
    long[] sizes = batch.wholeShape().toArray();
    sizes[0] = indices;
    return Shape.of(sizes);
  }

  /// Copies the elements of one index.
  private void copy(long index, PagesAhead pages) {
    long[] at = new long[1];
    batch.offsets().fill(index, 1, at);
    pages.before(at, 1);
    ItemCopy.copy(
        values.at(values.strided().index(0, index)), target.at(batch.inner().shift(at[0])));
    pages.after(1);
  }
}
