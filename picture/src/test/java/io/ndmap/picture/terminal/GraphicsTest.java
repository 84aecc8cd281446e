package io.ndmap.picture.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphicsTest {

  private static Map<String, String> environment(String text) {
    Map<String, String> environment = new HashMap<>();
    for (String variable : text.strip().split(" +", -1)) {
      String[] parts = variable.split("=", 2);
      environment.put(parts[0], parts.length > 1 ? parts[1] : "");
    }
    return environment;
  }

  @ParameterizedTest
  @CsvSource({
    "TERM=xterm-kitty, KITTY",
    "TERM=xterm-256color KITTY_WINDOW_ID=1, KITTY",
    "TERM=xterm-ghostty COLORTERM=truecolor, KITTY",
    "TERM=xterm-256color TERM_PROGRAM=iTerm.app, ITERM",
    "TERM=xterm-256color LC_TERMINAL=iTerm2, ITERM",
    "TERM=xterm-256color TERM_PROGRAM=WezTerm, ITERM",
    "TERM=foot COLORTERM=truecolor, SIXEL",
    "TERM=mlterm, SIXEL",
    "TERM=xterm-256color COLORTERM=truecolor, TRUECOLOR",
    "TERM=xterm COLORTERM=24bit, TRUECOLOR",
    "TERM=xterm-direct, TRUECOLOR",
    "TERM=xterm-256color, COLOURS256",
    "TERM=xterm-256color COLORTERM=yes, COLOURS256",
    "TERM=screen-256color KITTY_WINDOW_ID=1, COLOURS256",
    "TERM=xterm-256color TMUX=/tmp/x TERM_PROGRAM=iTerm.app, COLOURS256",
    "TERM=tmux-256color COLORTERM=truecolor LC_TERMINAL=iTerm2, TRUECOLOR",
    "TERM=xterm, CHARACTERS",
    "TERM=dumb COLORTERM=truecolor, CHARACTERS",
    "TERM=xterm-kitty NO_COLOR=1, CHARACTERS",
    "TERM=xterm-kitty NO_COLOR=, KITTY",
    "COLORTERM=truecolor, CHARACTERS"
  })
  void theEnvironmentSaysWhatATerminalCan(String environment, Graphics expected) {
    assertThat(Graphics.of(environment(environment))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "TERM=xterm-256color LANG=de_DE.UTF-8, true, COLOURS256",
    "TERM=xterm-256color LANG=C, true, COLOURS256",
    "TERM=xterm-256color, true, COLOURS256",
    "TERM=xterm-256color LANG=de_DE.ISO-8859-1, false, CHARACTERS",
    "TERM=xterm-256color LANG=de_DE.ISO-8859-1 LC_CTYPE=C.utf8, true, COLOURS256",
    "TERM=xterm-256color LC_ALL=de_DE.ISO-8859-1 LC_CTYPE=C.utf8, false, CHARACTERS",
    "TERM=xterm-kitty LANG=de_DE.ISO-8859-1, false, KITTY",
    "TERM=linux LANG=C.UTF-8, false, CHARACTERS"
  })
  void theLocaleSaysWhichCharacters(String environment, boolean unicode, Graphics graphics) {
    Terminal terminal = Terminal.of(environment(environment), new TerminalSize(90, 30));
    assertThat(terminal).isEqualTo(new Terminal(graphics, unicode, 90, 30, 10, 20));
  }

  @Test
  void sizesAreThoseOfTheEnvironmentOrOfStty() {
    assertThat(TerminalSize.of(environment("COLUMNS=120 LINES=40")))
        .contains(new TerminalSize(120, 40));
    assertThat(TerminalSize.of(environment("COLUMNS=120"))).isEmpty();
    assertThat(TerminalSize.of(environment("COLUMNS=0 LINES=x"))).isEmpty();
    assertThat(TerminalSize.parse("40 120\n")).contains(new TerminalSize(120, 40));
    assertThat(TerminalSize.parse("0 0\n")).isEqualTo(Optional.empty());
    assertThat(TerminalSize.parse("")).isEmpty();
    Terminal terminal = Terminal.of(environment("COLUMNS=999999 LINES=7 TERM=xterm"));
    assertThat(terminal.columns()).isEqualTo(1000);
    assertThat(terminal.lines()).isEqualTo(7);
  }

  @Test
  void kindsHaveNames() {
    assertThat(Graphics.of("Sixel")).isEqualTo(Graphics.SIXEL);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Graphics.of("vga"))
        .withMessage(
            "'vga' is not a kind of graphics; there are kitty, iterm, sixel, truecolor, colours256,"
                + " characters");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Terminal(Graphics.KITTY, true, 0, 1, 1, 1))
        .withMessage("a terminal has characters and pixels, found 0x1 characters of 1x1");
  }
}
