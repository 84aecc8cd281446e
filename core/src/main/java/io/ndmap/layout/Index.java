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
  /// negative bounds count from the end, and a missing bound extends the range to the corresponding
  /// end of the axis.
  ///
  /// @param start the first position, or `null` if missing
  /// @param stop the position after the last, or `null` if missing
  /// @param step the distance between positions, not 0, or `null` for 1
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

  /// All axes that the other parts of the index do not select; an index has at most one ellipsis.
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

  /// {@return the index of one position}
  ///
  /// @param position from `-size` to `size - 1`; negative ones count from the end
  static Index at(long position) {
    return new At(position);
  }

  /// {@return the index `start:stop`}
  ///
  /// @param start the first position
  /// @param stop the position after the last
  static Index slice(long start, long stop) {
    return new Slice(start, stop, null);
  }

  /// {@return the index `start:stop:step`}
  ///
  /// @param start the first position; `null` means the first position of the axis, or the last one
  ///   if the step is negative
  /// @param stop the position after the last; `null` means that the range extends to the other end
  ///   of the axis
  /// @param step the distance between positions
  /// @throws IllegalArgumentException if `step` is 0
  static Index slice(@Nullable Long start, @Nullable Long stop, long step) {
    return new Slice(start, stop, step);
  }

  /// {@return the index of a whole axis, `:`}
  static Index all() {
    return new Slice(null, null, null);
  }

  /// {@return the index of all axes that the other parts do not select, `...`}
  static Index ellipsis() {
    return new Ellipsis();
  }

  /// {@return the index that adds an axis of length 1, `None`}
  static Index newAxis() {
    return new NewAxis();
  }

  /// Parses the text between the brackets of a NumPy index, such as `::2, -1, ..., None`; the
  /// brackets themselves, and `newaxis` or `np.newaxis` for `None`, are accepted, too.
  ///
  /// @param text the text; empty means the whole array
  /// @return the parts in their order
  /// @throws IllegalArgumentException if the text is not a basic index; the message quotes the text
  ///   and the offending part
  static List<Index> parse(String text) {
    return IndexParser.parse(text);
  }
}
