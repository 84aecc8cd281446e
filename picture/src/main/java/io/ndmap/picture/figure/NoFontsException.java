package io.ndmap.picture.figure;

import java.io.Serial;

/// Thrown if text cannot be drawn because the machine has no fonts, or Java does not find them.
public final class NoFontsException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  NoFontsException(Throwable cause) {
    super(
        "there is no font for the texts of a PNG; install fontconfig and a font (Debian, Ubuntu:"
            + " fontconfig fonts-dejavu-core; Alpine: fontconfig ttf-dejavu), or write an SVG,"
            + " which needs none",
        cause);
  }
}
