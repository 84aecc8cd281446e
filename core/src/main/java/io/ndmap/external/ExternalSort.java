package io.ndmap.external;

import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.copy.Overlap;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.OverlapException;
import io.ndmap.order.KeyColumn;
import io.ndmap.order.NumberSort;
import io.ndmap.order.Sorting;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/// Sorts arrays of any size in bounded memory: in memory what fits, else lane by lane through runs
/// on a disk.
///
/// Lanes that lie across one another, as the columns of an array in C order, are read and written
/// together. Where memory has room for so few that each page would be read again and again, they
/// are brought to the disk lane by lane first, sorted there, and brought back.
public final class ExternalSort {

  /// Bytes that are read together at no more cost than one of them: a page.
  private static final long PAGE = 4096;

  /// The passes that sorting lanes on the disk takes besides those of each lane.
  private static final long PASSES = 2;

  private final Items view;
  private final Items target;
  private final String[] fields;
  private final List<KeyColumn> columns;
  private final Costs costs;
  private final Spill.Maker disk;

  private ExternalSort(
      Items view, Items target, Shape shape, long memory, Spill.Maker disk, String... fields) {
    List<KeyColumn> keys = Sorting.requireFit(view, shape, target, fields);
    this.view = view;
    this.target = target;
    this.fields = fields;
    this.columns = NumberSort.has(view.dtype()) ? List.of(KeyColumn.ofBits(view)) : keys;
    this.costs = Costs.of(view.dtype(), memory);
    this.disk = disk;
  }

  /// Sorts along an axis, as `NdView.sorted`.
  ///
  /// @param view the array
  /// @param axis negative to count from the end
  /// @param target of the same shape and dtype; it may have the very items of the view
  /// @param memory bytes that may be taken, about
  /// @param disk makes room for what does not fit
  /// @param fields that come before the others of structures
  public static void along(
      NdView<?> view, int axis, NdView<?> target, long memory, Spill.Maker disk, String... fields) {
    Items from = items(view);
    int along = from.shape().axis(axis);
    Items to = items(target);
    ExternalSort sort = new ExternalSort(from, to, from.shape(), memory, disk, fields);
    if (!from.isEmpty()) {
      sort.requireApart(to);
      sort.along(along);
    }
  }

  /// Sorts all items in C order, as `NdView.sorted`.
  ///
  /// @param view the array
  /// @param target of rank 1, as long as there are items; it may have the very items of the view
  /// @param memory bytes that may be taken, about
  /// @param disk makes room for what does not fit
  /// @param fields that come before the others of structures
  public static void flat(
      NdView<?> view, NdView<?> target, long memory, Spill.Maker disk, String... fields) {
    Items from = items(view);
    Items to = items(target);
    Shape shape = Shape.of(from.itemCount());
    ExternalSort sort = new ExternalSort(from, to, shape, memory, disk, fields);
    if (!from.isEmpty()) {
      sort.requireApart(Sorting.apart(from, to));
      sort.flat();
    }
  }

  /// Does nothing if the items have an order, and the fields are theirs.
  ///
  /// @param view the array
  /// @param fields that come before the others of structures
  public static void requireOrder(NdView<?> view, String... fields) {
    Sorting.requireOrder(items(view), fields);
  }

  private static Items items(NdView<?> view) {
    view.backing().requireInUse();
    return new Items(
        view.segment(), view.strided(), view.dtype(), view.backing(), view.execution());
  }

  private void requireApart(Items places) {
    if (!view.hasItemsOf(places) && Overlap.between(view, places)) {
      throw new OverlapException(
          view.backing().name()
              + " shares bytes with the target, "
              + target.backing().name()
              + ", at other places; sort into another array, or in place");
    }
  }

  private void flat() {
    long count = view.itemCount();
    if (count <= costs.sorted()) {
      Sorting.flat(view, target, fields);
      return;
    }
    // Of numbers it does not matter in which order they come.
    Items from =
        NumberSort.has(view.dtype()) ? view.at(LoopAxes.ascending(view.strided())[0]) : view;
    Execution how = how(2);
    try (Spill spill = disk.make(count * view.itemsize())) {
      laneSort(how).sort(strip(from, how), strip(target, how), count, Strip.of(spill, 0));
    }
  }

  private void along(int axis) {
    long fitting = costs.sorted() / view.size(axis);
    Across across = Across.of(view, axis, fitting);
    Across writing = Across.of(target, axis, fitting);
    boolean reads = across.passes >= writing.passes;
    if (Math.max(across.passes, writing.passes) > PASSES + 1) {
      transposed(axis, reads);
    } else if (fitting > 0) {
      inMemory(axis, fitting, reads ? across : writing);
    } else {
      laneByLane(axis);
    }
  }

  /// How lanes lie across one another.
  ///
  /// @param lanes how many do
  /// @param distance bytes from one to the next
  /// @param passes how often each page is read or written
  private record Across(long lanes, long distance, long passes) {

    /// @param fitting how many fit into memory at once
    static Across of(Items items, int axis, long fitting) {
      long stride = Math.abs(items.strided().stride(axis));
      long lanes = 1;
      long distance = stride;
      for (int k = 0; k < items.rank(); k++) {
        long step = Math.abs(items.strided().stride(k));
        if (k != axis && step < stride && step > 0) {
          lanes *= items.size(k);
          distance = items.size(k) > 1 ? Math.min(distance, step) : distance;
        }
      }
      // Where a stride is 0 all lanes are in one place.
      distance = Math.max(1, distance);
      long passes = 1;
      if (fitting < lanes) {
        long together = Math.max(1, fitting);
        long bytes = Math.min(PAGE, together * Math.min(PAGE, distance));
        passes = Math.min(Math.ceilDiv(lanes, together), Math.ceilDiv(PAGE, bytes));
      }
      return new Across(lanes, distance, passes);
    }
  }

