package io.ndmap.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/// No addition is lost, and no two threads are given the same number.
@JCStressTest
@Outcome(
    id = {"0, 1, 2", "1, 0, 2"},
    expect = Expect.ACCEPTABLE,
    desc = "One after the other.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost.")
@State
public class Adding {

  private static final Slots SLOTS = new Slots("<u8");

  private final int slot = SLOTS.take();

  @Actor
  public void first(JJJ_Result result) {
    result.r1 = SLOTS.items().getAndAdd(slot, 0, 1);
  }

  @Actor
  public void second(JJJ_Result result) {
    result.r2 = SLOTS.items().addAndGet(slot, 0, 1) - 1;
  }

  @Arbiter
  public void sum(JJJ_Result result) {
    result.r3 = SLOTS.items().get(slot, 0);
  }
}
