package io.ndmap.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// An aligned word is stored as a whole, also by an ordinary store.
@JCStressTest
@Outcome(
    id = {"0, 0", "0, -1", "-1, 0", "-1, -1"},
    expect = Expect.ACCEPTABLE,
    desc = "Whole words.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Halves of words.")
@State
public class WholeWord {

  private static final Slots SLOTS = new Slots("<u8");

  private final int slot = SLOTS.take();

  @Actor
  public void writer() {
    SLOTS.table().set(slot, 0, -1);
    SLOTS.items().set(slot, 1, -1);
  }

  @Actor
  public void reader(JJ_Result result) {
    result.r1 = SLOTS.items().get(slot, 0);
    result.r2 = SLOTS.table().get(slot, 1);
  }
}
