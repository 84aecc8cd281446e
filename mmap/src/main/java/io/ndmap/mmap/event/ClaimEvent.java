package io.ndmap.mmap.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A participant of a fill claimed a chunk.
@Name("ndmap.Claim")
@Label("Claim Chunk")
@Description("A participant of a fill claimed a chunk")
@Category("ndmap")
@StackTrace(false)
public final class ClaimEvent extends Event {

  @Label("Path")
  @Description("The array")
  String path = "";

  @Label("Chunk")
  long chunk;

  @Label("Slot")
  @Description("The number of the participant")
  int slot;

  static @Nullable ClaimEvent begun() {
    return Beginning.of(new ClaimEvent());
  }

  /// Ends the event and records it.
  public void record(String path, long chunk, int slot) {
    end();
    if (shouldCommit()) {
      this.path = path;
      this.chunk = chunk;
      this.slot = slot;
      commit();
    }
  }
}
