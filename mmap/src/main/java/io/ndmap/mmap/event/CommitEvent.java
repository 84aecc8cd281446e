package io.ndmap.mmap.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A chunk of a fill was marked as done.
@Name("ndmap.Commit")
@Label("Commit Chunk")
@Description("A chunk of a fill was marked as done")
@Category("ndmap")
@StackTrace(false)
public final class CommitEvent extends Event {

  @Label("Path")
  @Description("The array")
  String path = "";

  @Label("Chunk")
  long chunk;

  @Label("Slot")
  @Description("The number of the participant")
  int slot;

  @Label("Durable")
  @Description("Whether it was forced to the disk")
  boolean durable;

  static @Nullable CommitEvent begun() {
    return Beginning.of(new CommitEvent());
  }

  /// Ends the event and records it.
  public void record(String path, long chunk, int slot, boolean durable) {
    end();
    if (shouldCommit()) {
      this.path = path;
      this.chunk = chunk;
      this.slot = slot;
      this.durable = durable;
      commit();
    }
  }
}
