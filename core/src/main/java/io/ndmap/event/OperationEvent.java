package io.ndmap.event;

import io.ndmap.memory.ProvidedMemory;
import io.ndmap.memory.Scratch;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/// One pass of a bulk operation through its operands, recorded by the calling thread.
@Name("ndmap.Operation")
@Label("Bulk Operation")
@Description("A pass of a bulk operation through its operands")
@Category("ndmap")
@Threshold("20 ms")
@StackTrace(false)
public final class OperationEvent extends Event {

  /// Counts the staging buffers that all threads of the operation lease.
  private transient @Nullable LongAdder buffers;

  private transient long faultsBefore;

  @Label("Operation")
  @Description("Class and method that the caller called, such as NdView.sum")
  String name = "";

  @Label("Path")
  @Description("The files of the operands; empty for memory alone")
  String path = "";

  @Label("Data Types")
  @Description("The dtype of each operand")
  String dtype = "";

  @Label("Layouts")
  @Description("Shape and byte strides of each operand")
  String layout = "";

  @Label("Bytes")
  @Description("The bytes of the elements of all operands")
  @DataAmount
  long bytes;

  @Label("Threads")
  @Description("The maximum number of threads that run the parts")
  int threads;

  @Label("Parts")
  long parts;

  @Label("In Place")
  @Description(
      "Whether all operands are contiguous, little-endian and in memory that the caller cannot"
          + " close")
  boolean inPlace;

  @Label("Buffers")
  @Description("The number of buffers for copies of elements and intermediate results")
  long tiles;

  @Label("Major Faults")
  @Description("Major page faults of the calling thread; -1 where the system does not say")
  long majorFaults;

  @Label("Succeeded")
  boolean succeeded;

  private OperationEvent() {
    // Made by begun().
  }

  static @Nullable OperationEvent begun() {
    OperationEvent event = new OperationEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.buffers = new LongAdder();
    event.faultsBefore = ProvidedMemory.majorFaults();
    event.begin();
    return event;
  }

  /// Runs a part of the operation and counts its staging buffers, on any thread.
  ///
  /// @param part the work
  public void counting(Runnable part) {
    Scratch.counting(Objects.requireNonNull(buffers), part);
  }

  /// Ends the event, and returns whether the operation took long enough to be recorded.
  ///
  /// @return whether to call [#record]
  public boolean hasEnded() {
    end();
    return shouldCommit();
  }

  /// Records the operation.
  ///
  /// @param operands the operands of the operation
  /// @param threads the maximum number of threads that share the parts
  /// @param parts the number of parts
  /// @param succeeded false if the operation threw an exception
  public void record(OperandTexts operands, int threads, long parts, boolean succeeded) {
    name = CalledMethod.name();
    path = operands.path();
    dtype = operands.dtype();
    layout = operands.layout();
    bytes = operands.bytes();
    this.threads = threads;
    this.parts = parts;
    tiles = Objects.requireNonNull(buffers).sum();
    inPlace = operands.inPlace();
    long faults = ProvidedMemory.majorFaults();
    majorFaults = faults < 0 ? -1 : faults - faultsBefore;
    this.succeeded = succeeded;
    commit();
  }
}
