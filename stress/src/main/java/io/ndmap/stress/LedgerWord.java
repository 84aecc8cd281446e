package io.ndmap.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// The ledger's word: who reads that a chunk is done, with acquire order, sees what is in it.
@JCStressTest
@Outcome(
    id = {"0, 0", "0, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "Not done.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Done and there.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Done, and not there.")
@State
public class LedgerWord {

  private static final Slots SLOTS = new Slots("<u8");

  private final int slot = SLOTS.take();

  @Actor
  public void owner() {
    SLOTS.table().set(slot, 5, 1);
    SLOTS.items().setRelease(slot, 0, 1);
  }

  @Actor
  public void reader(JJ_Result result) {
    result.r1 = SLOTS.items().getAcquire(slot, 0);
    result.r2 = SLOTS.table().get(slot, 5);
  }
}
