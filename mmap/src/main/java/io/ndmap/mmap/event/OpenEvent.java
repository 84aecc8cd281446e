package io.ndmap.mmap.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/// A `.npy` file, a member of an archive or a tensor was mapped, or read into memory instead.
@Name("ndmap.Open")
@Label("Open File")
@Description("A .npy file, or a member of an archive, was mapped")
@Category("ndmap")
public final class OpenEvent extends Event {

  @Label("Path")
  String path = "";

  @Label("Mode")
  String mode = "";

  @Label("Data Type")
  String dtype = "";

  @Label("Shape")
  String shape = "";

  @Label("Memory Order")
  String order = "";

  @Label("Bytes")
  @Description("The size of the data")
  @DataAmount
  long bytes;

  @Label("Mapped")
  @Description("False where the file system maps no files and the data were read")
  boolean mapped;

  static @Nullable OpenEvent begun() {
    return Beginning.of(new OpenEvent());
  }

  /// Ends the event and records it.
  public void record(
      String path,
      String mode,
      String dtype,
      String shape,
      String order,
      long bytes,
      boolean mapped) {
    end();
    if (shouldCommit()) {
      this.path = path;
      this.mode = mode;
      this.dtype = dtype;
      this.shape = shape;
      this.order = order;
      this.bytes = bytes;
      this.mapped = mapped;
      commit();
    }
  }
}
