package io.ndmap.event;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/// Entry point to the events. A runtime image may lack the module `jdk.jfr`. Therefore only this
/// class, after it has checked that the module is present, and the code that it calls load classes
/// of `jdk.jfr`.
public final class FlightRecording {

  /// Whether this JVM has the module `jdk.jfr` and this module reads it.
  private static final boolean PRESENT = isPresent();

  private FlightRecording() {}

  private static boolean isPresent() {
    try {
      Class<?> event =
          Class.forName("jdk.jfr.Event", false, FlightRecording.class.getClassLoader());
      return FlightRecording.class.getModule().canRead(event.getModule());
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /// Returns whether events may be recorded now. Before the recorder is initialized, no event is
  /// needed, and loading the first event class takes tens of milliseconds.
  ///
  /// @return false if no event class may be loaded
  public static boolean isAvailable() {
    return PRESENT && FlightRecorder.isInitialized();
  }

  /// Begins the event of a bulk operation.
  ///
  /// @return null unless operations are being recorded
  public static @Nullable OperationEvent operation() {
    return isAvailable() ? OperationEvent.begun() : null;
  }

  /// Records a fault of mapped memory.
  ///
  /// @param name name of the memory, usually a path
  /// @param cause the error of the JVM or the system
  public static void fault(String name, Throwable cause) {
    if (isAvailable()) {
      FaultEvent.record(name, cause);
    }
  }

  /// Records an access to memory that is no longer in use.
  ///
  /// @param name name of the memory, usually a path
  /// @param reason why the memory is no longer in use
  public static void lateAccess(String name, String reason) {
    if (isAvailable()) {
      LateAccessEvent.record(name, reason);
    }
  }
}
