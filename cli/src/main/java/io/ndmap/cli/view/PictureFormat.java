package io.ndmap.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.cli.run.UsageException;
import io.ndmap.picture.figure.Figure;
import io.ndmap.picture.figure.FigureFile;
import io.ndmap.picture.figure.FigureSize;
import java.nio.file.Path;
import java.util.Locale;

/// The formats of picture files, recognised by the extension of the name.
enum PictureFormat {
  PNG,
  SVG;

  /// Returns the format of a new file.
  ///
  /// @throws UsageException if the name has another extension
  static PictureFormat of(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (name.endsWith(".png")) {
      return PNG;
    }
    if (name.endsWith(".svg")) {
      return SVG;
    }
    throw new UsageException("-o: " + file + ": a picture is written as .png or .svg");
  }

  byte[] bytes(Figure figure, FigureSize size) {
    return switch (this) {
      case PNG -> FigureFile.png(figure, size);
      case SVG -> FigureFile.svg(figure, size).getBytes(UTF_8);
    };
  }
}
