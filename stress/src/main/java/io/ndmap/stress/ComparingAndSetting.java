package io.ndmap.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJJ_Result;

/// Two threads replace the same value; one succeeds.
@JCStressTest
@Outcome(
    id = {"true, 1, 1", "false, 0, 2"},
    expect = Expect.ACCEPTABLE,
    desc = "One replaced it, and the other saw that.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both or none.")
@State
public class ComparingAndSetting {

  private static final Slots SLOTS = new Slots("<u8");

  private final int slot = SLOTS.take();

  @Actor
  public void first(ZJJ_Result result) {
    result.r1 = SLOTS.items().compareAndSet(slot, 0, 0, 1);
  }

  @Actor
  public void second(ZJJ_Result result) {
    result.r2 = SLOTS.items().compareAndExchange(slot, 0, 0, 2);
  }

  @Arbiter
  public void what(ZJJ_Result result) {
    result.r3 = SLOTS.items().get(slot, 0);
  }
}
