package io.ndmap.picture.terminal;

/// Escape sequences for colours: 24-bit colours, or the nearest of the 256 colours of xterm.
enum TextColours {
  TRUECOLOR,
  COLOURS256;

  /// The levels of red, green and blue in the cube of 6×6×6 colours.
  private static final int[] LEVELS = {0, 95, 135, 175, 215, 255};

  /// The index of the first colour of the cube.
  private static final int CUBE = 16;

  /// The index of the first of the 24 greys.
  private static final int GREYS = 232;

  /// The number of colours.
  private static final int COUNT = 256;

  /// The parameters of the escape sequence that sets the foreground colour.
  String foreground(int argb) {
    return "38;" + colour(argb);
  }

  /// The parameters of the escape sequence that sets the background colour.
  String background(int argb) {
    return "48;" + colour(argb);
  }

  private String colour(int argb) {
    return switch (this) {
      case TRUECOLOR -> "2;" + (argb >> 16 & 0xff) + ";" + (argb >> 8 & 0xff) + ";" + (argb & 0xff);
      case COLOURS256 -> "5;" + nearest(argb);
    };
  }

  /// The colour that the terminal shows for a requested colour. If two requested colours are shown
  /// as the same colour, no sequence is needed between them.
  int shown(int argb) {
    return this == TRUECOLOR ? argb : rgb(nearest(argb));
  }

  /// The index of the nearest colour in the cube of 6×6×6 colours and the 24 greys. The first 16
  /// colours are not used, as users can redefine them.
  static int nearest(int argb) {
    int best = CUBE;
    for (int i = CUBE + 1; i < COUNT; i++) {
      if (distance(rgb(i), argb) < distance(rgb(best), argb)) {
        best = i;
      }
    }
    return best;
  }

  private static int distance(int rgb, int other) {
    int distance = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int difference = (rgb >> shift & 0xff) - (other >> shift & 0xff);
      distance += difference * difference;
    }
    return distance;
  }

  /// The opaque colour at an index of xterm's palette.
  ///
  /// @param index from 16 to 255
  static int rgb(int index) {
    if (index >= GREYS) {
      int grey = 8 + 10 * (index - GREYS);
      return 0xff000000 | grey << 16 | grey << 8 | grey;
    }
    int place = index - CUBE;
    return 0xff000000 | LEVELS[place / 36] << 16 | LEVELS[place / 6 % 6] << 8 | LEVELS[place % 6];
  }
}