  /// Sorts lanes in groups, as many threads as have room for them.
  private void inMemory(int axis, long fitting, Across across) {
    // A thread with pages of its own reads nothing for others.
    long wide = Math.max(1, PAGE / across.distance);
    long lanes = across.lanes > 1 ? Math.min(wide, across.lanes) : 1;
    int threads = Math.clamp(fitting / lanes, 1, view.execution().parallelism());
    Items from = view.on(view.execution().withParallelism(threads));
    Sorting.along(from, axis, target, costs.sorted() / threads, fields);
  }

  private void laneByLane(int axis) {
    Execution how = how(2);
    long length = view.size(axis);
    Chunks lanes = chunks(axis);
    try (Spill spill = disk.make(length * view.itemsize())) {
      for (long k = 0; k < lanes.count(); k++) {
        Items from = view.at(view.strided().slice(lanes.box(k)));
        Items to = target.at(target.strided().slice(lanes.box(k)));
        laneSort(how).sort(strip(from, how), strip(to, how), length, Strip.of(spill, 0));
      }
    }
  }

  /// The lanes, each of them one box.
  private Chunks chunks(int axis) {
    long[] steps =
        IntStream.range(0, view.rank()).mapToLong(k -> k == axis ? view.size(k) : 1).toArray();
    return Partition.chunks(view.shape(), Order.C, Shape.of(steps));
  }

  // ---- lanes on the disk

  /// @param reads whether the source's layout says which lanes lie across one another, else the
  ///   target's
  private void transposed(int axis, boolean reads) {
    Items one = reads ? view : target;
    Items other = reads ? target : view;
    Strided[] others = LoopAxes.ascending(others(one, axis), others(other, axis));
    long stride = Math.abs(one.strided().stride(axis));
    long[] steps =
        IntStream.range(0, others[0].rank())
            .mapToLong(k -> Math.abs(others[0].stride(k)) < stride ? others[0].shape().size(k) : 1)
            .toArray();
    Chunks groups = Partition.chunks(others[0].shape(), Order.C, Shape.of(steps));
    long length = view.size(axis);
    long lanes = Shape.of(steps).itemCount();
    boolean fits = costs.sorted() >= length;
    Execution how = how(fits ? 3 : 4);
    long bytes = lanes * length * view.itemsize();
    try (Spill spill = disk.make(bytes + (fits ? 0 : length * view.itemsize()))) {
      Transposition lanesOnDisk = new Transposition(spill, length, lanes, costs.copied(), how);
      for (long k = 0; k < groups.count(); k++) {
        Items first = group(one, axis, others[0].slice(groups.box(k)));
        Items second = group(other, axis, others[1].slice(groups.box(k)));
        lanesOnDisk.store(reads ? first : second);
        if (fits) {
          sortStored(spill, lanes, length, how);
        } else {
          Strip runs = Strip.of(spill, bytes);
          for (long lane = 0; lane < lanes; lane++) {
            Strip strip = Strip.of(spill, lane * length * view.itemsize());
            laneSort(how).sort(strip, strip, length, runs);
          }
        }
        lanesOnDisk.fetch(reads ? second : first);
      }
    }
  }

  private static Strided others(Items items, int axis) {
    int[] axes = IntStream.range(0, items.rank()).filter(k -> k != axis).toArray();
    return Layouts.select(items.strided(), items.strided().offset(), axes);
  }

  private static Items group(Items items, int axis, Strided others) {
    return items.at(others.append(Layouts.select(items.strided(), 0, axis)));
  }

  private void sortStored(Spill spill, long lanes, long length, Execution how) {
    int threads = Math.clamp(costs.run(1) / length, 1, how.parallelism());
    long together = Math.max(1, costs.run(threads) / length);
    Strip strip = Strip.of(spill, 0);
    new Parts(how.withParallelism(threads), backings())
        .of(lanes * length)
        .runUnheld(
            Math.ceilDiv(lanes, together),
            (k, _) -> {
              long first = k * together;
              long count = Math.min(together, lanes - first);
              try (Block block = new Block(view.dtype(), count * length)) {
                Items items = block.items(0, Shape.of(count, length));
                strip.read(first * length, items);
                Sorting.along(items, 1, items, fields);
                strip.write(first * length, items);
              }
            });
  }

  // ---- how

  /// The execution of all passes, whose progress is that of one.
  private Execution how(int phases) {
    Execution execution = view.execution().withoutResults();
    LongConsumer listener = execution.progress();
    return listener == null ? execution : execution.withProgress(new Phases(listener, phases));
  }

  /// Pieces are copied on the thread that works on them.
  private static Strip strip(Items items, Execution how) {
    return Strip.of(items, how.withoutProgress().withParallelism(1));
  }

  private LaneSort laneSort(Execution how) {
    return new LaneSort(view.dtype(), columns, List.of(fields), costs, how, List.of(backings()));
  }

  private Backing[] backings() {
    return new Backing[] {view.backing(), target.backing()};
  }
}
