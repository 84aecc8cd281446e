package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.copy.ItemCopy;
import io.ndmap.copy.Overlap;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.pass.Items;
import io.ndmap.pass.PagesAhead;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;

/// Gathers the scattered items of a batch into an array.
public final class Gathering {

  /// Bytes from which on a place is worth a copy of its own, and of the blocks in which smaller
  /// ones go to targets with gaps.
  private static final long BLOCK_BYTES = 1 << 16;

  private final Batch batch;
  private final Items view;
  private long passed;

  private Gathering(Batch batch) {
    this.batch = batch;
    this.view = batch.view();
  }

  /// Into a new array.
  public static Items fresh(Batch batch) {
    Items result = batch.view().result(batch.view().dtype(), batch.wholeShape(), Order.C);
    if (!batch.isEmpty()) {
      new Gathering(batch).packed(result.segment(), result.strided().offset(), Backing.MEMORY);
    }
    return result;
  }

  /// Into a given array, which was found writable.
  ///
  /// @throws IllegalArgumentException if its shape is not that of the batch
  /// @throws io.ndmap.dtype.DTypeException if it has items of another kind
  public static void into(Batch batch, Items target) {
    Shape shape = batch.wholeShape();
    if (!target.shape().equals(shape)) {
      throw new IllegalArgumentException(
          "cannot put the shape "
              + shape
              + " taken from "
              + batch.view().backing().name()
              + " into shape "
              + target.shape()
              + " of "
              + target.backing().name());
    }
    ItemCopy.requireSameItems(batch.view(), target);
    if (batch.isEmpty()) {
      return;
    }
    Gathering gathering = new Gathering(batch);
    if (Overlap.between(batch.view(), target)) {
      long bytes = shape.itemCount() * target.dtype().itemsize();
      SafeOrder.requireRoom(bytes, batch.view(), target);
      Batch own =
          new Batch(batch.view().withoutResults(), batch.places(), batch.shape(), batch.inner());
      ItemCopy.copy(fresh(own), target);
    } else if (target.isContiguous(Order.C) && target.dtype().equals(batch.view().dtype())) {
      gathering.packed(target.segment(), target.strided().offset(), target.backing());
    } else {
      gathering.blocks(Layouts.leading(target.strided(), batch.shape().rank()), target);
    }
  }

  // ---- into adjacent items

  private void packed(MemorySegment target, long to, Backing targetBacking) {
    long places = batch.shape().itemCount();
    if (view.execution().sortAccesses()) {
      new SortedGathering(batch).packed(0, places, target, to, targetBacking);
      return;
    }
    long bytes = batch.atomBytes();
    long count = places * batch.atomsAtPlace();
    SortedGathering near = new SortedGathering(batch);
    boolean grouped = near.groupingPays();
    long part = grouped ? near.groupedPart(count) : SortedGathering.partOf(bytes);
    MemorySegment source = view.segment();
    new Parts(view.execution(), view.backing(), targetBacking)
        .describing(view)
        .of(
            Math.ceilDiv(count, part),
            items(count),
            k -> spans(k * part, Math.min(part, count - k * part), to),
            targetBacking,
            view.backing())
        .run(
            Math.ceilDiv(count, part),
            k -> {
              long begin = k * part;
              long n = Math.min(part, count - begin);
              if (grouped) {
                near.grouped(begin, n, target, to + begin * bytes);
              } else {
                part(batch, begin, n, source, target, to + begin * bytes);
              }
            });
  }

  /// The same for some places, into a room that is copied from later.
  private void between(long from, long places, MemorySegment target) {
    if (view.execution().sortAccesses()) {
      new SortedGathering(batch).packed(from, places, target, 0, Backing.MEMORY);
      return;
    }
    long bytes = batch.atomBytes();
    long each = batch.atomsAtPlace();
    long first = from * each;
    long count = places * each;
    long part = SortedGathering.partOf(bytes);
    MemorySegment source = view.segment();
    new Parts(view.execution(), view)
        .of(items(count))
        .run(
            Math.ceilDiv(count, part),
            k -> {
              long begin = k * part;
              long n = Math.min(part, count - begin);
              part(batch, first + begin, n, source, target, begin * bytes);
            });
  }

  private long items(long atoms) {
    return atoms * (batch.atomBytes() / view.dtype().itemsize());
  }

