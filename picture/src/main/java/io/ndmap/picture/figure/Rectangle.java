package io.ndmap.picture.figure;

/// A rectangle of a figure, in pixels.
record Rectangle(double x, double y, double width, double height) {

  /// The minimum fraction of the width or height that [#snapped(int, int)] must keep. Otherwise the
  /// width or height is not changed to a multiple of the number of cells.
  private static final double MOST_OF = 0.9;

  double right() {
    return x + width;
  }

  double bottom() {
    return y + height;
  }

  /// The rectangle without margins, at least one pixel wide and high.
  Rectangle without(double left, double top, double right, double bottom) {
    return new Rectangle(
        x + left, y + top, Math.max(1, width - left - right), Math.max(1, height - top - bottom));
  }

  /// The largest centred rectangle with the given ratio of width to height.
  Rectangle withAspect(double ratio) {
    double wide = Math.min(width, height * ratio);
    double high = wide / ratio;
    return new Rectangle(x + (width - wide) / 2, y + (height - high) / 2, wide, high);
  }

  /// Shrinks the rectangle so that each row and each column has the same whole number of pixels,
  /// unless that would lose more than a tenth of the width or of the height.
  Rectangle snapped(int rows, int columns) {
    double wide = snapped(width, columns);
    double high = snapped(height, rows);
    return new Rectangle(
        Math.rint(x + (width - wide) / 2), Math.rint(y + (height - high) / 2), wide, high);
  }

  private static double snapped(double length, int cells) {
    double whole = Math.max(1, Math.floor(length));
    double even = Math.floor(whole / cells) * cells;
    return even >= MOST_OF * whole ? even : whole;
  }
}
