package io.ndmap.picture.terminal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The graphics protocols of terminals, the best first.
public enum Graphics {
  /// The graphics protocol of kitty: PNG in escape sequences.
  KITTY,
  /// The inline images of iTerm2: PNG in an escape sequence.
  ITERM,
  /// DEC's sixels, of at most 256 colours.
  SIXEL,
  /// Two pixels per character, in 24-bit colours.
  TRUECOLOR,
  /// Two pixels per character, in the 256 colours of xterm.
  COLOURS256,
  /// One pixel per character: characters with more ink stand for higher values.
  CHARACTERS;

  private static final Set<String> KITTY_TERMS = Set.of("xterm-kitty", "xterm-ghostty");
  private static final Set<String> ITERM_PROGRAMS = Set.of("iTerm.app", "WezTerm", "mintty");
  private static final Set<String> SIXEL_TERMS =
      Set.of("foot", "foot-extra", "mlterm", "mlterm-256color", "contour", "yaft-256color");
  private static final Set<String> TRUECOLOR_VALUES = Set.of("truecolor", "24bit");

  /// Returns the graphics that a terminal supports, judging by its environment variables.
  ///
  /// If `NO_COLOR` is set and not empty, or `TERM` is `dumb` or missing, the result is
  /// [#CHARACTERS]. Terminals with images are recognised by `KITTY_WINDOW_ID`, `TERM_PROGRAM`,
  /// `LC_TERMINAL` and `TERM`; within tmux and screen, which do not pass images on, these variables
  /// are ignored. All other terminals have colours if `COLORTERM` or the suffix of `TERM` says so.
  ///
  /// @param environment the environment variables of the process
  /// @return the graphics
  public static Graphics of(Map<String, String> environment) {
    String term = environment.getOrDefault("TERM", "");
    if (!environment.getOrDefault("NO_COLOR", "").isEmpty()
        || term.isEmpty()
        || term.equals("dumb")) {
      return CHARACTERS;
    }
    boolean multiplexed =
        environment.containsKey("TMUX")
            || environment.containsKey("STY")
            || term.startsWith("screen")
            || term.startsWith("tmux");
    return multiplexed ? colours(environment, term) : images(environment, term);
  }

  private static Graphics images(Map<String, String> environment, String term) {
    if (environment.containsKey("KITTY_WINDOW_ID") || KITTY_TERMS.contains(term)) {
      return KITTY;
    }
    if (ITERM_PROGRAMS.contains(environment.getOrDefault("TERM_PROGRAM", ""))
        || environment.getOrDefault("LC_TERMINAL", "").equals("iTerm2")) {
      return ITERM;
    }
    return SIXEL_TERMS.contains(term) ? SIXEL : colours(environment, term);
  }

  private static Graphics colours(Map<String, String> environment, String term) {
    if (TRUECOLOR_VALUES.contains(environment.getOrDefault("COLORTERM", ""))
        || term.endsWith("-direct")) {
      return TRUECOLOR;
    }
    return term.endsWith("-256color") ? COLOURS256 : CHARACTERS;
  }

  /// Returns the graphics with a given name.
  ///
  /// @param name the name in upper or lower case
  /// @return the graphics
  /// @throws IllegalArgumentException if there is no such name; the message lists the names
  public static Graphics of(String name) {
    return Arrays.stream(values())
        .filter(graphics -> graphics.label().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + name
                        + "' is not a kind of graphics; there are "
                        + Arrays.stream(values())
                            .map(Graphics::label)
                            .collect(Collectors.joining(", "))));
  }

  /// {@return the name in lower case, such as `kitty`}
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether the terminal shows images, whose pixels are smaller than half a character.
  boolean hasImages() {
    return this == KITTY || this == ITERM || this == SIXEL;
  }
}
