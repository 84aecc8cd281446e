package io.ndmap.mmap.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Stored elements were written to the disk.
@Name("ndmap.Force")
@Label("Force File")
@Description("Stored elements were written to the disk")
@Category("ndmap")
@StackTrace(false)
public final class ForceEvent extends Event {

  @Label("Path")
  String path = "";

  @Label("Bytes")
  @Description("The size of the mapping")
  @DataAmount
  long bytes;

  static @Nullable ForceEvent begun() {
    return Beginning.of(new ForceEvent());
  }

  /// Ends the event and records it.
  public void record(String path, long bytes) {
    end();
    if (shouldCommit()) {
      this.path = path;
      this.bytes = bytes;
      commit();
    }
  }
}
