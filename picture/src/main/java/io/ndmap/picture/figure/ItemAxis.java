package io.ndmap.picture.figure;

import java.util.List;

/// An axis along which elements are counted. The element at place `p` of what is shown has the
/// index `first + p * step` in the array.
///
/// @param name what is written beside it, such as `axis 0`
/// @param first the index of the first element
/// @param step from one element to the next, not 0; negative for a reversed slice
/// @param items how many there are, at least 1
public record ItemAxis(String name, long first, long step, long items) {

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if the step is 0, or there is no element
  public ItemAxis {
    if (step == 0 || items < 1) {
      throw new IllegalArgumentException(
          "an axis has a step and items, found a step of " + step + " and " + items + " items");
    }
  }

  /// All elements of an axis.
  ///
  /// @param name of the axis
  /// @param items how many there are, at least 1
  /// @return the axis
  public static ItemAxis of(String name, long items) {
    return new ItemAxis(name, 0, 1, items);
  }

  /// Ticks at round indices, each in the middle of its element.
  ///
  /// @param most about how many there may be, at least 1
  /// @return the ticks, in ascending order
  public List<Tick> ticks(int most) {
    return TickMarks.ofItems(first, step, items, most);
  }
}
