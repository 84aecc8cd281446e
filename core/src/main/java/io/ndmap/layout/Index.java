package io.ndmap.layout;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One part of NumPy's basic indexing, between the commas of `a[2, ::-1, ..., None]`.
public sealed interface Index {

  /// One position along an axis, which is dropped from the view.
  ///
  /// @param position from `-size` to `size - 1`; negative ones count from the end
  record At(long position) implements Index {
    @Override
    public String toString() {
      return Long.toString(position);
    }
  }

  /// A range along an axis, with Python's rules: bounds outside the axis are clipped to it,
  /// negative ones count from the end, missing ones mean the whole axis in the direction of the
  /// step.
  ///
  /// @param start the first position, or `null`
  /// @param stop the position after the last, or `null`
  /// @param step the distance, not 0, or `null` for 1
  record Slice(@Nullable Long start, @Nullable Long stop, @Nullable Long step) implements Index {
    /// Creates the range.
    ///
    /// @throws IllegalArgumentException if `step` is 0
    public Slice {
      if (step != null && step == 0) {
        throw noStep();
      }
    }

    static IllegalArgumentException noStep() {
      return new IllegalArgumentException("the step of a slice must not be 0");
    }

    @Override
    public String toString() {
      return text(start) + ":" + text(stop) + (step == null ? "" : ":" + step);
    }

    private static String text(@Nullable Long bound) {
      return bound == null ? "" : bound.toString();
    }
  }

  /// As many whole axes as the other parts leave over; an index has at most one.
  record Ellipsis() implements Index {
    @Override
    public String toString() {
      return "...";
    }
  }

  /// A new axis of length 1.
  record NewAxis() implements Index {
    @Override
    public String toString() {
      return "None";
    }
  }

  /// One position.
  ///
  /// @param position from `-size` to `size - 1`; negative ones count from the end
  /// @return the index
  static Index at(long position) {
    return new At(position);
  }

  /// The range `start:stop`.
  ///
  /// @param start the first position
  /// @param stop the position after the last
  /// @return the index
  static Index slice(long start, long stop) {
    return new Slice(start, stop, null);
  }

  /// The range `start:stop:step`.
  ///
  /// @param start the first position, or `null` for the end where the step begins
  /// @param stop the position after the last, or `null` for the end toward which the step leads
  /// @param step the distance
  /// @return the index
  /// @throws IllegalArgumentException if `step` is 0
  static Index slice(@Nullable Long start, @Nullable Long stop, long step) {
    return new Slice(start, stop, step);
  }

  /// The whole axis, `:`.
  ///
  /// @return the index
  static Index all() {
    return new Slice(null, null, null);
  }

  /// All axes that the other parts leave over, `...`.
  ///
  /// @return the index
  static Index ellipsis() {
    return new Ellipsis();
  }

  /// A new axis of length 1, `None`.
  ///
  /// @return the index
  static Index newAxis() {
    return new NewAxis();
  }

  /// Parses the text between the brackets of a NumPy index, such as `::2, -1, ..., None`; the
  /// brackets themselves, and `np.newaxis` for `None`, are accepted, too.
  ///
  /// @param text the text; empty means the whole array
  /// @return the parts in their order
  /// @throws IllegalArgumentException if it is not a basic index; the message quotes the text and
  ///   points at the offending part
  static List<Index> parse(String text) {
    return IndexParser.parse(text);
  }
}
