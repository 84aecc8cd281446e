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

/// Sorts arrays of any size in bounded memory. Slices that fit in memory are sorted in memory;
/// larger slices are sorted by an external merge sort with runs on disk.
///
/// Interleaved slices, such as the columns of an array in C order, are read and written together.
/// If memory holds so few slices that each page would be read or written more than three times, the
/// slices are copied to disk, where each slice is contiguous, sorted there, and copied back.
public final class ExternalSort {

  /// Bytes of a memory page, the unit in which mapped files are read.
  private static final long PAGE = 4096;

  /// The number of additional passes over the data if slices are copied to disk and back.
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
  /// @param axis the axis; negative to count from the end
  /// @param target an array of the same shape and dtype; it may be the same elements as the view
  ///   (in-place sort); any other overlap throws `OverlapException`
  /// @param memory the approximate number of bytes to use, on and off the heap
  /// @param disk makes temporary files
  /// @param fields for structured dtypes, the fields to compare first (NumPy's `order=`)
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

  /// Sorts all elements in C order, as `NdView.sorted`.
  ///
  /// @param view the array
  /// @param target an array of rank 1 with as many elements; it may be the same elements as the
  ///   view (in-place sort); any other overlap throws `OverlapException`
  /// @param memory the approximate number of bytes to use, on and off the heap
  /// @param disk makes temporary files
  /// @param fields for structured dtypes, the fields to compare first (NumPy's `order=`)
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

