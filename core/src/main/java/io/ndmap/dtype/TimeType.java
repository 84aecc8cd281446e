package io.ndmap.dtype;

import java.nio.ByteOrder;

/// `datetime64` (`<M8[ns]`) or `timedelta64` (`<m8[25s]`): a signed 64-bit count of ticks. A tick
/// is `multiple × unit`.
///
/// @param kind whether the elements are instants or durations
/// @param unit the time unit
/// @param multiple the number of units in a tick; may be 0, as in NumPy, and then ticks have no
///   meaning
/// @param order the order of the eight bytes
public record TimeType(Kind kind, TimeUnit unit, int multiple, ByteOrder order) implements DType {

  /// NumPy's `NaT`, not a time: the smallest 64-bit integer.
  public static final long NOT_A_TIME = Long.MIN_VALUE;

  /// Instant or duration.
  public enum Kind {
    /// An instant, counted from 1970-01-01T00:00 without leap seconds.
    DATETIME('M'),
    /// A duration.
    TIMEDELTA('m');

    private final char code;

    Kind(char code) {
      this.code = code;
    }

    /// NumPy's array-protocol letter: `M` or `m`.
    ///
    /// @return the letter
    public char code() {
      return code;
    }
  }

  /// Creates the type.
  ///
  /// @throws DTypeException if `multiple < 0`, or if the unit is generic and `multiple` is not 1
  public TimeType {
    if (multiple < 0) {
      throw new DTypeException(
          "the multiple of a time unit must not be negative, found " + multiple);
    }
    if (unit == TimeUnit.GENERIC && multiple != 1) {
      throw new DTypeException("a time without unit has no multiple, found " + multiple);
    }
  }

  @Override
  public int itemsize() {
    return Long.BYTES;
  }

  @Override
  public TimeType withByteOrder(ByteOrder newOrder) {
    return new TimeType(kind, unit, multiple, newOrder);
  }

  @Override
  public String descr() {
    return DescrWriter.literal(this);
  }

  @Override
  public boolean hasObject() {
    return false;
  }

  /// NumPy's `dtype.str`.
  @Override
  public String toString() {
    return DescrWriter.text(this);
  }
}
