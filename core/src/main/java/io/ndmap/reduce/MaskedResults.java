package io.ndmap.reduce;

import io.ndmap.axes.COrder;
import io.ndmap.axes.FlatBoxes;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.dtype.DType;
import io.ndmap.elementwise.TileResults;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Span;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reduces the computed values that a computed mask selects. Values and mask are computed tile by
/// tile and never form an array. The folds take the values as in [MaskedReduction], so that results
/// have the same bits.
public final class MaskedResults {

  private final TileResults values;
  private final TileResults mask;
  private final Items like;
  private final Reduction op;
  private final Items[] sources;

  // The layouts of the values, the mask, the sources of the values, and the sources of the mask.
  private final Strided[] layouts;

  private MaskedResults(
      TileResults values, Items like, TileResults mask, Items maskLike, Reduction op) {
    this.values = values;
    this.mask = mask;
    this.like = like.at(like.strided(), like.dtype().withByteOrder(ByteOrder.LITTLE_ENDIAN));
    this.op = op;
    this.sources =
        Stream.of(values, mask)
            .flatMap(computed -> Arrays.stream(computed.sources()))
            .toArray(Items[]::new);
    this.layouts =
        Stream.concat(Stream.of(like, maskLike), Arrays.stream(sources))
            .map(Items::strided)
            .toArray(Strided[]::new);
  }

  /// Returns the results in a new array.
  ///
  /// @param like describes the array that the values would form: its dtype, layout and execution
  /// @param mask the mask, of dtype `bool`; its sources have the shape of the values
  /// @param maskLike describes the array that the mask would form, broadcast to the shape of the
  ///   values
  /// @param axes the axes to reduce; all if empty
  /// @throws IllegalArgumentException for argmin and argmax, if a minimum or maximum has no
  ///   selected element, or if an axis is given twice
  /// @throws IndexOutOfBoundsException if an axis does not exist
  /// @throws io.ndmap.dtype.DTypeException if the dtype has no such reduction
  public static Items of(
      TileResults values, Items like, TileResults mask, Items maskLike, Reduction op, int... axes) {
    DType dtype = Folds.result(like, op);
    Shape shape = like.shape();
    boolean[] isReduced = MaskedReduction.reduced(shape, op, axes);
    if (AxisReduction.needsItems(op)) {
      Execution quiet = like.execution().withoutProgress().withoutAllocator();
      Items flags = maskLike.on(quiet).at(Strided.contiguous(shape, 1, Order.C));
      MaskedReduction.requireItems(ComputedAxes.of(mask, flags, Reduction.ANY, axes), shape, op);
    }
    MaskedResults results = new MaskedResults(values, like, mask, maskLike, op);
    int[] kept = AxisReduction.where(isReduced, false);
    Items[] read = results.sources;
    Shape left = Layouts.select(like.strided(), 0, kept).shape();
    Items target = read[0].on(like.execution()).result(dtype, left, Order.C, read);
    if (target.itemCount() > 0) {
      results.into(target, kept, AxisReduction.where(isReduced, true));
      NaNResults.canonicalize(target);
    }
    return target;
  }

  private void into(Items target, int[] kept, int[] reduced) {
    Strided[] items = ascending(each(layouts, layout -> Layouts.select(layout, 0, reduced)));
    Strided[] starts = Arrays.copyOf(layouts, layouts.length + 1);
    starts[layouts.length] = target.strided();
    for (int k = 0; k < layouts.length; k++) {
      starts[k] = Layouts.select(layouts[k], layouts[k].offset(), kept);
    }
    long count = items[0].shape().itemCount();
    if (count == 0 || count > Pass.PART || target.itemCount() == 1) {
      new COrder(starts)
          .forEachRun(
              0,
              target.itemCount(),
              1,
              (at, _) -> whole(shifted(items, at)).store(op, target, at[layouts.length]));
    } else {
      alone(target, items, new COrder(starts));
    }
  }

  /// Flips and orders axes as [LoopAxes#ascending] does for the first layout, but does not merge
  /// them.
  private static Strided[] ascending(Strided[] layouts) {
    Strided leader = layouts[0];
    Strided[] flipped = layouts;
    for (int axis = 0; axis < leader.rank(); axis++) {
      int at = axis;
      flipped = leader.stride(axis) < 0 ? each(flipped, layout -> layout.flip(at)) : flipped;
    }
    int[] axes = Layouts.descending(leader);
    return each(flipped, layout -> layout.transpose(axes));
  }

  private static Strided[] each(Strided[] layouts, UnaryOperator<Strided> change) {
    return Arrays.stream(layouts).map(change).toArray(Strided[]::new);
  }

