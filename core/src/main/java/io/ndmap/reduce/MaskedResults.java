package io.ndmap.reduce;

import io.ndmap.axes.COrder;
import io.ndmap.axes.FlatRange;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.dtype.DType;
import io.ndmap.elementwise.TileResults;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Run;
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

/// Reduces what is computed meanwhile where a mask is true that is computed meanwhile, too, in the
/// ways of [MaskedReduction], so that results have the same bits.
public final class MaskedResults {

  private final TileResults values;
  private final TileResults mask;
  private final Items like;
  private final Reduction op;
  private final Items[] sources;

  // 0: of the values, 1: of the mask, from 2 on: of what is read for the values, then for the mask.
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

  /// A new array.
  ///
  /// @param like where the values would be, and what is done with them
  /// @param mask of `bool`, its sources of the shape of the values
  /// @param maskLike where the mask would be, broadcast to that shape
  /// @param axes which to reduce, all if there are none
  /// @throws IllegalArgumentException if an index is wanted, or an extreme where nothing is
  ///   selected
  public static Items of(
      TileResults values, Items like, TileResults mask, Items maskLike, Reduction op, int... axes) {
    DType dtype = Folds.result(like, op);
    Shape shape = like.shape();
    boolean[] isReduced = MaskedReduction.reduced(shape, op, axes);
    if (AxisReduction.needsItems(op)) {
      Execution quiet = like.execution().withoutProgress().withoutResults();
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
      NaNResults.settle(target);
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

  /// The same items in the order in which [LoopAxes#ascending] has those of the first layout, their
  /// axes not merged.
  private static Strided[] ascending(Strided[] layouts) {
    Strided leader = layouts[0];
    Strided[] turned = layouts;
    for (int axis = 0; axis < leader.rank(); axis++) {
      int at = axis;
      turned = leader.stride(axis) < 0 ? each(turned, layout -> layout.flip(at)) : turned;
    }
    int[] axes = Layouts.descending(leader);
    return each(turned, layout -> layout.transpose(axes));
  }

  private static Strided[] each(Strided[] layouts, UnaryOperator<Strided> change) {
    return Arrays.stream(layouts).map(change).toArray(Strided[]::new);
  }

  /// @param from where they are in the first of some layouts
  private static Strided[] shifted(Strided[] layouts, long... from) {
    Strided[] all = new Strided[layouts.length];
    Arrays.setAll(all, k -> layouts[k].shift(from[k]));
    return all;
  }

  // ---- a result of many items

  private Fold whole(Strided[] items) {
    long count = items[0].shape().itemCount();
    if (count == 0) {
      return Folds.of(like, op);
    }
    Strided[] own = items[0].rank() > 0 ? items : each(items, layout -> layout.newAxis(0));
    Pass pass = Pass.of(own[0], own[1]);
    int parts = Math.toIntExact(pass.parts());
    long[] ends = new long[parts + 1];
    for (int k = 0; k < parts; k++) {
      ends[k + 1] = ends[k] + pass.part(k)[0].shape().itemCount();
    }
    Strided[] read = Arrays.copyOfRange(own, 2, own.length);
    Backing[] backings = Arrays.stream(sources).map(Items::backing).toArray(Backing[]::new);
    return new Parts(like.execution(), sources)
        .of(
            parts,
            count,
            k -> ComputedReduction.rows(read, ends[(int) k], ends[(int) k + 1]),
            backings)
        .reduce(
            parts,
            k -> {
              try (Selected selected = new Selected()) {
                FlatRange.forEachBox(own, ends[(int) k], ends[(int) k + 1], selected::take);
                return selected.fold();
              }
            },
            (first, second) -> {
              first.merge(second);
              return first;
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
              try (Selected selected = new Selected()) {
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

  /// Hands selected values to a fold.
  private final class Selected implements AutoCloseable {
    private final Fold fold = Folds.of(like, op);
    private final int itemsize = like.itemsize();
    private final int read = values.sources().length;
    private final MaskedFeed feed;
    private final byte[] flags = new byte[Pass.PART];
    private final MemorySegment selected = MemorySegment.ofArray(flags);
    private int flagged;
    private int taken;
    private @Nullable Items target;
    private long next;
    private long step;
    private long count = Long.MAX_VALUE;
    private long left = Long.MAX_VALUE;

    Selected() {
      this.feed = new MaskedFeed(like.at(Strided.contiguous(Shape.of(0), itemsize, Order.C)), fold);
    }

    /// Results go into a target.
    ///
    /// @param at where the next one goes
    /// @param step bytes from one to the next
    /// @param count how many values each is of
    void into(Items target, long at, long step, long count) {
      this.target = target;
      this.next = at;
      this.step = step;
      this.count = count;
      this.left = count;
    }

    /// Takes the next values.
    ///
    /// @param box of at most a part's items in all layouts
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

    private void flag(Run results, int items) {
      MemorySegment.copy(results.memory(), results.at(), selected, flagged, items);
      flagged += items;
    }

    private void select(Run results, int items) {
      for (int done = 0; done < items; ) {
        int some = (int) Math.min(left, items - done);
        long from = results.at() + (long) done * itemsize;
        feed.run(results.memory(), from, itemsize, some, selected, taken, 1);
        done += some;
        taken += some;
        left -= some;
        if (left == 0 && target != null) {
          feed.end();
          fold.store(op, target, next);
          fold.clear();
          next += step;
          left = count;
        }
      }
    }

    /// The fold of all values taken, if no target was given.
    Fold fold() {
      feed.end();
      return fold;
    }

    @Override
    public void close() {
      feed.close();
    }
  }
}
