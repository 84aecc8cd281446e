package io.ndmap.stress;

import io.ndmap.nd.LongView;
import io.ndmap.sync.PublicationCell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/// A reader of a publication cell sees all of an update or nothing of it.
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "As it was created.")
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "As it was published.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Torn, or under a wrong version.")
@State
public class Cell {

  private static final Slots SLOTS = new Slots("<u8");
  private static final Slots PRIVATE = new Slots("<u8");

  private final int slot = SLOTS.take();

  private final LongView row = SLOTS.table().index(0, slot).slice(0, 1, 8, 1);
  private final PublicationCell<LongView> cell =
      PublicationCell.of(row, SLOTS.table(), slot, 0).withAttempts(1_000_000);
  private final LongView mine = PRIVATE.table().index(0, PRIVATE.take()).slice(0, 1, 8, 1);

  @Actor
  public void writer() {
    var _ =
        cell.update(
            region -> {
              for (int i = 0; i < 7; i++) {
                region.set(i, 1);
              }
            });
  }

  @Actor
  public void reader(JJJ_Result result) {
    result.r1 = cell.read(mine);
    result.r2 = mine.get(0);
    result.r3 = mine.get(6);
  }
}
