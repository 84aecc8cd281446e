package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;

/// A drawing surface for figures: a few shapes, texts and pictures. Coordinates are pixels from the
/// top left corner.
interface Canvas {

  /// The point of a text that is placed at the given position.
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /// The look of a text.
  ///
  /// @param size the height of the font in pixels
  /// @param bold whether the font is bold
  /// @param argb the colour as `0xAARRGGBB`
  record Style(double size, boolean bold, int argb) {}

  /// The width of a text in pixels.
  double width(String text, Style style);

  void rectangle(double x, double y, double width, double height, int argb);

  /// Draws a line through points.
  void line(double[] x, double[] y, double width, int argb);

  /// Fills the polygon with the given corners.
  void area(double[] x, double[] y, int argb);

  /// Draws a text with its baseline at `y`.
  void text(String text, double x, double y, Style style, Anchor anchor);

  /// Draws a text rotated to read upwards, with its baseline at `x` and its middle at `y`.
  void upwards(String text, double x, double y, Style style);

  /// Draws a picture that fills a rectangle. Its pixels are scaled without interpolation.
  void pixels(Pixels pixels, double x, double y, double width, double height);
}
