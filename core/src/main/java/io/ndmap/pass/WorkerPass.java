package io.ndmap.pass;

import io.ndmap.layout.Strided;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/// Passes all elements of a view to workers, which accumulate them. There is one worker for each
/// simultaneously active thread, whatever the number of parts. The merged result must not depend on
/// which worker processed which part.
///
/// @param <W> type of the workers
public final class WorkerPass<W extends WorkerPass.Worker> {

  /// Accumulates runs of elements.
  public interface Worker {

    /// Accumulates the next elements.
    ///
    /// @param at byte offset of the first element
    /// @param stride bytes from one element to the next
    /// @param count the number of elements
    void run(MemorySegment segment, long at, long stride, int count);

    /// Processes buffered elements at the end of a part.
    void end();
  }

  private final Supplier<W> make;
  private final Deque<W> idle = new ArrayDeque<>();
  private final List<W> all = new ArrayList<>();

  private WorkerPass(Supplier<W> make) {
    this.make = make;
  }

  /// Passes all elements of a view to workers.
  ///
  /// @return the workers; empty if there are no elements
  public static <W extends Worker> List<W> pass(Items view, Supplier<W> make) {
    WorkerPass<W> workers = new WorkerPass<>(make);
    if (view.itemCount() > 0) {
      Pass pass = Pass.of(view.strided());
      MemorySegment segment = view.seen();
      new Parts(view.execution(), view)
          .of(pass, view.backing())
          .run(pass.parts(), k -> workers.run(segment, pass.part(k)));
    }
    return workers.all;
  }

  private void run(MemorySegment segment, Strided[] part) {
    W worker = take();
    long stride = part[0].stride(part[0].rank() - 1);
    Pass.forEachRun(part, (at, count) -> worker.run(segment, at[0], stride, count));
    worker.end();
    give(worker);
  }

  private synchronized W take() {
    if (idle.isEmpty()) {
      W worker = make.get();
      all.add(worker);
      return worker;
    }
    return idle.pop();
  }

  private synchronized void give(W worker) {
    idle.push(worker);
  }
}
