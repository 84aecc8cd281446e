package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;
import io.ndmap.picture.colour.Png;

/// Encodes figures as files.
public final class FigureFile {

  private FigureFile() {}

  /// Encodes a figure as PNG. Only this method and [#pixels] need the classes and fonts of
  /// `java.desktop`. On a machine without a display, these classes need the system property
  /// `java.awt.headless` to be `true`, which is Java's default where `DISPLAY` is not set.
  ///
  /// @param figure the figure
  /// @param size the size of the figure
  /// @return the bytes of the PNG file
  /// @throws NoFontsException if Java finds no fonts, or cannot load the classes that draw them
  public static byte[] png(Figure figure, FigureSize size) {
    return Png.of(pixels(figure, size));
  }

  /// Draws a figure as pixels, as in the PNG file.
  ///
  /// @param figure the figure
  /// @param size the size of the figure
  /// @return the drawn figure
  /// @throws NoFontsException if Java finds no fonts, or cannot load the classes that draw them
  public static Pixels pixels(Figure figure, FigureSize size) {
    RasterCanvas canvas = new RasterCanvas(size);
    paint(figure, size, canvas);
    return canvas.finish();
  }

  /// Encodes a figure as SVG. The document refers to fonts by name, and no fonts are needed to make
  /// it.
  ///
  /// @param figure the figure
  /// @param size the size of the figure
  /// @return the text of the file, to be written as UTF-8
  public static String svg(Figure figure, FigureSize size) {
    SvgCanvas canvas = new SvgCanvas(size);
    paint(figure, size, canvas);
    return canvas.document(Label.visible(figure.caption().title()));
  }

  /// The number of cells that a heat map or an image can show, which is the number of pixels of its
  /// plot. If there were more cells, several would share a pixel, which then has the mean of their
  /// colours.
  ///
  /// @param size the size of the figure
  /// @param rows the axis from top to bottom
  /// @param columns the axis from left to right
  /// @return the number of rows and columns of cells worth computing
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
