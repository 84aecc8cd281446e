package io.ndmap.nd;

import io.ndmap.axes.Broadcast;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;

/// Passes the runs of one or two views to user loops.
final class RunIteration {

  private RunIteration() {}

  /// Passes the runs of one view: by one thread in memory order, by several threads part by part.
  static void forEach(Items view, RunConsumer consumer) {
    MemorySegment memory = view.segment();
    if (view.itemCount() == 0) {
      return;
    }
    Pass pass = Pass.of(view.strided());
    Parts.of(view.execution(), pass, view)
        .runUnpinned(
            pass.parts(),
            (k, _) -> {
              Strided[] part = pass.part(k);
              long stride = innermost(part[0]);
              Pass.forEachRun(part, (at, count) -> consumer.accept(memory, at[0], stride, count));
            });
  }

  /// Passes the runs of two views: by one thread in the memory order of the first view, by several
  /// threads part by part.
  ///
  /// @param other a view that can be broadcast to the shape of the first view
  static void forEach(Items view, Items other, RunPairConsumer consumer) {
    MemorySegment memory = view.segment();
    MemorySegment otherMemory = other.segment();
    Strided layout = Broadcast.to(other.strided(), view.shape());
    if (view.itemCount() == 0) {
      return;
    }
    Pass pass = Pass.of(view.strided(), layout);
    Parts.of(view.execution(), pass, view, other)
        .runUnpinned(
            pass.parts(),
            (k, _) -> {
              Strided[] part = pass.part(k);
              long stride = innermost(part[0]);
              long otherStride = innermost(part[1]);
              Pass.forEachRun(
                  part,
                  (at, count) ->
                      consumer.accept(
                          memory, at[0], stride, otherMemory, at[1], otherStride, count));
            });
  }

  /// The stride of the last axis, along which the runs of a part extend.
  private static long innermost(Strided part) {
    return part.stride(part.rank() - 1);
  }
}
