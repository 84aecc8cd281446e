package io.ndmap.picture.figure;

/// The size of a drawn figure, in pixels.
///
/// @param width the width, from 160 to 8,192
/// @param height the height, from 120 to 8,192
public record FigureSize(int width, int height) {

  /// 960 times 640 pixels.
  public static final FigureSize DEFAULT = new FigureSize(960, 640);

  private static final int MIN_WIDTH = 160;
  private static final int MIN_HEIGHT = 120;
  private static final int MOST = 8192;

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if a side is too short or too long
  public FigureSize {
    if (width < MIN_WIDTH || width > MOST || height < MIN_HEIGHT || height > MOST) {
      throw new IllegalArgumentException(
          "a figure has "
              + MIN_WIDTH
              + "x"
              + MIN_HEIGHT
              + " to "
              + MOST
              + "x"
              + MOST
              + " pixels, found "
              + width
              + "x"
              + height);
    }
  }
}
