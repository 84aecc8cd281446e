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

/// Scatters values sequentially on the calling thread, so that the last one stays where an index is
/// repeated.
public final class Scattering {

  /// Bytes of the values that are brought into the target's byte order together.
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

  /// @param batch of a view that was found writable
  /// @param values an item for each of the batch, or a single one for all
  /// @throws IllegalArgumentException if their shape does not match
  /// @throws io.ndmap.dtype.DTypeException if they are items of another kind
  public static void store(Batch batch, Items values) {
    Shape shape = batch.wholeShape();
    Items target = batch.view();
    if (values.rank() > 0 && !values.shape().equals(shape)) {
      throw new IllegalArgumentException(
          "cannot store the shape "
              + values.shape()
              + " of "
              + values.backing().name()
              + " at indices of shape "
              + shape
              + " in "
              + target.backing().name());
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
    long places = batch.shape().itemCount();
    long bytes = batch.inner().shape().itemCount() * target.dtype().itemsize();
    long most = Math.clamp(BLOCK_BYTES / bytes, 1, PagesAhead.WINDOW);
    PagesAhead pages = new PagesAhead(target.backing(), batch.atomBytes());
    long all = values.itemCount();
    Parts parts = new Parts(target.execution().withParallelism(1), target, values);
    if (bytes >= BLOCK_BYTES) {
      parts
          .of(places, all, k -> spans(k, 1), target.backing(), values.backing())
          .runUnheld(places, (place, _) -> copy(place, pages));
      return;
    }
    int each = (int) batch.atomsAtPlace();
    Places atoms = batch.atoms();
    Items packed = Items.zeros(target.dtype(), blockShape(Math.min(most, places)), Order.C);
    long[] at = new long[(int) Math.min(most, places) * each];
    AtomWriter writer = new AtomWriter(packed.segment(), memory, batch.atomBytes());
    long blocks = Math.ceilDiv(places, most);
    parts
        .of(
            blocks,
            all,
            k -> spans(k * most, Math.min(most, places - k * most)),
            target.backing(),
            values.backing())
        .runUnheld(
            blocks,
            (k, hold) -> {
              long first = k * most;
              long n = Math.min(most, places - first);
              ItemCopy.copy(values.slice(0, first, first + n, 1), packed.slice(0, 0, n, 1));
              int count = (int) n * each;
              hold.around(
                  () -> {
                    atoms.fill(first * each, count, at);
                    pages.before(at, count);
                    writer.write(packed.strided().offset(), at, count);
                    pages.after(count);
                  });
            });
  }

  /// All bytes between the first and the last that some places are, and where their values are.
  private Strided[] spans(long first, long count) {
    long[] at = new long[(int) count];
    batch.places().fill(first, at.length, at);
    Strided inner = batch.inner();
    long least = Arrays.stream(at).min().orElseThrow() + inner.firstByte();
    long greatest = Arrays.stream(at).max().orElseThrow() + inner.endByte(1);
    return new Strided[] {
      Layouts.span(least, greatest), values.slice(0, first, first + count, 1).strided()
    };
  }

  private Shape blockShape(long places) {
    long[] sizes = batch.wholeShape().toArray();
    sizes[0] = places;
    return Shape.of(sizes);
  }

  /// A large one by itself.
  private void copy(long place, PagesAhead pages) {
    long[] at = new long[1];
    batch.places().fill(place, 1, at);
    pages.before(at, 1);
    ItemCopy.copy(
        values.at(values.strided().index(0, place)), target.at(batch.inner().shift(at[0])));
    pages.after(1);
  }
}
