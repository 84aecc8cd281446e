package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;
import io.ndmap.picture.colour.Png;

/// Figures as files.
public final class FigureFile {

  private FigureFile() {}

  /// The bytes of a PNG file. This alone needs the classes and fonts of `java.desktop`; on a
  /// machine without a screen they need the system property `java.awt.headless` to be `true`, which
  /// Java assumes where `DISPLAY` is not set.
  ///
  /// @param figure to be drawn
  /// @param size of the figure
  /// @return the file
  /// @throws NoFontsException if Java has no fonts, or cannot load what draws them
  public static byte[] png(Figure figure, FigureSize size) {
    return Png.of(pixels(figure, size));
  }

  /// The pixels of the PNG file.
  ///
  /// @param figure to be drawn
  /// @param size of the figure
  /// @return the drawn figure
  /// @throws NoFontsException if Java has no fonts, or cannot load what draws them
  public static Pixels pixels(Figure figure, FigureSize size) {
    RasterCanvas canvas = new RasterCanvas(size);
    paint(figure, size, canvas);
    return canvas.finish();
  }

  /// The text of an SVG file, in UTF-8. It names fonts, and needs none to be made.
  ///
  /// @param figure to be drawn
  /// @param size of the figure
  /// @return the text of the file
  public static String svg(Figure figure, FigureSize size) {
    SvgCanvas canvas = new SvgCanvas(size);
    paint(figure, size, canvas);
    return canvas.document(Label.visible(figure.caption().title()));
  }

  /// How many cells a heat map or an image of a size can show: the pixels of its plot. Of more
  /// cells several would share a pixel, in the mean of their colours.
  ///
  /// @param size of the figure
  /// @param rows the axis from top to bottom
  /// @param columns the axis from left to right
  /// @return how many cells are worth computing
  public static GridSize cells(FigureSize size, ItemAxis rows, ItemAxis columns) {
    Sheet sheet = new Sheet(new SvgCanvas(size), size);
    return new GridPainter(sheet).pixels(rows, columns).within(rows, columns);
  }

  private static void paint(Figure figure, FigureSize size, Canvas canvas) {
    Sheet sheet = new Sheet(canvas, size);
    switch (figure) {
      case HeatMap map -> new GridPainter(sheet).paint(map);
      case ImageFigure image -> new GridPainter(sheet).paint(image);
      case LineChart chart -> new ChartPainter(sheet).paint(chart);
      case HistogramChart chart -> new ChartPainter(sheet).paint(chart);
    }
  }
}
