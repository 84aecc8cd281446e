package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// Copies the scattered items of a batch into adjacent ones, in the order in which they lie in
/// memory: a cold file is read forward, and what is taken from one page is taken at once.
///
/// The order is made for a window of places at a time, by the calling thread; what is in it is
/// split over the threads like any other batch.
final class SortedGathering {

  /// Bytes up to which pieces are read into a row first, because a call for each would cost more.
  private static final int SMALL = 128;

  /// What an access may bring in on either side of it: the largest page that a file's memory is
  /// kept in.
  private static final long REACH = 2L << 20;

  private final NdView<?> view;
  private final Places atoms;
  private final long each;
  private final long bytes;

  SortedGathering(Batch batch) {
    this.view = batch.view();
    this.atoms = batch.atoms();
    this.each = batch.atomsAtPlace();
    this.bytes = batch.atomBytes();
  }

  /// @param from the first place
  /// @param places how many
  /// @param to where the first item goes
  void packed(long from, long places, MemorySegment target, long to, Backing targetBacking) {
    long first = from * each;
    long count = places * each;
    int window = SortedPlaces.most(view.segment());
    for (long done = 0; done < count; done += window) {
      int n = (int) Math.min(window, count - done);
      SortedPlaces sorted = SortedPlaces.of(atoms, first + done, n, view.segment());
      long begin = to + done * bytes;
      window(sorted, target, begin, targetBacking);
      if (view.execution.dropBehind()) {
        targetBacking.release(begin - REACH, begin + n * bytes + REACH);
      }
    }
  }

  private void window(SortedPlaces sorted, MemorySegment target, long to, Backing targetBacking) {
    long count = sorted.count();
    long part = Gathering.partOf(bytes);
    long parts = Math.ceilDiv(count, part);
    new Parts(view.execution, view.backing, targetBacking)
        .of(
            parts,
            count * (bytes / view.dtype.itemsize()),
            k -> new Strided[] {span(sorted, k * part, Math.min(count, (k + 1) * part))},
            view.backing)
        .run(parts, k -> part(sorted, k * part, Math.min(part, count - k * part), target, to));
  }

  private Strided span(SortedPlaces sorted, long from, long end) {
    long[] place = new long[1];
    sorted.fill(from, 1, place);
    long start = place[0];
    sorted.fill(end - 1, 1, place);
    return Gathering.span(start, place[0] + bytes);
  }

  private void part(SortedPlaces sorted, long from, long count, MemorySegment target, long to) {
    MemorySegment source = view.segment();
    int window = (int) Math.min(PagesAhead.window(bytes), count);
    long[] places = new long[window];
    PagesAhead pages = new PagesAhead(view.backing, bytes);
    boolean small = bytes <= SMALL;
    MemorySegment row =
        MemorySegment.ofArray(new long[small ? (int) Math.ceilDiv(window * bytes, Long.BYTES) : 0]);
    AtomReader reader = new AtomReader(source, row, bytes, window);
    AtomWriter writer = new AtomWriter(row, target, bytes);
    for (long done = 0; done < count; done += window) {
      int n = (int) Math.min(window, count - done);
      int first = (int) (from + done);
      sorted.fill(first, n, places);
      pages.before(places, n);
      if (small) {
        reader.read(places, n, 0);
        for (int i = 0; i < n; i++) {
          places[i] = to + sorted.number(first + i) * bytes;
        }
        writer.write(0, places, n);
      } else {
        for (int i = 0; i < n; i++) {
          long at = to + sorted.number(first + i) * bytes;
          MemorySegment.copy(source, places[i], target, at, bytes);
        }
      }
      pages.after(n);
    }
  }
}
