package io.ndmap.sync;

import io.ndmap.nd.IntView;
import io.ndmap.op.FileClosedException;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Atomic reads, in a stated order, of elements that other threads and processes change.
///
/// For dtypes whose carrier, the Java type of an element, is an `int`: `i4` and `u4`.
///
/// [AtomicInts] also changes elements.
///
/// | read | guarantee |
/// |---|---|
/// | `get` | an atomic read; the compiler may move it out of a loop |
/// | `getAcquire` | also sees all that was stored before the `setRelease` whose value it reads |
/// | `getVolatile` | as `getAcquire`; all threads see all volatile accesses in the same order |
///
/// Read-only views are allowed, and so are processes that open a file read-only. Elements are
/// stored in the byte order of the dtype, which must be the same in all processes. The rules of
/// views for threads, closed files ([FileClosedException]) and late faults apply: if another
/// process truncates the file, the JVM's `InternalError` may be thrown some accesses later;
/// `view.backing().barrier()` raises a pending error.
///
/// An index outside its axis throws `IndexOutOfBoundsException`; a number of indices other than the
/// rank throws `IllegalArgumentException`.
public sealed class SharedInts extends SharedItems permits AtomicInts {

  static final VarHandle LITTLE = handle(ByteOrder.LITTLE_ENDIAN);
  static final VarHandle BIG = handle(ByteOrder.BIG_ENDIAN);

  private static VarHandle handle(ByteOrder order) {
    return ValueLayout.JAVA_INT.withOrder(order).varHandle().withInvokeExactBehavior();
  }

  SharedInts(IntView view) {
    super(view);
  }

  /// Returns atomic access to the elements of a view.
  ///
  /// @param view a view of native memory in which the address of every element is a multiple of the
  ///   itemsize
  /// @return access to the same memory
  /// @throws IllegalArgumentException if the memory is a Java array, or if an element is not
  ///   aligned; the message names the offset or the stride
  /// @throws FileClosedException if the view's file is closed
  public static SharedInts of(IntView view) {
    return new SharedInts(view);
  }

  /// Reads an element of an array of rank 1.
  ///
  /// @param i index on axis 0
  /// @return the carrier
  public final int get(long i) {
    return plainAt(offset(i));
  }

  /// Reads an element of an array of rank 2.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @return the carrier
  public final int get(long i, long j) {
    return plainAt(offset(i, j));
  }

  /// Reads an element of an array of any rank.
  ///
  /// @param index one index for each axis
  /// @return the carrier
  public final int get(long... index) {
    return plainAt(offset(index));
  }

  /// Reads an element of an array of rank 1, ordered before all later reads and writes of this
  /// thread.
  ///
  /// @param i index on axis 0
  /// @return the carrier
  public final int getAcquire(long i) {
    return acquireAt(offset(i));
  }

  /// Reads an element of an array of rank 2, ordered before all later reads and writes of this
  /// thread.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @return the carrier
  public final int getAcquire(long i, long j) {
    return acquireAt(offset(i, j));
  }

  /// Reads an element of an array of any rank, ordered before all later reads and writes of this
  /// thread.
  ///
  /// @param index one index for each axis
  /// @return the carrier
  public final int getAcquire(long... index) {
    return acquireAt(offset(index));
  }

  /// Reads an element of an array of rank 1, in the total order of all volatile accesses.
  ///
  /// @param i index on axis 0
  /// @return the carrier
  public final int getVolatile(long i) {
    return volatileAt(offset(i));
  }

  /// Reads an element of an array of rank 2, in the total order of all volatile accesses.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @return the carrier
  public final int getVolatile(long i, long j) {
    return volatileAt(offset(i, j));
  }

  /// Reads an element of an array of any rank, in the total order of all volatile accesses.
  ///
  /// @param index one index for each axis
  /// @return the carrier
  public final int getVolatile(long... index) {
    return volatileAt(offset(index));
  }

  private int plainAt(long offset) {
    try {
      if (big) {
        return (int) BIG.get(memory(), offset);
      }
      return (int) LITTLE.get(memory(), offset);
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }

  private int acquireAt(long offset) {
    try {
      if (big) {
        return (int) BIG.getAcquire(memory(), offset);
      }
      return (int) LITTLE.getAcquire(memory(), offset);
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }

  final int volatileAt(long offset) {
    try {
      if (big) {
        return (int) BIG.getVolatile(memory(), offset);
      }
      return (int) LITTLE.getVolatile(memory(), offset);
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }
}
