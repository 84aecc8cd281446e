package io.ndmap.select;

import io.ndmap.axes.Layouts;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.pass.Items;
import io.ndmap.pass.PagesAhead;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;

/// Gathers the scattered items of a batch in memory order: a cold file is read forward, and all
/// items of a page are taken at once.
///
/// The order is made for a window of places at a time, by the calling thread; what is in it is
/// split over the threads like any other batch.
public final class SortedGathering {

  /// The most pieces of a part that one thread works on.
  private static final int PART = 1 << 16;

  /// The most bytes of such a part.
  static final long PART_BYTES = 8L << 20;

  /// Bytes up to which pieces are read into a row first, because a call for each would cost more.
  private static final int SMALL = 128;

  /// What an access may bring in on either side of it: the largest page that a file's memory is
  /// kept in.
  private static final long REACH = 2L << 20;

  /// Pieces of a part that are grouped: so many that some are near each other, and few enough that
  /// their places stay in a cache.
  private static final int GROUPED = 1 << 19;

  /// Fewer are not worth it.
  private static final int FEWEST = 1 << 16;

  /// Of memory with fewer bytes, what says where its pages are stays in a cache.
  private static final long FAR = 512L << 20;

  private static final int SAMPLES = 256;
  private static final long NEAR = 1L << 20;

  private final Batch batch;
  private final Items view;
  private final Places atoms;
  private final long each;
  private final long bytes;

  public SortedGathering(Batch batch) {
    this.batch = batch;
    this.view = batch.view();
    this.atoms = batch.atoms();
    this.each = batch.atomsAtPlace();
    this.bytes = batch.atomBytes();
  }

  // ---- grouped

  /// Whether small pieces are so many and lie so far from each other that it pays to bring
  /// neighbours together first: in their own order each of them misses the processor's table of
  /// addresses (TLB), which takes several times as long. Not on a cold file, where parts are to be
  /// short.
  boolean groupingPays() {
    MemorySegment source = view.segment();
    long count = batch.shape().itemCount() * each;
    if (bytes > SMALL
        || count < FEWEST
        || source.byteSize() < FAR
        || SortedPlaces.most(source) < GROUPED
        || !source.isNative()) {
      return false;
    }
    long[] places = new long[SAMPLES];
    atoms.fill(count / 2, SAMPLES, places);
    int far = 0;
    for (int i = 1; i < SAMPLES; i++) {
      far += Math.abs(places[i] - places[i - 1]) > NEAR ? 1 : 0;
    }
    return far > SAMPLES / 2 && isThere(places);
  }

  private boolean isThere(long... places) {
    Backing backing = view.backing();
    for (int i = 0; i < places.length && backing.mayFault(); i += SAMPLES / 8) {
      if (!backing.isResident(places[i], places[i] + bytes)) {
        return false;
      }
    }
    return true;
  }

  /// How many pieces one thread groups at once.
  long groupedPart(long count) {
    return Math.clamp(Math.ceilDiv(count, view.execution().parallelism()), FEWEST, GROUPED);
  }

  /// Copies some of the pieces; on this thread alone.
  ///
  /// @param to where the first goes
  public void grouped(long from, long count, MemorySegment target, long to) {
    SortedPlaces near = SortedPlaces.grouped(atoms, from, (int) count, view.segment());
    part(near, 0, count, target, to);
  }

  // ---- sorted

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
      if (view.execution().dropBehind()) {
        targetBacking.release(begin - REACH, begin + n * bytes + REACH);
      }
    }
  }

  private void window(SortedPlaces sorted, MemorySegment target, long to, Backing targetBacking) {
    long count = sorted.count();
    long part = partOf(bytes);
    long parts = Math.ceilDiv(count, part);
    new Parts(view.execution(), view.backing(), targetBacking)
        .describing(view)
        .of(
            parts,
            count * (bytes / view.dtype().itemsize()),
            k -> new Strided[] {span(sorted, k * part, Math.min(count, (k + 1) * part))},
            view.backing())
        .run(parts, k -> part(sorted, k * part, Math.min(part, count - k * part), target, to));
  }

  private Strided span(SortedPlaces sorted, long from, long end) {
    long[] place = new long[1];
    sorted.fill(from, 1, place);
    long start = place[0];
    sorted.fill(end - 1, 1, place);
    return Layouts.span(start, place[0] + bytes);
  }

  private void part(SortedPlaces sorted, long from, long count, MemorySegment target, long to) {
    MemorySegment source = view.seen();
    int window = (int) Math.min(PagesAhead.window(bytes), count);
    long[] places = new long[window];
    PagesAhead pages = new PagesAhead(view.backing(), bytes);
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
        reader.read(places, 0, n, 0);
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

  /// How many atoms are a part.
  static long partOf(long bytes) {
    return Math.clamp(PART_BYTES / bytes, 1, PART);
  }
}
