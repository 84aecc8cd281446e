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

/// Gathers the scattered elements of a batch into an array.
public final class Gathering {

  /// A limit for targets with gaps or in another byte order. If the elements of one index have at
  /// least this many bytes, each index is copied separately. Otherwise the elements of several
  /// indices are first packed into a block of at most this size, or of at most
  /// [SortedGathering#PART_BYTES] if accesses are sorted.
  private static final long BLOCK_BYTES = 1 << 16;

  private final Batch batch;
  private final Items view;
  private long passed;

  private Gathering(Batch batch) {
    this.batch = batch;
    this.view = batch.view();
  }

  /// Gathers into a new array.
  public static Items fresh(Batch batch) {
    Items result = batch.view().result(batch.view().dtype(), batch.wholeShape(), Order.C);
    if (!batch.isEmpty()) {
      new Gathering(batch).packed(result.segment(), result.strided().offset(), Backing.MEMORY);
    }
    return result;
  }

  /// Gathers into an array. The caller must have checked that the array is writable.
  ///
  /// @throws IllegalArgumentException if the target's shape is not that of the batch
  /// @throws io.ndmap.op.OverlapException if the target shares bytes with the indexed view, and a
  ///   copy of the elements would exceed 64 MiB
  /// @throws io.ndmap.dtype.DTypeException if the target has another dtype, apart from byte order
  ///   and padding
  public static void into(Batch batch, Items target) {
    Shape shape = batch.wholeShape();
    if (!target.shape().equals(shape)) {
      throw new IllegalArgumentException(
          "cannot put the shape %s taken from %s into shape %s of %s"
              .formatted(
                  shape, batch.view().backing().name(), target.shape(), target.backing().name()));
    }
    ItemCopy.requireSameItems(batch.view(), target);
    if (batch.isEmpty()) {
      return;
    }
    Gathering gathering = new Gathering(batch);
    if (Overlap.between(batch.view(), target)) {
      long bytes = shape.itemCount() * target.dtype().itemsize();
      SafeOrder.requireCopyLimit(bytes, batch.view(), target);
      Batch own =
          new Batch(batch.view().withoutAllocator(), batch.offsets(), batch.shape(), batch.inner());
      ItemCopy.copy(fresh(own), target);
    } else if (target.isContiguous(Order.C) && target.dtype().equals(batch.view().dtype())) {
      gathering.packed(target.segment(), target.strided().offset(), target.backing());
    } else {
      gathering.blocks(Layouts.leading(target.strided(), batch.shape().rank()), target);
    }
  }

  // ---- into contiguous targets

