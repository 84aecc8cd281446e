package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;
import java.awt.AWTError;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;

/// Draws a figure into memory with Java 2D.
final class RasterCanvas implements Canvas {

  private final BufferedImage image;
  private final Graphics2D graphics;

  /// @throws NoFontsException if the machine has no fonts
  RasterCanvas(FigureSize size) {
    this.image = new BufferedImage(size.width(), size.height(), BufferedImage.TYPE_INT_RGB);
    try {
      this.graphics = image.createGraphics();
      // Java loads the fonts when it measures the first text. Measure a text here to detect missing
      // fonts.
      var _ = font(new Style(12, false, 0)).getStringBounds("0", graphics.getFontRenderContext());
    } catch (RuntimeException | LinkageError | InternalError | AWTError e) {
      throw new NoFontsException(e);
    }
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_NEAREST_NEIGHBOR);
  }

  /// Returns the drawn picture. Nothing can be drawn afterwards.
  Pixels finish() {
    graphics.dispose();
    int width = image.getWidth();
    int height = image.getHeight();
    int[] argb = image.getRGB(0, 0, width, height, null, 0, width);
    return new Pixels(height, width, argb);
  }

  private static Font font(Style style) {
    return new Font(Font.SANS_SERIF, style.bold() ? Font.BOLD : Font.PLAIN, 12)
        .deriveFont((float) style.size());
  }

  @Override
  public double width(String text, Style style) {
    return font(style).getStringBounds(text, graphics.getFontRenderContext()).getWidth();
  }

  @Override
  public void rectangle(double x, double y, double width, double height, int argb) {
    graphics.setColor(new Color(argb, true));
    graphics.fill(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  public void line(double[] x, double[] y, double width, int argb) {
    graphics.setColor(new Color(argb, true));
    graphics.setStroke(
        new BasicStroke((float) width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    graphics.draw(path(x, y));
  }

  @Override
  public void area(double[] x, double[] y, int argb) {
    Path2D path = path(x, y);
    path.closePath();
    graphics.setColor(new Color(argb, true));
    graphics.fill(path);
  }

  private static Path2D path(double[] x, double[] y) {
    Path2D path = new Path2D.Double();
    for (int i = 0; i < x.length; i++) {
      if (i == 0) {
        path.moveTo(x[0], y[0]);
      } else {
        path.lineTo(x[i], y[i]);
      }
    }
    return path;
  }

  @Override
  public void text(String text, double x, double y, Style style, Anchor anchor) {
    double part =
        switch (anchor) {
          case START -> 0;
          case MIDDLE -> 0.5;
          case END -> 1;
        };
    draw(text, x - part * width(text, style), y, style);
  }

  @Override
  public void upwards(String text, double x, double y, Style style) {
    var before = graphics.getTransform();
    graphics.translate(x, y);
    graphics.rotate(-Math.PI / 2);
    draw(text, -width(text, style) / 2, 0, style);
    graphics.setTransform(before);
  }

  private void draw(String text, double x, double y, Style style) {
    graphics.setColor(new Color(style.argb(), true));
    graphics.setFont(font(style));
    graphics.drawString(text, (float) x, (float) y);
  }

  @Override
  public void pixels(Pixels pixels, double x, double y, double width, double height) {
    int wide = Math.max(1, (int) Math.round(width));
    int high = Math.max(1, (int) Math.round(height));
    Pixels shown = pixels.resized(high, wide);
    BufferedImage picture = new BufferedImage(wide, high, BufferedImage.TYPE_INT_ARGB);
    picture.setRGB(0, 0, wide, high, shown.toArray(), 0, wide);
    graphics.drawImage(picture, (int) Math.round(x), (int) Math.round(y), null);
  }
}
