package io.ndmap.fill;

import io.ndmap.memory.Aliased;
import io.ndmap.op.Backing;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The backing of the view of a claimed chunk. It ends with the claim: later uses of the view
/// throw.
final class ClaimBacking extends Backing implements Aliased {

  private final Backing file;
  private final String name;

  ClaimBacking(Backing file, long chunk) {
    super(file);
    this.file = file;
    this.name = file.name() + ", chunk " + chunk;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public @Nullable MemorySegment withoutArena(MemorySegment segment) {
    return file instanceof Aliased aliased ? aliased.withoutArena(segment) : null;
  }

  @Override
  public boolean isStable() {
    return file instanceof Aliased aliased && aliased.isStable();
  }

  @Override
  public void barrier() {
    file.barrier();
  }

  @Override
  public boolean isInUse() {
    return super.isInUse() && file.isInUse();
  }

  @Override
  protected String ending() {
    return "the claim has ended";
  }

  /// Prevents new bulk operations until [#goOn]; accesses to single elements are still possible.
  ///
  /// @throws IllegalStateException if a bulk operation is running, because its stores could follow
  ///   the commit; new operations are then not prevented
  void requireFree() {
    if (!suspend()) {
      throw new IllegalStateException(
          name + ": an operation on its view is still running; commit when it has returned");
    }
  }

  /// Permits new bulk operations again.
  void goOn() {
    resume();
  }

  /// Ends the use of the views, and waits until bulk operations have released the memory.
  void end() {
    retire();
    drain();
  }
}
