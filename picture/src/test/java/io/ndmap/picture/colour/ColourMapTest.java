package io.ndmap.picture.colour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ColourMapTest {

  /// Entries of the published tables of 256 colours.
  @ParameterizedTest
  @CsvSource({
    "VIRIDIS, 2, 440154 472d7b 3b528b 2a768e 21918c 28ae80 5cc863 addc30 fde725",
    "INFERNO, 2, 000004 210c4a 57106e 902568 bc3754 e45a31 f98c0a f9cb35 fcffa4",
    "CIVIDIS, 2, 00224e 1a386f 434e6c 656870 7d7c78 9b9476 bbad6d dec958 fee838",
    "COOLWARM, 2, 3b4cc0 6282ea 8db0fe bed2f6 dddcdc f5c4ac f49a7b dd5f4b b40426",
    "GRAY, 0, 000000 202020 404040 646464 808080 a0a0a0 bfbfbf e0e0e0 ffffff"
  })
  void coloursAreThePublishedOnes(ColourMap map, int tolerance, String colours) {
    int[] entries = {0, 32, 64, 100, 128, 160, 191, 224, 255};
    String[] expected = colours.split(" ", -1);
    for (int i = 0; i < entries.length; i++) {
      int found = map.argb(entries[i] / 255.0);
      assertThat(found >>> 24).isEqualTo(0xff);
      assertThat(distance(found, Integer.parseInt(expected[i], 16)))
          .as("%s at %s: %06x and %s", map, entries[i], found & 0xffffff, expected[i])
          .isLessThanOrEqualTo(tolerance);
    }
  }

  /// The largest difference of a channel.
  private static int distance(int a, int b) {
    return IntStream.of(0, 8, 16)
        .map(shift -> Math.abs((a >> shift & 0xff) - (b >> shift & 0xff)))
        .max()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void nanAndInfinityAreNowhereInTheMap(ColourMap map) {
    for (int i = 0; i <= 255; i++) {
      int colour = map.argb(i / 255.0);
      assertThat(distance(colour, map.nan())).as("entry " + i).isGreaterThan(10);
      assertThat(distance(colour, map.infinity())).as("entry " + i).isGreaterThan(10);
    }
    assertThat(distance(map.nan(), map.infinity())).isGreaterThan(60);
  }

  @Test
  void positionsBeyondTheEndsAreTheEnds() {
    assertThat(ColourMap.VIRIDIS.argb(-3)).isEqualTo(ColourMap.VIRIDIS.argb(0));
    assertThat(ColourMap.VIRIDIS.argb(3)).isEqualTo(ColourMap.VIRIDIS.argb(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ColourMap.VIRIDIS.argb(Double.NaN))
        .withMessage("a position between 0 and 1, found NaN");
  }

  @Test
  void mapsHaveNames() {
    assertThat(ColourMap.of("Inferno")).isEqualTo(ColourMap.INFERNO);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ColourMap.of("jet"))
        .withMessage(
            "'jet' is not a colour map; there are viridis, gray, inferno, coolwarm, cividis");
  }
}
