package io.ndmap.picture.colour;

/// Gives values their colours.
///
/// @param map the colours
/// @param contrast which values get the first and the last one
public record Colouring(ColourMap map, Contrast contrast) {

  /// {@return the colour of a value, opaque, as `0xffRRGGBB`: that of its position, or the map's
  /// for NaN and for infinities}
  ///
  /// @param value NaN and infinities have colours of their own
  public int argb(double value) {
    if (Double.isFinite(value)) {
      return map.argb(contrast.position(value));
    }
    return Double.isNaN(value) ? map.nan() : map.infinity();
  }

  /// The colours of a grid.
  ///
  /// @param rows how many rows there are
  /// @param columns how many columns there are
  /// @param values row by row
  /// @return a pixel for each value
  /// @throws IllegalArgumentException if there are not `rows * columns` values
  public Pixels pixels(int rows, int columns, double... values) {
    int[] argb = new int[values.length];
    for (int i = 0; i < argb.length; i++) {
      argb[i] = argb(values[i]);
    }
    return new Pixels(rows, columns, argb);
  }
}
