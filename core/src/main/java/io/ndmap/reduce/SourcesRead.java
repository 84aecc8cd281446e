package io.ndmap.reduce;

import io.ndmap.axes.COrder;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Walk;
import java.util.Arrays;

/// The sources of computed values. Reports to a [Walk] which elements of the largest source were
/// read, so that the walk can release their pages.
final class SourcesRead {

  private final Backing[] backings;
  private final int largest;

  /// @param first the index of the first source's layout in the layouts of a box
  SourcesRead(int first, Items... sources) {
    this.backings = Arrays.stream(sources).map(Items::backing).toArray(Backing[]::new);
    int most = 0;
    for (int k = 1; k < sources.length; k++) {
      most = reach(sources[k]) > reach(sources[most]) ? k : most;
    }
    this.largest = first + most;
    // A walk releases pages of the first backing.
    Backing backing = backings[most];
    backings[most] = backings[0];
    backings[0] = backing;
  }

  private static long reach(Items items) {
    return items.reached().byteSize();
  }

  Parts parts(Execution execution) {
    return new Parts(execution, backings);
  }

  /// Returns the layouts of the elements of some results; the first axis iterates over the results.
  ///
  /// @param starts iterates over the first elements of results
  /// @param at the byte offset, in each layout, of the first element of the first result
  /// @param count the number of results
  /// @param items the layouts of the elements of one result, from byte 0
  static Strided[] box(COrder starts, long[] at, int count, Strided... items) {
    Strided[] box = new Strided[items.length];
    for (int k = 0; k < box.length; k++) {
      box[k] = Strided.of(at[k], Shape.of(count), starts.stride(k)).append(items[k]);
    }
    return box;
  }

  /// Reports that all elements of some layouts have been read.
  void passed(Strided[] box, Walk walk) {
    COrder read = new COrder(box[largest]);
    long stride = read.stride(0);
    read.forEachRun(
        0,
        box[largest].shape().itemCount(),
        Integer.MAX_VALUE,
        (at, n) -> walk.pass(at[0], stride, n));
  }
}
