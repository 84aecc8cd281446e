package io.ndmap.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// Volatile accesses have one order: of two that store and then read the other's element, one sees
/// the other's store.
@JCStressTest
@Outcome(
    id = {"0, 1", "1, 0", "1, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "One or both see the other.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Neither does.")
@State
public class StoreBuffer {

  private static final Slots SLOTS = new Slots("<u8");

  private final int slot = SLOTS.take();

  @Actor
  public void first(JJ_Result result) {
    SLOTS.items().setVolatile(slot, 0, 1);
    result.r1 = SLOTS.items().getVolatile(slot, 1);
  }

  @Actor
  public void second(JJ_Result result) {
    SLOTS.items().setVolatile(slot, 1, 1);
    result.r2 = SLOTS.items().getVolatile(slot, 0);
  }
}