  /// All bytes between the first and the last that some atoms go to, and that they come from.
  private Strided[] spans(long from, long count, long to) {
    long bytes = batch.atomBytes();
    Places atoms = batch.atoms();
    long[] places = new long[(int) Math.min(PagesAhead.WINDOW, count)];
    long least = Long.MAX_VALUE;
    long greatest = 0;
    for (long done = 0; done < count; done += places.length) {
      int n = (int) Math.min(places.length, count - done);
      atoms.fill(from + done, n, places);
      for (int i = 0; i < n; i++) {
        least = Math.min(least, places[i]);
        greatest = Math.max(greatest, places[i]);
      }
    }
    return new Strided[] {
      Layouts.span(to + from * bytes, to + (from + count) * bytes),
      Layouts.span(least, greatest + bytes)
    };
  }

  /// Copies some of the atoms of a batch to contiguous memory, on this thread alone.
  static void part(
      Batch batch, long from, long count, MemorySegment source, MemorySegment target, long to) {
    Places atoms = batch.atoms();
    long bytes = batch.atomBytes();
    int window = (int) Math.min(PagesAhead.window(bytes), count);
    long[] places = new long[window];
    AtomReader reader = new AtomReader(source, target, bytes, window);
    PagesAhead pages = new PagesAhead(batch.view().backing(), bytes);
    for (long done = 0; done < count; done += window) {
      int n = (int) Math.min(window, count - done);
      atoms.fill(from + done, n, places);
      long begin = to + done * bytes;
      pages.over(places, n, (first, some) -> reader.read(places, first, some, begin));
    }
  }

  // ---- into items with gaps, or in another byte order

  private void blocks(Strided outer, Items target) {
    Strided inner = Layouts.trailing(target.strided(), batch.shape().rank());
    long bytes = batch.inner().shape().itemCount() * view.dtype().itemsize();
    if (bytes >= BLOCK_BYTES) {
      copies(outer, inner, target);
    } else {
      // Small ones are packed together first.
      long room = view.execution().sortAccesses() ? SortedGathering.PART_BYTES : BLOCK_BYTES;
      long most = Math.min(room / bytes, batch.shape().itemCount());
      MemorySegment between = Items.zeros(DType.UINT8, Shape.of(most * bytes), Order.C).segment();
      long[] from = {0};
      Layouts.forEachBlock(
          outer,
          most,
          part -> {
            long count = part.shape().itemCount();
            Strided whole = part.append(inner);
            between(from[0], count, between);
            ItemCopy.copy(
                Items.of(between, view.dtype(), whole.shape(), Order.C), target.at(whole));
            leave(count * bytes, target);
            from[0] += count;
          });
    }
  }

  /// Large parts, each copied by itself.
  private void copies(Strided outer, Strided inner, Items target) {
    long count = batch.shape().itemCount();
    long most = view.execution().sortAccesses() ? SortedPlaces.most(view.segment()) : count;
    PagesAhead pages = new PagesAhead(view.backing(), batch.atomBytes());
    COrder targets = new COrder(outer);
    for (long begin = 0; begin < count; begin += most) {
      long n = Math.min(most, count - begin);
      if (view.execution().sortAccesses()) {
        SortedPlaces sorted = SortedPlaces.of(batch.places(), begin, (int) n, view.segment());
        long first = begin;
        copies(
            sorted::fill,
            k -> targets.place(first + sorted.number((int) k)),
            n,
            inner,
            target,
            pages);
      } else {
        copies(batch.places(), targets::place, n, inner, target, pages);
      }
    }
  }

  private void copies(
      Places places,
      LongUnaryOperator targets,
      long count,
      Strided inner,
      Items target,
      PagesAhead pages) {
    int window = PagesAhead.window(batch.atomBytes());
    long[] at = new long[window];
    for (long done = 0; done < count; done += window) {
      int n = (int) Math.min(window, count - done);
      places.fill(done, n, at);
      long begin = done;
      pages.over(
          at,
          n,
          (first, some) -> {
            for (int i = first; i < first + some; i++) {
              Items from = view.at(batch.inner().shift(at[i]));
              ItemCopy.copy(from, target.at(inner.shift(targets.applyAsLong(begin + i))));
            }
          });
    }
  }

  /// Gives back what was passed, all of it since it may lie anywhere, each time it has become much.
  private void leave(long bytes, Items target) {
    passed += bytes;
    if (view.execution().dropBehind() && passed >= SortedGathering.PART_BYTES) {
      view.backing().release(0, view.segment().byteSize());
      target.backing().release(0, target.segment().byteSize());
      passed = 0;
    }
  }
}