  /// Gathers all elements into contiguous memory.
  ///
  /// @param to byte offset of the first element in the target
  private void packed(MemorySegment target, long to, Backing targetBacking) {
    long indices = batch.shape().itemCount();
    if (view.execution().sortAccesses()) {
      new SortedGathering(batch).packed(0, indices, target, to, targetBacking);
      return;
    }
    long bytes = batch.atomBytes();
    long count = indices * batch.atomsPerIndex();
    SortedGathering sorted = new SortedGathering(batch);
    boolean grouped = sorted.groupingPays();
    long part = grouped ? sorted.groupedPart(count) : SortedGathering.partOf(bytes);
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
                sorted.grouped(begin, n, target, to + begin * bytes);
              } else {
                part(batch, begin, n, source, target, to + begin * bytes);
              }
            });
  }

  /// Gathers the elements of consecutive indices into a buffer.
  ///
  /// @param from the number of the first index in the batch
  /// @param indices the number of indices
  private void gatherInto(long from, long indices, MemorySegment target) {
    if (view.execution().sortAccesses()) {
      new SortedGathering(batch).packed(from, indices, target, 0, Backing.MEMORY);
      return;
    }
    long bytes = batch.atomBytes();
    long each = batch.atomsPerIndex();
    long first = from * each;
    long count = indices * each;
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

  /// Returns two spans of bytes: the one to which consecutive atoms are written, and the one from
  /// which they are read.
  private Strided[] spans(long from, long count, long to) {
    long bytes = batch.atomBytes();
    Offsets atoms = batch.atoms();
    long[] offsets = new long[(int) Math.min(PagesAhead.WINDOW, count)];
    long least = Long.MAX_VALUE;
    long greatest = 0;
    for (long done = 0; done < count; done += offsets.length) {
      int n = (int) Math.min(offsets.length, count - done);
      atoms.fill(from + done, n, offsets);
      for (int i = 0; i < n; i++) {
        least = Math.min(least, offsets[i]);
        greatest = Math.max(greatest, offsets[i]);
      }
    }
    return new Strided[] {
      Layouts.span(to + from * bytes, to + (from + count) * bytes),
      Layouts.span(least, greatest + bytes)
    };
  }

  /// Copies consecutive atoms of a batch to contiguous memory, on the calling thread.
  ///
  /// @param from the number of the first atom
  /// @param count the number of atoms
  /// @param to byte offset of the first atom in the target
  static void part(
      Batch batch, long from, long count, MemorySegment source, MemorySegment target, long to) {
    Offsets atoms = batch.atoms();
    long bytes = batch.atomBytes();
    int window = (int) Math.min(PagesAhead.window(bytes), count);
    long[] offsets = new long[window];
    AtomReader reader = new AtomReader(source, target, bytes, window);
    PagesAhead pages = new PagesAhead(batch.view().backing(), bytes);
    for (long done = 0; done < count; done += window) {
      int n = (int) Math.min(window, count - done);
      atoms.fill(from + done, n, offsets);
      long begin = to + done * bytes;
      pages.over(offsets, n, (first, some) -> reader.read(offsets, first, some, begin));
    }
  }

  // ---- into targets with gaps, or in another byte order

  /// @param outer the layout of the target's leading axes, with one element for each index
  private void blocks(Strided outer, Items target) {
    Strided inner = Layouts.trailing(target.strided(), batch.shape().rank());
    long bytes = batch.inner().shape().itemCount() * view.dtype().itemsize();
    if (bytes >= BLOCK_BYTES) {
      copies(outer, inner, target);
    } else {
      // The elements of several indices are packed first.
      long limit = view.execution().sortAccesses() ? SortedGathering.PART_BYTES : BLOCK_BYTES;
      long most = Math.min(limit / bytes, batch.shape().itemCount());
      MemorySegment buffer = Items.zeros(DType.UINT8, Shape.of(most * bytes), Order.C).segment();
      long[] from = {0};
      Layouts.forEachBlock(
          outer,
          most,
          part -> {
            long count = part.shape().itemCount();
            Strided whole = part.append(inner);
            gatherInto(from[0], count, buffer);
            ItemCopy.copy(Items.of(buffer, view.dtype(), whole.shape(), Order.C), target.at(whole));
            release(count * bytes, target);
            from[0] += count;
          });
    }
  }

  /// Copies the elements of each index separately.
  private void copies(Strided outer, Strided inner, Items target) {
    long count = batch.shape().itemCount();
    long most = view.execution().sortAccesses() ? SortedOffsets.most(view.segment()) : count;
    PagesAhead pages = new PagesAhead(view.backing(), batch.atomBytes());
    COrder targets = new COrder(outer);
    for (long begin = 0; begin < count; begin += most) {
      long n = Math.min(most, count - begin);
      if (view.execution().sortAccesses()) {
        SortedOffsets sorted = SortedOffsets.of(batch.offsets(), begin, (int) n, view.segment());
        long first = begin;
        copies(
            sorted::fill,
            k -> targets.place(first + sorted.number((int) k)),
            n,
            inner,
            target,
            pages);
      } else {
        copies(batch.offsets(), targets::place, n, inner, target, pages);
      }
    }
  }

  private void copies(
      Offsets offsets,
      LongUnaryOperator targets,
      long count,
      Strided inner,
      Items target,
      PagesAhead pages) {
    int window = PagesAhead.window(batch.atomBytes());
    long[] at = new long[window];
    for (long done = 0; done < count; done += window) {
      int n = (int) Math.min(window, count - done);
      offsets.fill(done, n, at);
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

  /// Releases all pages of both arrays after each [SortedGathering#PART_BYTES], if pages are
  /// dropped behind. Single pages cannot be released, because the offsets are scattered.
  ///
  /// @param bytes the number of bytes that were copied
  private void release(long bytes, Items target) {
    passed += bytes;
    if (view.execution().dropBehind() && passed >= SortedGathering.PART_BYTES) {
      view.backing().release(0, view.segment().byteSize());
      target.backing().release(0, target.segment().byteSize());
      passed = 0;
    }
  }
}
