package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// Copies the scattered items of a batch into an array.
final class Gathering {

  /// The most pieces of a part that one thread works on.
  private static final int PART = 1 << 16;

  /// The most bytes of such a part.
  private static final long PART_BYTES = 8L << 20;

  /// Bytes from which on a place is worth a copy of its own, and of the blocks in which smaller
  /// ones go to targets with gaps.
  private static final long BLOCK_BYTES = 1 << 16;

  private final Batch batch;
  private final NdView<?> view;

  private Gathering(Batch batch) {
    this.batch = batch;
    this.view = batch.view();
  }

  /// Into a new array.
  static NdView<?> fresh(Batch batch) {
    NdView<?> result = Fresh.view(batch.view().dtype, batch.wholeShape(), Order.C);
    if (!batch.isEmpty()) {
      new Gathering(batch).packed(result.segment, result.strided.offset(), Backing.MEMORY);
    }
    return result;
  }

  /// Into a given array, which was found writable.
  ///
  /// @throws IllegalArgumentException if its shape is not that of the batch
  /// @throws io.ndmap.dtype.DTypeException if it has items of another kind
  static void into(Batch batch, NdView<?> target) {
    Shape shape = batch.wholeShape();
    if (!target.shape().equals(shape)) {
      throw new IllegalArgumentException(
          "cannot put the shape "
              + shape
              + " taken from "
              + batch.view().backing.name()
              + " into shape "
              + target.shape()
              + " of "
              + target.backing.name());
    }
    ViewCopy.requireSameItems(batch.view(), target);
    if (batch.isEmpty()) {
      return;
    }
    Gathering gathering = new Gathering(batch);
    if (ViewCopy.shareMemory(batch.view(), target)) {
      fresh(batch).copyTo(target);
    } else if (target.isContiguous(Order.C) && target.dtype.equals(batch.view().dtype)) {
      gathering.packed(target.segment(), target.strided.offset(), target.backing);
    } else {
      gathering.blocks(Layouts.leading(target.strided, batch.shape().rank()), target);
    }
  }

  // ---- into adjacent items

  private void packed(MemorySegment target, long to, Backing targetBacking) {
    packed(0, batch.shape().itemCount(), target, to, targetBacking);
  }

  private void packed(long from, long places, MemorySegment target, long to, Backing backing) {
    long bytes = batch.atomBytes();
    long each = batch.atomsAtPlace();
    long first = from * each;
    long count = places * each;
    long part = Math.clamp(PART_BYTES / bytes, 1, PART);
    MemorySegment source = view.segment();
    new Parts(view.execution, view.backing, backing)
        .run(
            Math.ceilDiv(count, part),
            k -> {
              long begin = k * part;
              long n = Math.min(part, count - begin);
              part(batch, first + begin, n, source, target, to + begin * bytes);
            });
  }

  /// Copies some of the atoms of a batch, one behind the other; on this thread alone.
  static void part(
      Batch batch, long from, long count, MemorySegment source, MemorySegment target, long to) {
    Places atoms = batch.atoms();
    long bytes = batch.atomBytes();
    int window = (int) Math.min(PagesAhead.window(bytes), count);
    long[] places = new long[window];
    AtomReader reader = new AtomReader(source, target, bytes, window);
    PagesAhead pages = new PagesAhead(batch.view().backing, bytes);
    for (long done = 0; done < count; done += window) {
      int n = (int) Math.min(window, count - done);
      atoms.fill(from + done, n, places);
      pages.before(places, n);
      reader.read(places, n, to + done * bytes);
      pages.after(n);
    }
  }

  // ---- into items with gaps, or in another byte order

  private void blocks(Strided outer, NdView<?> target) {
    Strided inner = Layouts.trailing(target.strided, batch.shape().rank());
    long bytes = batch.inner().shape().itemCount() * view.dtype.itemsize();
    if (bytes >= BLOCK_BYTES) {
      copies(outer, inner, target);
    } else {
      block(outer, 0, BLOCK_BYTES / bytes, inner, target);
    }
  }

  /// Large parts, each copied by itself.
  private void copies(Strided outer, Strided inner, NdView<?> target) {
    long count = batch.shape().itemCount();
    int window = PagesAhead.window(batch.atomBytes());
    long[] places = new long[window];
    PagesAhead pages = new PagesAhead(view.backing, batch.atomBytes());
    COrder targets = new COrder(outer);
    for (long done = 0; done < count; done += window) {
      int n = (int) Math.min(window, count - done);
      batch.places().fill(done, n, places);
      pages.before(places, n);
      for (int i = 0; i < n; i++) {
        NdView<?> from = view.at(batch.inner().shift(places[i]));
        from.copyTo(target.at(inner.shift(targets.place(done + i))));
      }
      pages.after(n);
    }
  }

  /// Small ones, packed together first.
  private long block(Strided part, long from, long most, Strided inner, NdView<?> target) {
    long count = part.shape().itemCount();
    if (count > most) {
      long size = part.shape().size(0);
      long rows = most / (count / size);
      long at = from;
      for (long i = 0; i < size; i += Math.max(1, rows)) {
        Strided some =
            rows == 0
                ? part.index(0, i)
                : part.slice(0, new Index.Slice(i, Math.min(size, i + rows), null));
        at = block(some, at, most, inner, target);
      }
      return at;
    }
    Strided whole = part.append(inner);
    NdView<?> between = Fresh.view(view.dtype, whole.shape(), Order.C);
    packed(from, count, between.segment, between.strided.offset(), Backing.MEMORY);
    between.copyTo(target.at(whole));
    return from + count;
  }
}