  /// @param from the byte offsets to add, one for each layout; further offsets are ignored
  private static Strided[] shifted(Strided[] layouts, long... from) {
    Strided[] all = new Strided[layouts.length];
    Arrays.setAll(all, k -> layouts[k].shift(from[k]));
    return all;
  }

  // ---- a result of many elements

  private Fold whole(Strided[] items) {
    long count = items[0].shape().itemCount();
    if (count == 0) {
      return Folds.of(like, op);
    }
    Strided[] own = items[0].rank() > 0 ? items : each(items, layout -> layout.newAxis(0));
    Pass pass = Pass.of(own[0], own[1]);
    long parts = pass.parts();
    Strided[] read = Arrays.copyOfRange(own, 2, own.length);
    Backing[] backings = Arrays.stream(sources).map(Items::backing).toArray(Backing[]::new);
    return WholeReduction.inParts(
        new Parts(like.execution(), sources)
            .of(
                parts,
                count,
                k -> ComputedReduction.rows(read, pass.first(k), pass.first(k + 1)),
                backings),
        parts,
        () -> Folds.of(like, op),
        (fold, k) -> {
          try (Selected selected = new Selected(fold)) {
            FlatBoxes.forEachBox(own, pass.first(k), pass.first(k + 1), selected::take);
            selected.input.end();
          }
        });
  }

  // ---- one result after the other

  private void alone(Items target, Strided[] items, COrder starts) {
    long count = items[0].shape().itemCount();
    long group = Math.max(1, Pass.PART / count);
    long results = target.itemCount();
    SourcesRead read = new SourcesRead(2, sources);
    read.parts(like.execution())
        .runWalks(
            Math.ceilDiv(results, group),
            (part, walk) -> {
              try (Selected selected = new Selected(Folds.of(like, op))) {
                starts.forEachRun(
                    part * group,
                    Math.min(group, results - part * group),
                    Integer.MAX_VALUE,
                    (at, n) -> {
                      Strided[] box = SourcesRead.box(starts, at, n, items);
                      selected.into(target, at[items.length], starts.stride(items.length), count);
                      selected.take(box);
                      read.passed(box, walk);
                    });
              }
            });
  }

  /// Passes selected values to a fold.
  private final class Selected implements AutoCloseable {
    private final Fold fold;
    private final int itemsize = like.itemsize();
    private final int read = values.sources().length;
    private final MaskedFoldInput input;
    // The mask of the values of a box.
    private final byte[] flags = new byte[Pass.PART];
    private final MemorySegment selected = MemorySegment.ofArray(flags);
    // The number of values of the box whose mask is computed.
    private int flagged;
    // The number of values of the box that are passed to the fold.
    private int taken;
    private @Nullable Items target;
    private long next;
    private long step;
    private long count = Long.MAX_VALUE;
    // The number of values that the current result still lacks.
    private long left = Long.MAX_VALUE;

    Selected(Fold fold) {
      this.fold = fold;
      this.input =
          new MaskedFoldInput(like.at(Strided.contiguous(Shape.of(0), itemsize, Order.C)), fold);
    }

    /// Sets the target of the results.
    ///
    /// @param at byte offset of the next result
    /// @param step bytes from one result to the next
    /// @param count the number of values of each result
    void into(Items target, long at, long step, long count) {
      this.target = target;
      this.next = at;
      this.step = step;
      this.count = count;
      this.left = count;
    }

    /// Takes the next values.
    ///
    /// @param box the layouts of the values, the mask and the sources; at most [Pass#PART] elements
    void take(Strided[] box) {
      flagged = 0;
      taken = 0;
      mask.forEach(of(box, 1, 2 + read, box.length), this::flag);
      values.forEach(of(box, 0, 2, 2 + read), this::select);
    }

    private static Strided[] of(Strided[] box, int first, int from, int to) {
      Strided[] some = new Strided[to - from + 1];
      some[0] = box[first];
      System.arraycopy(box, from, some, 1, to - from);
      return LoopAxes.merged(some);
    }

    /// Takes computed mask values.
    private void flag(Span results, int items) {
      MemorySegment.copy(results.memory(), results.at(), selected, flagged, items);
      flagged += items;
    }

    /// Takes computed values, and passes the selected values to the fold.
    private void select(Span results, int items) {
      for (int done = 0; done < items; ) {
        int some = (int) Math.min(left, items - done);
        long from = results.at() + (long) done * itemsize;
        input.run(results.memory(), from, itemsize, some, selected, taken, 1);
        done += some;
        taken += some;
        left -= some;
        if (left == 0 && target != null) {
          input.end();
          fold.store(op, target, next);
          fold.clear();
          next += step;
          left = count;
        }
      }
    }

    @Override
    public void close() {
      input.close();
    }
  }
}
