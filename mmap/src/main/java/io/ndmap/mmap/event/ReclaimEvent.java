package io.ndmap.mmap.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Chunks of a dead participant were reclaimed.
@Name("ndmap.Reclaim")
@Label("Reclaim Chunks")
@Description("Chunks of a dead participant were released")
@Category("ndmap")
@StackTrace(false)
public final class ReclaimEvent extends Event {

  @Label("Path")
  @Description("The array")
  String path = "";

  @Label("Slot")
  @Description("The number of the dead participant")
  int slot;

  @Label("Chunks")
  @Description("The number of chunks")
  long chunks;

  static @Nullable ReclaimEvent begun() {
    return Beginning.of(new ReclaimEvent());
  }

  /// Ends the event and records it.
  public void record(String path, int slot, long chunks) {
    end();
    if (shouldCommit()) {
      this.path = path;
      this.slot = slot;
      this.chunks = chunks;
      commit();
    }
  }
}
