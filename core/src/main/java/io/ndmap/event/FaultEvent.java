package io.ndmap.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// A fault of mapped memory, as reported to the caller.
@Name("ndmap.Fault")
@Label("Mapping Fault")
@Description("Mapped memory could not be accessed; the caller got a MappingFaultException")
@Category("ndmap")
final class FaultEvent extends Event {

  @Label("Path")
  @Description("The file, or several of which one failed")
  String path = "";

  @Label("Cause")
  String cause = "";

  static void record(String path, Throwable cause) {
    FaultEvent event = new FaultEvent();
    if (event.isEnabled()) {
      event.path = path;
      event.cause = cause.toString();
      event.commit();
    }
  }
}
