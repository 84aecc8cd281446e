package io.ndmap.sync;

import io.ndmap.nd.IntView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.ReadOnlyViewException;
import java.util.function.IntUnaryOperator;

/// Atomic updates of elements by several threads and processes: counters, flags, states.
///
/// For dtypes whose carrier, the Java type of an element, is an `int`: `i4` and `u4`.
///
/// | change | guarantee |
/// |---|---|
/// | `set` | an atomic store, without ordering |
/// | `setRelease` | a `getAcquire` of the value also sees all earlier stores of this thread |
/// | `setVolatile` | as `setRelease`; all threads see all volatile accesses in the same order |
/// | `compareAndSet`, `compareAndExchange`, `getAndAdd`, `addAndGet`, `getAndUpdate` | atomic among all processes, and ordered like a volatile read and write |
///
/// Other processes see changes to the elements of a file only if it is mapped `READ_WRITE`. In a
/// `COPY_ON_WRITE` mapping changes are atomic, but stay in this process. All processes must use the
/// same byte order. An addition is one instruction in native byte order, and a compare-and-set loop
/// otherwise. Stores to a `READ_WRITE` mapping survive the death of the process; only stores that
/// were forced to disk survive a system crash.
///
/// **Truncated files.** As with all accesses to single elements of a mapping, the JVM's
/// `InternalError` may be thrown some accesses later in compiled code; a change is certain only
/// after `view.backing().barrier()` has returned. In interpreted code the JVM *crashes* if a
/// compare-and-set accesses an unmapped page. All methods except `set`, `setRelease` and
/// `setVolatile` therefore read the element first, and that read throws the error. If the file is
/// truncated between the read and the change, the JVM still crashes.
///
/// An index outside its axis throws `IndexOutOfBoundsException`; a number of indices other than the
/// rank throws `IllegalArgumentException`.
public final class AtomicInts extends SharedInts {

  private AtomicInts(IntView view) {
    super(view);
  }

  /// Returns atomic access to the elements of a view.
  ///
  /// @param view a writable view of native memory in which the address of every element is a
  ///   multiple of the itemsize. This is true of `.npy` files that NumPy wrote, but not of every
  ///   field of a structure or every member of an `.npz`. A copy-on-write mapping is accepted, but
  ///   its stores stay in this process
  /// @return access to the same memory
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws IllegalArgumentException if the memory is a Java array, or if an element is not
  ///   aligned; the message names the offset or the stride
  /// @throws FileClosedException if the view's file is closed
  public static AtomicInts of(IntView view) {
    if (view.isReadOnly()) {
      throw new ReadOnlyViewException(view.backing());
    }
    return new AtomicInts(view);
  }

  /// Stores an element of an array of rank 1.
  ///
  /// @param i index on axis 0
  /// @param value the carrier
  public void set(long i, int value) {
    setPlainAt(offset(i), value);
  }

  /// Stores an element of an array of rank 2.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param value the carrier
  public void set(long i, long j, int value) {
    setPlainAt(offset(i, j), value);
  }

  /// Stores an element of an array of any rank.
  ///
  /// @param index one index for each axis
  /// @param value the carrier
  public void set(long[] index, int value) {
    setPlainAt(offset(index), value);
  }

  /// Stores an element of an array of rank 1, ordered after all earlier reads and writes of this
  /// thread.
  ///
  /// @param i index on axis 0
  /// @param value the carrier
  public void setRelease(long i, int value) {
    setReleaseAt(offset(i), value);
  }

  /// Stores an element of an array of rank 2, ordered after all earlier reads and writes of this
  /// thread.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param value the carrier
  public void setRelease(long i, long j, int value) {
    setReleaseAt(offset(i, j), value);
  }

  /// Stores an element of an array of any rank, ordered after all earlier reads and writes of this
  /// thread.
  ///
  /// @param index one index for each axis
  /// @param value the carrier
  public void setRelease(long[] index, int value) {
    setReleaseAt(offset(index), value);
  }

  /// Stores an element of an array of rank 1, in the total order of all volatile accesses.
  ///
  /// @param i index on axis 0
  /// @param value the carrier
  public void setVolatile(long i, int value) {
    setVolatileAt(offset(i), value);
  }

  /// Stores an element of an array of rank 2, in the total order of all volatile accesses.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param value the carrier
  public void setVolatile(long i, long j, int value) {
    setVolatileAt(offset(i, j), value);
  }

  /// Stores an element of an array of any rank, in the total order of all volatile accesses.
  ///
  /// @param index one index for each axis
  /// @param value the carrier
  public void setVolatile(long[] index, int value) {
    setVolatileAt(offset(index), value);
  }

  /// Replaces an element of an array of rank 1 if it has the expected value.
  ///
  /// @param i index on axis 0
  /// @param expected the carrier that is replaced
  /// @param value the new carrier
  /// @return whether the element was replaced
  public boolean compareAndSet(long i, int expected, int value) {
    return compareAndSetAt(offset(i), expected, value);
  }

  /// Replaces an element of an array of rank 2 if it has the expected value.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param expected the carrier that is replaced
  /// @param value the new carrier
  /// @return whether the element was replaced
  public boolean compareAndSet(long i, long j, int expected, int value) {
    return compareAndSetAt(offset(i, j), expected, value);
  }

  /// Replaces an element of an array of any rank if it has the expected value.
  ///
  /// @param index one index for each axis
  /// @param expected the carrier that is replaced
  /// @param value the new carrier
  /// @return whether the element was replaced
  public boolean compareAndSet(long[] index, int expected, int value) {
    return compareAndSetAt(offset(index), expected, value);
  }

