package io.ndmap.mmap.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/// Pages of a mapped file were loaded, or could not all be loaded, before their use.
@Name("ndmap.Populate")
@Label("Populate Pages")
@Description("Pages of a mapped file were loaded into memory before their use")
@Category("ndmap")
public final class PopulateEvent extends Event {

  @Label("Path")
  String path = "";

  @Label("Bytes")
  @Description("The number of bytes requested")
  @DataAmount
  long bytes;

  @Label("Complete")
  @Description("Whether all pages are in memory")
  boolean complete;

  static @Nullable PopulateEvent begun() {
    return Beginning.of(new PopulateEvent());
  }

  /// Ends the event and records it.
  public void record(String path, long bytes, boolean complete) {
    end();
    if (shouldCommit()) {
      this.path = path;
      this.bytes = bytes;
      this.complete = complete;
      commit();
    }
  }
}
