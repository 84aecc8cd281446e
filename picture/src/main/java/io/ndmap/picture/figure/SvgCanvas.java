package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Pixels;
import io.ndmap.picture.colour.Png;
import java.util.Base64;
import java.util.Locale;

/// Writes a figure as SVG 1.1. Text widths are estimates, as the viewer selects the font.
final class SvgCanvas implements Canvas {

  private static final String FONTS = "DejaVu Sans, Verdana, Arial, Helvetica, sans-serif";
  private static final String NARROW = "iljtfrI.,:;|!'()[]{}/ ";
  private static final String WIDE = "mwMW@%&";

  private final StringBuilder body = new StringBuilder();
  private final FigureSize size;

  SvgCanvas(FigureSize size) {
    this.size = size;
  }

  /// Returns the whole document.
  ///
  /// @param title the title of the document
  String document(String title) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<svg xmlns=\"http://www.w3.org/2000/svg\""
        + " xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\""
        + attribute("width", size.width())
        + attribute("height", size.height())
        + attribute("viewBox", "0 0 " + size.width() + " " + size.height())
        + attribute("font-family", FONTS)
        + ">\n<title>"
        + escaped(title)
        + "</title>\n"
        + body
        + "</svg>\n";
  }

  @Override
  public double width(String text, Style style) {
    double ems = text.codePoints().mapToDouble(SvgCanvas::ems).sum();
    return ems * style.size() * (style.bold() ? 1.1 : 1);
  }

  /// The estimated width of a character, as a fraction of the height of the font.
  private static double ems(int c) {
    if (c > 0x1100) {
      return 1;
    }
    if (NARROW.indexOf(c) >= 0) {
      return 0.38;
    }
    return WIDE.indexOf(c) >= 0 ? 0.96 : 0.63;
  }

  @Override
  public void rectangle(double x, double y, double width, double height, int argb) {
    element(
        "rect",
        attribute("x", x)
            + attribute("y", y)
            + attribute("width", width)
            + attribute("height", height)
            + colour("fill", argb));
  }

  @Override
  public void line(double[] x, double[] y, double width, int argb) {
    element(
        "polyline",
        points(x, y)
            + " fill=\"none\""
            + colour("stroke", argb)
            + attribute("stroke-width", width)
            + attribute("stroke-linejoin", "round"));
  }

  @Override
  public void area(double[] x, double[] y, int argb) {
    element("polygon", points(x, y) + colour("fill", argb));
  }

  @Override
  public void text(String text, double x, double y, Style style, Anchor anchor) {
    String place = attribute("x", x) + attribute("y", y);
    write(text, place + attribute("text-anchor", anchor.name().toLowerCase(Locale.ROOT)), style);
  }

  @Override
  public void upwards(String text, double x, double y, Style style) {
    write(
        text,
        attribute("transform", "translate(" + number(x) + " " + number(y) + ") rotate(-90)")
            + attribute("text-anchor", "middle"),
        style);
  }

  private void write(String text, String place, Style style) {
    body.append("<text")
        .append(place)
        .append(attribute("font-size", style.size()))
        .append(style.bold() ? attribute("font-weight", "bold") : "")
        .append(colour("fill", style.argb()))
        .append('>')
        .append(escaped(text))
        .append("</text>\n");
  }

  @Override
  public void pixels(Pixels pixels, double x, double y, double width, double height) {
    String png = "data:image/png;base64," + Base64.getEncoder().encodeToString(Png.of(pixels));
    element(
        "image",
        attribute("x", x)
            + attribute("y", y)
            + attribute("width", width)
            + attribute("height", height)
            + attribute("preserveAspectRatio", "none")
            + attribute("style", "image-rendering:pixelated")
            + attribute("xlink:href", png));
  }

  private void element(String name, String attributes) {
    body.append('<').append(name).append(attributes).append("/>\n");
  }

  private static String points(double[] x, double[] y) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < x.length; i++) {
      points.append(i == 0 ? "" : " ").append(number(x[i])).append(',').append(number(y[i]));
    }
    return attribute("points", points);
  }

  private static String colour(String name, int argb) {
    int alpha = argb >>> 24;
    String colour = String.format(Locale.ROOT, "#%06x", argb & 0xffffff);
    return attribute(name, colour)
        + (alpha == 0xff ? "" : attribute(name + "-opacity", number(alpha / 255.0)));
  }

  private static String attribute(String name, double value) {
    return attribute(name, number(value));
  }

  private static String attribute(String name, Object value) {
    return " " + name + "=\"" + value + "\"";
  }

  /// Formats a coordinate with a precision of 0.01 pixels.
  private static String number(double value) {
    double rounded = Math.rint(value * 100) / 100;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }

  /// Escapes the characters with a meaning in XML. Characters that XML forbids become `�`; labels
  /// have no control characters.
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isCharacter(c) ? c : 0xfffd);
              }
            });
    return escaped.toString();
  }

  private static boolean isCharacter(int c) {
    return (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd) || c >= 0x10000;
  }
}
