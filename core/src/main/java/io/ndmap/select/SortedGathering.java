package io.ndmap.select;

import io.ndmap.axes.Layouts;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.pass.Items;
import io.ndmap.pass.PagesAhead;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;

/// Gathers the elements of a batch in memory order, so that a cold file is read forward, and all
/// elements of a page are read together.
///
/// Sorted: the calling thread sorts one window of offsets at a time; the window is then divided
/// into parts, which several threads may gather. Grouped: each thread groups the offsets of its own
/// part by address, which is faster than a sort.
public final class SortedGathering {

  /// The maximum number of atoms of a part.
  private static final int PART = 1 << 16;

  /// The maximum number of bytes of a part.
  static final long PART_BYTES = 8L << 20;

  /// Atoms of at most this many bytes are staged, because a bulk copy of each atom would cost more.
  private static final int SMALL = 128;

  /// An access may make bytes up to this distance resident on either side: the size of the largest
  /// page of the page cache.
  private static final long REACH = 2L << 20;

  /// The maximum number of atoms of a grouped part: enough that some of them are near each other,
  /// and few enough that their offsets stay in a cache.
  private static final int GROUPED = 1 << 19;

  /// The minimum number of atoms for which grouping is faster.
  private static final int FEWEST = 1 << 16;

  /// The minimum size of the memory, in bytes, for which grouping is faster: the page tables of
  /// smaller memory stay in a cache.
  private static final long FAR = 512L << 20;

  // The number of offsets that are examined before offsets are grouped.
  private static final int SAMPLES = 256;
  // Two accesses are far apart if their distance exceeds this number of bytes.
  private static final long NEAR = 1L << 20;

  private final Batch batch;
  private final Items view;
  private final Offsets atoms;
  private final long each;
  private final long bytes;

  public SortedGathering(Batch batch) {
    this.batch = batch;
    this.view = batch.view();
    this.atoms = batch.atoms();
    this.each = batch.atomsPerIndex();
    this.bytes = batch.atomBytes();
  }

  // ---- grouped

  /// Whether it is faster to group atoms by address. This is the case if there are many small atoms
  /// and successive atoms are far apart: without groups each access misses the TLB, which takes
  /// several times as long. Never true for cold files, whose parts should be short.
  boolean groupingPays() {
    MemorySegment source = view.segment();
    long count = batch.shape().itemCount() * each;
    if (bytes > SMALL
        || count < FEWEST
        || source.byteSize() < FAR
        || SortedOffsets.most(source) < GROUPED
        || !source.isNative()) {
      return false;
    }
    long[] offsets = new long[SAMPLES];
    atoms.fill(count / 2, SAMPLES, offsets);
    int far = 0;
    for (int i = 1; i < SAMPLES; i++) {
      far += Math.abs(offsets[i] - offsets[i - 1]) > NEAR ? 1 : 0;
    }
    return far > SAMPLES / 2 && isResident(offsets);
  }

  private boolean isResident(long... offsets) {
    Backing backing = view.backing();
    for (int i = 0; i < offsets.length && backing.mayFault(); i += SAMPLES / 8) {
      if (!backing.isResident(offsets[i], offsets[i] + bytes)) {
        return false;
      }
    }
    return true;
  }

  /// Returns the number of atoms of a grouped part.
  ///
  /// @param count the number of all atoms
  long groupedPart(long count) {
    return Math.clamp(Math.ceilDiv(count, view.execution().parallelism()), FEWEST, GROUPED);
  }

  /// Copies consecutive atoms to contiguous memory on the calling thread. They are read in groups
  /// of nearby addresses.
  ///
  /// @param from the number of the first atom
  /// @param count the number of atoms, at most [SortedOffsets#most]
  ///
  /// @param to byte offset of the first atom in the target
  public void grouped(long from, long count, MemorySegment target, long to) {
    SortedOffsets groups = SortedOffsets.grouped(atoms, from, (int) count, view.segment());
    part(groups, 0, count, target, to);
  }

  // ---- sorted

  /// Copies the elements of consecutive indices to contiguous memory. They are read in ascending
  /// order of their offsets.
  ///
  /// @param from the number of the first index in the batch
  /// @param indices the number of indices
  /// @param to byte offset of the first element in the target
  void packed(long from, long indices, MemorySegment target, long to, Backing targetBacking) {
    long first = from * each;
    long count = indices * each;
    int window = SortedOffsets.most(view.segment());
    for (long done = 0; done < count; done += window) {
      int n = (int) Math.min(window, count - done);
      SortedOffsets sorted = SortedOffsets.of(atoms, first + done, n, view.segment());
      long begin = to + done * bytes;
      window(sorted, target, begin, targetBacking);
      if (view.execution().dropBehind()) {
        targetBacking.release(begin - REACH, begin + n * bytes + REACH);
      }
    }
  }

  private void window(SortedOffsets sorted, MemorySegment target, long to, Backing targetBacking) {
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

  private Strided span(SortedOffsets sorted, long from, long end) {
    long[] offset = new long[1];
    sorted.fill(from, 1, offset);
    long start = offset[0];
    sorted.fill(end - 1, 1, offset);
    return Layouts.span(start, offset[0] + bytes);
  }

  private void part(SortedOffsets sorted, long from, long count, MemorySegment target, long to) {
    MemorySegment source = view.seen();
    int window = (int) Math.min(PagesAhead.window(bytes), count);
    long[] offsets = new long[window];
    PagesAhead pages = new PagesAhead(view.backing(), bytes);
    boolean small = bytes <= SMALL;
    MemorySegment row =
        MemorySegment.ofArray(new long[small ? (int) Math.ceilDiv(window * bytes, Long.BYTES) : 0]);
    AtomReader reader = new AtomReader(source, row, bytes, window);
    AtomWriter writer = new AtomWriter(row, target, bytes);
    for (long done = 0; done < count; done += window) {
      int n = (int) Math.min(window, count - done);
      int first = (int) (from + done);
      sorted.fill(first, n, offsets);
      pages.before(offsets, n);
      if (small) {
        reader.read(offsets, 0, n, 0);
        for (int i = 0; i < n; i++) {
          offsets[i] = to + sorted.number(first + i) * bytes;
        }
        writer.write(0, offsets, n);
      } else {
        for (int i = 0; i < n; i++) {
          long at = to + sorted.number(first + i) * bytes;
          MemorySegment.copy(source, offsets[i], target, at, bytes);
        }
      }
      pages.after(n);
    }
  }

  /// Returns the number of atoms of a part.
  ///
  /// @param bytes the size of an atom in bytes
  static long partOf(long bytes) {
    return Math.clamp(PART_BYTES / bytes, 1, PART);
  }
}
