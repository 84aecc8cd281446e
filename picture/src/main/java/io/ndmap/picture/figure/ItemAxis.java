package io.ndmap.picture.figure;

import java.util.List;

/// An axis labelled with element indices. The element at position `p` of the figure has the index
/// `first + p * step` in the array.
///
/// @param name the label of the axis, such as `axis 0`
/// @param first the index of the first element
/// @param step the difference between the indices of adjacent elements, not 0; negative for a
///   reversed slice
/// @param items the number of elements, at least 1
public record ItemAxis(String name, long first, long step, long items) {

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if the step is 0, or there is no element
  public ItemAxis {
    if (step == 0 || items < 1) {
      throw new IllegalArgumentException(
          "an axis has a step and elements, found a step of "
              + step
              + " and "
              + items
              + " elements");
    }
  }

  /// An axis that shows all elements of an array's axis.
  ///
  /// @param name the label of the axis
  /// @param items the number of elements, at least 1
  /// @return the axis
  public static ItemAxis of(String name, long items) {
    return new ItemAxis(name, 0, 1, items);
  }

  /// Returns ticks at round indices, each in the middle of its element.
  ///
  /// @param most the approximate maximum number of ticks, at least 1
  /// @return the ticks in ascending order of the index
  public List<Tick> ticks(int most) {
    return TickMarks.ofItems(first, step, items, most);
  }
}
