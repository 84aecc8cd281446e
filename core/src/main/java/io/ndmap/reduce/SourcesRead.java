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

/// The items that are read by what is computed. Of the largest of them it is told what is passed,
/// so that its pages are given back.
final class SourcesRead {

  private final Backing[] backings;
  private final int largest;

  /// @param first which of some layouts is that of the first source
  SourcesRead(int first, Items... sources) {
    this.backings = Arrays.stream(sources).map(Items::backing).toArray(Backing[]::new);
    int most = 0;
    for (int k = 1; k < sources.length; k++) {
      most = reach(sources[k]) > reach(sources[most]) ? k : most;
    }
    this.largest = first + most;
    // That of the first one is told what is passed.
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

  /// The items of some results in all layouts, the results along the first axis.
  ///
  /// @param starts where the first items of results are, as [COrder#forEachRun] hands them over
  /// @param at those of the first result
  /// @param count how many results
  /// @param items those of a result, from byte 0 on
  static Strided[] box(COrder starts, long[] at, int count, Strided... items) {
    Strided[] box = new Strided[items.length];
    for (int k = 0; k < box.length; k++) {
      box[k] = Strided.of(at[k], Shape.of(count), starts.stride(k)).append(items[k]);
    }
    return box;
  }

  /// Tells that all items of some layouts have been read.
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
