package io.ndmap.mmap.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A compressed member of an archive was inflated into memory.
@Name("ndmap.Inflate")
@Label("Inflate Member")
@Description("A compressed member of an archive was inflated into memory")
@Category("ndmap")
@StackTrace(false)
public final class InflateEvent extends Event {

  @Label("Path")
  @Description("Archive and member")
  String path = "";

  @Label("Bytes")
  @Description("The size of the elements")
  @DataAmount
  long bytes;

  static @Nullable InflateEvent begun() {
    return Beginning.of(new InflateEvent());
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
