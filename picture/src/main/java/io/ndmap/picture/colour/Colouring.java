package io.ndmap.picture.colour;

/// Maps values to colours.
///
/// @param map the colour map
/// @param contrast the values that get the first and the last colour
public record Colouring(ColourMap map, Contrast contrast) {

  /// {@return the colour of a value, opaque, as `0xffRRGGBB`; NaN and infinities have dedicated
  /// colours of the map}
  ///
  /// @param value any number
  public int argb(double value) {
    if (Double.isFinite(value)) {
      return map.argb(contrast.position(value));
    }
    return Double.isNaN(value) ? map.nan() : map.infinity();
  }

  /// The colours of a grid of values.
  ///
  /// @param rows the number of rows
  /// @param columns the number of columns
  /// @param values the values row by row
  /// @return one pixel per value
  /// @throws IllegalArgumentException if the number of values is not `rows * columns`
  public Pixels pixels(int rows, int columns, double... values) {
    int[] argb = new int[values.length];
    for (int i = 0; i < argb.length; i++) {
      argb[i] = argb(values[i]);
    }
    return new Pixels(rows, columns, argb);
  }
}
