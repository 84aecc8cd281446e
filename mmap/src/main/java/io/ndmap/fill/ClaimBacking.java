package io.ndmap.fill;

import io.ndmap.op.Backing;

/// The memory of a claimed chunk, which is for use until the claim ends.
final class ClaimBacking extends Backing {

  private final Backing file;
  private final String name;

  ClaimBacking(Backing file, long chunk) {
    this.file = file;
    this.name = file.name() + ", chunk " + chunk;
  }

  @Override
  public String name() {
    return name;
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

  /// Ends the use of the views.
  void end() {
    retire();
  }
}
