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
  /// Two pixels a character, in 24-bit colours.
  TRUECOLOR,
  /// Two pixels a character, in the 256 colours of xterm.
  COLOURS256,
  /// One pixel a character: the higher the value, the more ink.
  CHARACTERS;

  private static final Set<String> KITTY_TERMS = Set.of("xterm-kitty", "xterm-ghostty");
  private static final Set<String> ITERM_PROGRAMS = Set.of("iTerm.app", "WezTerm", "mintty");
  private static final Set<String> SIXEL_TERMS =
      Set.of("foot", "foot-extra", "mlterm", "mlterm-256color", "contour", "yaft-256color");
  private static final Set<String> TRUECOLOR_VALUES = Set.of("truecolor", "24bit");

  /// The graphics that a terminal can show, by the variables that it sets.
  ///
  /// `NO_COLOR` (if not empty), and a `TERM` that is `dumb` or missing, leave characters. Terminals
  /// that show images are known by `KITTY_WINDOW_ID`, `TERM_PROGRAM`, `LC_TERMINAL` and `TERM`;
  /// tmux and screen do not pass images on. Others have colours by `COLORTERM` or the ending of
  /// `TERM`.
  ///
  /// @param environment the variables of the process
  /// @return the kind
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

  /// The kind of a name, in any case.
  ///
  /// @param name in any case
  /// @return the kind
  /// @throws IllegalArgumentException if there is none; the message lists the names
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

  /// Whether pictures have pixels that are smaller than half a character.
  boolean hasImages() {
    return this == KITTY || this == ITERM || this == SIXEL;
  }
}
