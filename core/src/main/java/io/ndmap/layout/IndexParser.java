package io.ndmap.layout;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parses NumPy's index text, part by part.
final class IndexParser {

  private IndexParser() {}

  static List<Index> parse(String text) {
    String body = text.strip();
    if (body.startsWith("[") && body.endsWith("]") && body.length() >= 2) {
      body = body.substring(1, body.length() - 1).strip();
    }
    List<Index> parts = new ArrayList<>();
    if (body.isEmpty()) {
      return parts;
    }
    String[] texts = body.split(",", -1);
    // As in Python, one comma may follow the last part.
    int count =
        texts.length > 1 && texts[texts.length - 1].isBlank() ? texts.length - 1 : texts.length;
    for (int i = 0; i < count; i++) {
      parts.add(part(texts[i].strip(), text));
    }
    if (parts.stream().filter(Index.Ellipsis.class::isInstance).count() > 1) {
      throw new IllegalArgumentException("index '" + text + "' has more than one ellipsis ('...')");
    }
    return parts;
  }

  private static Index part(String part, String text) {
    return switch (part) {
      case "..." -> Index.ellipsis();
      case "None", "newaxis", "np.newaxis" -> Index.newAxis();
      default -> part.indexOf(':') < 0 ? Index.at(number(part, part, text)) : slice(part, text);
    };
  }

  private static Index slice(String part, String text) {
    String[] bounds = part.split(":", -1);
    if (bounds.length > 3) {
      throw malformed(part, text);
    }
    Long step = bounds.length == 3 ? bound(bounds[2], part, text) : null;
    if (step != null && step == 0) {
      throw new IllegalArgumentException(
          "index '" + text + "': the step of slice '" + part + "' is 0");
    }
    return new Index.Slice(bound(bounds[0], part, text), bound(bounds[1], part, text), step);
  }

  private static @Nullable Long bound(String bound, String part, String text) {
    String stripped = bound.strip();
    return stripped.isEmpty() || stripped.equals("None")
        ? null
        : (Long) clipped(stripped, part, text);
  }

  /// Parses a bound of a slice. A bound that exceeds 64 bits is clipped to them and, as in Python,
  /// means an end of the axis.
  private static long clipped(String number, String part, String text) {
    try {
      BigInteger bound = new BigInteger(number);
      if (bound.bitLength() < Long.SIZE) {
        return bound.longValue();
      }
      return bound.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    } catch (NumberFormatException e) {
      throw malformed(part, text);
    }
  }

  private static long number(String number, String part, String text) {
    try {
      return Long.parseLong(number);
    } catch (NumberFormatException e) {
      throw malformed(part, text);
    }
  }

  private static IllegalArgumentException malformed(String part, String text) {
    return new IllegalArgumentException(
        "index '"
            + text
            + "': '"
            + part
            + "' is neither an integer, a slice (start:stop:step), '...' nor 'None'");
  }
}