  /// Replaces an element of an array of rank 1 if it has the expected value.
  ///
  /// @param i index on axis 0
  /// @param expected the carrier that is replaced
  /// @param value the new carrier
  /// @return the carrier found, equal to `expected` if the element was replaced
  public int compareAndExchange(long i, int expected, int value) {
    return compareAndExchangeAt(offset(i), expected, value);
  }

  /// Replaces an element of an array of rank 2 if it has the expected value.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param expected the carrier that is replaced
  /// @param value the new carrier
  /// @return the carrier found, equal to `expected` if the element was replaced
  public int compareAndExchange(long i, long j, int expected, int value) {
    return compareAndExchangeAt(offset(i, j), expected, value);
  }

  /// Replaces an element of an array of any rank if it has the expected value.
  ///
  /// @param index one index for each axis
  /// @param expected the carrier that is replaced
  /// @param value the new carrier
  /// @return the carrier found, equal to `expected` if the element was replaced
  public int compareAndExchange(long[] index, int expected, int value) {
    return compareAndExchangeAt(offset(index), expected, value);
  }

  /// Adds to an element of an array of rank 1.
  ///
  /// @param i index on axis 0
  /// @param delta the summand; overflow wraps around
  /// @return the carrier before
  public int getAndAdd(long i, int delta) {
    return getAndAddAt(offset(i), delta);
  }

  /// Adds to an element of an array of rank 2.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param delta the summand; overflow wraps around
  /// @return the carrier before
  public int getAndAdd(long i, long j, int delta) {
    return getAndAddAt(offset(i, j), delta);
  }

  /// Adds to an element of an array of any rank.
  ///
  /// @param index one index for each axis
  /// @param delta the summand; overflow wraps around
  /// @return the carrier before
  public int getAndAdd(long[] index, int delta) {
    return getAndAddAt(offset(index), delta);
  }

  /// Adds to an element of an array of rank 1.
  ///
  /// @param i index on axis 0
  /// @param delta the summand; overflow wraps around
  /// @return the carrier afterwards
  public int addAndGet(long i, int delta) {
    return getAndAddAt(offset(i), delta) + delta;
  }

  /// Adds to an element of an array of rank 2.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param delta the summand; overflow wraps around
  /// @return the carrier afterwards
  public int addAndGet(long i, long j, int delta) {
    return getAndAddAt(offset(i, j), delta) + delta;
  }

  /// Adds to an element of an array of any rank.
  ///
  /// @param index one index for each axis
  /// @param delta the summand; overflow wraps around
  /// @return the carrier afterwards
  public int addAndGet(long[] index, int delta) {
    return getAndAddAt(offset(index), delta) + delta;
  }

  /// Replaces an element of an array of rank 1 by the result of an operator.
  ///
  /// @param i index on axis 0
  /// @param operator free of side effects: it is called again if the element changes concurrently
  /// @return the carrier before
  public int getAndUpdate(long i, IntUnaryOperator operator) {
    return getAndUpdateAt(offset(i), operator);
  }

  /// Replaces an element of an array of rank 2 by the result of an operator.
  ///
  /// @param i index on axis 0
  /// @param j index on axis 1
  /// @param operator free of side effects: it is called again if the element changes concurrently
  /// @return the carrier before
  public int getAndUpdate(long i, long j, IntUnaryOperator operator) {
    return getAndUpdateAt(offset(i, j), operator);
  }

  /// Replaces an element of an array of any rank by the result of an operator.
  ///
  /// @param index one index for each axis
  /// @param operator free of side effects: it is called again if the element changes concurrently
  /// @return the carrier before
  public int getAndUpdate(long[] index, IntUnaryOperator operator) {
    return getAndUpdateAt(offset(index), operator);
  }

  private void setPlainAt(long offset, int value) {
    try {
      if (big) {
        BIG.set(memory(), offset, value);
      } else {
        LITTLE.set(memory(), offset, value);
      }
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }

  private void setReleaseAt(long offset, int value) {
    try {
      if (big) {
        BIG.setRelease(memory(), offset, value);
      } else {
        LITTLE.setRelease(memory(), offset, value);
      }
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }

  private void setVolatileAt(long offset, int value) {
    try {
      if (big) {
        BIG.setVolatile(memory(), offset, value);
      } else {
        LITTLE.setVolatile(memory(), offset, value);
      }
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }

  // Reads first, because another process may have truncated the file: in the interpreter, a
  // compare-and-set on an unmapped page crashes the JVM, while a read throws. The JDK's `getAndAdd`
  // itself begins with a read.
  private boolean compareAndSetAt(long offset, int expected, int value) {
    try {
      return volatileAt(offset) == expected
          && (big
              ? BIG.compareAndSet(memory(), offset, expected, value)
              : LITTLE.compareAndSet(memory(), offset, expected, value));
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }

  private int compareAndExchangeAt(long offset, int expected, int value) {
    try {
      int found = volatileAt(offset);
      if (found != expected) {
        return found;
      }
      if (big) {
        return (int) BIG.compareAndExchange(memory(), offset, expected, value);
      }
      return (int) LITTLE.compareAndExchange(memory(), offset, expected, value);
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }

  private int getAndAddAt(long offset, int delta) {
    try {
      if (big) {
        return (int) BIG.getAndAdd(memory(), offset, delta);
      }
      return (int) LITTLE.getAndAdd(memory(), offset, delta);
    } catch (IllegalStateException e) {
      throw failure(e);
    }
  }

  private int getAndUpdateAt(long offset, IntUnaryOperator operator) {
    int found = volatileAt(offset);
    while (true) {
      int expected = found;
      found = compareAndExchangeAt(offset, expected, operator.applyAsInt(expected));
      if (found == expected) {
        return expected;
      }
    }
  }
}
