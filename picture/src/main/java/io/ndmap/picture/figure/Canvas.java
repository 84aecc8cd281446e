package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;

/// A surface for figures: a few shapes, texts and pictures, in pixels from the top left corner.
interface Canvas {

  /// The point of a text that is at its position.
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /// A text's look.
  ///
  /// @param size the height of its font
  /// @param bold whether it is bold
  /// @param argb its colour
  record Style(double size, boolean bold, int argb) {}

  /// The width of a text.
  double width(String text, Style style);

  void rectangle(double x, double y, double width, double height, int argb);

  /// A line through points.
  void line(double[] x, double[] y, double width, int argb);

  /// The area within points.
  void area(double[] x, double[] y, int argb);

  /// A text whose base line is at `y`.
  void text(String text, double x, double y, Style style, Anchor anchor);

  /// A text that is read upwards, whose base line is at `x` and whose middle is at `y`.
  void upwards(String text, double x, double y, Style style);

  /// A picture that fills a rectangle; its pixels stay sharp.
  void pixels(Pixels pixels, double x, double y, double width, double height);
}
