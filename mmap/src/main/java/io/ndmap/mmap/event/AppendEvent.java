package io.ndmap.mmap.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Rows were appended to a file.
@Name("ndmap.Append")
@Label("Append Rows")
@Description("Rows were appended to a file")
@Category("ndmap")
@StackTrace(false)
public final class AppendEvent extends Event {

  @Label("Path")
  String path = "";

  @Label("Rows")
  @Description("The rows that were appended")
  long rows;

  @Label("Length")
  @Description("The rows of the file afterwards")
  long length;

  @Label("Durable")
  @Description("Whether they were forced to the disk")
  boolean durable;

  static @Nullable AppendEvent begun() {
    return Beginning.of(new AppendEvent());
  }

  /// Ends the event and records it.
  public void record(String path, long rows, long length, boolean durable) {
    end();
    if (shouldCommit()) {
      this.path = path;
      this.rows = rows;
      this.length = length;
      this.durable = durable;
      commit();
    }
  }
}