  /// Checks that the elements have an order, and that the fields exist.
  ///
  /// @param view the array
  /// @param fields for structured dtypes, the fields to compare first (NumPy's `order=`)
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
          ("%s shares bytes with the target, %s, at other places; sort into another array,"
                  + " or in place")
              .formatted(view.backing().name(), target.backing().name()));
    }
  }

  private void flat() {
    long count = view.itemCount();
    if (count <= costs.sorted()) {
      Sorting.flat(view, target, fields);
      return;
    }
    // A sort of numbers need not be stable, so the numbers may be read in memory order.
    Items from =
        NumberSort.has(view.dtype()) ? view.at(LoopAxes.ascending(view.strided())[0]) : view;
    Execution how = how(2);
    try (Spill spill = disk.make(count * view.itemsize())) {
      sliceSort(how).sort(strip(from, how), strip(target, how), count, Strip.of(spill, 0));
    }
  }

  private void along(int axis) {
    long fitting = costs.sorted() / view.size(axis);
    Interleaving reading = Interleaving.of(view, axis, fitting);
    Interleaving writing = Interleaving.of(target, axis, fitting);
    boolean reads = reading.passes >= writing.passes;
    if (Math.max(reading.passes, writing.passes) > PASSES + 1) {
      transposed(axis, reads);
    } else if (fitting > 0) {
      inMemory(axis, fitting, reads ? reading : writing);
    } else {
      oneByOne(axis);
    }
  }

  /// How slices are interleaved in memory.
  ///
  /// @param slices the number of slices that are interleaved with one another
  /// @param distance the bytes from an element to the nearest element of another slice, at least 1
  /// @param passes the number of times that each page is read or written
  private record Interleaving(long slices, long distance, long passes) {

    /// @param fitting the number of slices that fit in memory at a time
    static Interleaving of(Items items, int axis, long fitting) {
      long stride = Math.abs(items.strided().stride(axis));
      long slices = 1;
      long distance = stride;
      for (int k = 0; k < items.rank(); k++) {
        long step = Math.abs(items.strided().stride(k));
        if (k != axis && step < stride && step > 0) {
          slices *= items.size(k);
          distance = items.size(k) > 1 ? Math.min(distance, step) : distance;
        }
      }
      // If the sorted axis has stride 0, each slice repeats one element; avoid a division by 0.
      distance = Math.max(1, distance);
      long passes = 1;
      if (fitting < slices) {
        long together = Math.max(1, fitting);
        long bytes = Math.min(PAGE, together * Math.min(PAGE, distance));
        passes = Math.min(Math.ceilDiv(slices, together), Math.ceilDiv(PAGE, bytes));
      }
      return new Interleaving(slices, distance, passes);
    }
  }

  /// Sorts groups of slices in memory, on as many threads as memory allows.
  private void inMemory(int axis, long fitting, Interleaving reading) {
    // Threads should not share pages.
    long wide = Math.max(1, PAGE / reading.distance);
    long slices = reading.slices > 1 ? Math.min(wide, reading.slices) : 1;
    int threads = Math.clamp(fitting / slices, 1, view.execution().parallelism());
    Items from = view.on(view.execution().withParallelism(threads));
    Sorting.along(from, axis, target, costs.sorted() / threads, fields);
  }

  private void oneByOne(int axis) {
    Execution how = how(2);
    long length = view.size(axis);
    Chunks slices = chunks(axis);
    try (Spill spill = disk.make(length * view.itemsize())) {
      for (long k = 0; k < slices.count(); k++) {
        Items from = view.at(view.strided().slice(slices.box(k)));
        Items to = target.at(target.strided().slice(slices.box(k)));
        sliceSort(how).sort(strip(from, how), strip(to, how), length, Strip.of(spill, 0));
      }
    }
  }

  /// Divides the array into its slices along the axis: one box for each slice.
  private Chunks chunks(int axis) {
    long[] steps =
        IntStream.range(0, view.rank()).mapToLong(k -> k == axis ? view.size(k) : 1).toArray();
    return Partition.chunks(view.shape(), Order.C, Shape.of(steps));
  }

  // ---- slices on disk

  /// Sorts slices on disk. Each group of interleaved slices is copied to disk, sorted there, and
  /// copied to the target.
  ///
  /// @param reads whether a group has the slices that are interleaved in the source (true) or in
  ///   the target (false)
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
    long slices = Shape.of(steps).itemCount();
    boolean fits = costs.sorted() >= length;
    Execution how = how(fits ? 3 : 4);
    long bytes = slices * length * view.itemsize();
    try (Spill spill = disk.make(bytes + (fits ? 0 : length * view.itemsize()))) {
      Transposition transposition = new Transposition(spill, length, slices, costs.copied(), how);
      for (long k = 0; k < groups.count(); k++) {
        Items first = group(one, axis, others[0].slice(groups.box(k)));
        Items second = group(other, axis, others[1].slice(groups.box(k)));
        transposition.store(reads ? first : second);
        if (fits) {
          sortStored(spill, slices, length, how);
        } else {
          Strip runs = Strip.of(spill, bytes);
          for (long slice = 0; slice < slices; slice++) {
            Strip strip = Strip.of(spill, slice * length * view.itemsize());
            sliceSort(how).sort(strip, strip, length, runs);
          }
        }
        transposition.fetch(reads ? second : first);
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

  private void sortStored(Spill spill, long slices, long length, Execution how) {
    int threads = Math.clamp(costs.run(1) / length, 1, how.parallelism());
    long together = Math.max(1, costs.run(threads) / length);
    Strip strip = Strip.of(spill, 0);
    new Parts(how.withParallelism(threads), backings())
        .of(slices * length)
        .runUnpinned(
            Math.ceilDiv(slices, together),
            (k, _) -> {
              long first = k * together;
              long count = Math.min(together, slices - first);
              try (Block block = new Block(view.dtype(), count * length)) {
                Items items = block.items(0, Shape.of(count, length));
                strip.read(first * length, items);
                Sorting.along(items, 1, items, fields);
                strip.write(first * length, items);
              }
            });
  }

  // ---- how

  /// Returns the execution for all passes. It reports the progress of `phases` passes as the
  /// progress of a single pass.
  private Execution how(int phases) {
    Execution execution = view.execution().withoutAllocator();
    LongConsumer listener = execution.progress();
    return listener == null ? execution : execution.withProgress(new Phases(listener, phases));
  }

  /// Returns a strip over an array; the calling thread copies its pieces.
  private static Strip strip(Items items, Execution how) {
    return Strip.of(items, how.withoutProgress().withParallelism(1));
  }

  private SliceSort sliceSort(Execution how) {
    return new SliceSort(view.dtype(), columns, List.of(fields), costs, how, List.of(backings()));
  }

  private Backing[] backings() {
    return new Backing[] {view.backing(), target.backing()};
  }
}
