package io.ndmap.event;

import org.jspecify.annotations.Nullable;

/// The gate to the events: classes of `jdk.jfr` are loaded only behind it, because a runtime image
/// may lack that module.
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

  /// Whether events can be recorded in this JVM. A constant for compiled code.
  ///
  /// @return false where no class of `jdk.jfr` may be touched
  public static boolean isAvailable() {
    return PRESENT;
  }

  /// Begins the event of a bulk operation.
  ///
  /// @return null unless operations are being recorded
  public static @Nullable OperationEvent operation() {
    return PRESENT ? OperationEvent.begun() : null;
  }

  /// Records a fault of mapped memory.
  ///
  /// @param name the memory, usually a path
  /// @param cause what the JVM or the system said
  public static void fault(String name, Throwable cause) {
    if (PRESENT) {
      FaultEvent.record(name, cause);
    }
  }

  /// Records the use of memory that is not for use any more.
  ///
  /// @param name the memory, usually a path
  /// @param reason why it is not
  public static void lateAccess(String name, String reason) {
    if (PRESENT) {
      LateAccessEvent.record(name, reason);
    }
  }
}
