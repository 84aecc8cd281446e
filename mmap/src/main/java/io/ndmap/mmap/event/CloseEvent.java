package io.ndmap.mmap.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/// The memory of a file was released, after the last lease and the last running operation. It may
/// stay mapped longer, as [io.ndmap.mmap.NpyFile#close()] states.
@Name("ndmap.Close")
@Label("Close File")
@Description(
    "The memory of a file was released, after the last lease and the last running operation")
@Category("ndmap")
@StackTrace(false)
public final class CloseEvent extends Event {

  private final transient long began = System.nanoTime();

  @Label("Path")
  String path = "";

  @Label("Bytes")
  @Description("The size of the data")
  @DataAmount
  long bytes;

  @Label("Wait for Leases")
  @Description("From close() to the end of the last lease; 0 without leases")
  @Timespan
  long leasesWaited;

  @Label("Last Holder")
  @Description("The lease that ended last; empty without leases")
  String lastHolder = "";

  @Label("Wait for Operations")
  @Description("How long running bulk operations pinned the memory")
  @Timespan
  long operationsWaited;

  static @Nullable CloseEvent begun() {
    return Beginning.of(new CloseEvent());
  }

  /// Returns the time since the event began.
  ///
  /// @return the time in nanoseconds
  public long elapsed() {
    return System.nanoTime() - began;
  }

  /// Ends the event and records it.
  public void record(
      String path, long bytes, long leasesWaited, String lastHolder, long operationsWaited) {
    end();
    if (shouldCommit()) {
      this.path = path;
      this.bytes = bytes;
      this.leasesWaited = leasesWaited;
      this.lastHolder = lastHolder;
      this.operationsWaited = operationsWaited;
      commit();
    }
  }
}
