package io.ndmap.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// An access to a file, a view or a claim that is already closed.
@Name("ndmap.LateAccess")
@Label("Late Access")
@Description("Memory was used after its file was closed; the caller got a FileClosedException")
@Category("ndmap")
final class LateAccessEvent extends Event {

  @Label("Path")
  String path = "";

  @Label("Reason")
  @Description("Why the memory can no longer be used")
  String reason = "";

  static void record(String path, String reason) {
    LateAccessEvent event = new LateAccessEvent();
    if (event.isEnabled()) {
      event.path = path;
      event.reason = reason;
      event.commit();
    }
  }
}
