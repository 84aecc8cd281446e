package io.ndmap.picture.colour;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// Maps a position between 0 and 1 to a colour.
///
/// [#GRAY] is linearly interpolated between black and white, each other map between 33 equally
/// spaced colours of its published definition. The levels of red, green and blue, from 0 to 255,
/// differ from the definition by at most 2; those of [#CIVIDIS] by at most 6.
public enum ColourMap {
  /// Dark purple to yellow, perceptually uniform (S. van der Walt and N. Smith, 2015).
  VIRIDIS(
      """
      440154470d6048186a482374472d7b4537814240863e49893b528b375b8d33638d
      2f6b8e2c728e297a8e26828e23898e21908c1f978b1f9f8821a68527ad8131b57b
      3ebc744dc26c5cc8636ece5882d34d95d840aadc32c0df25d5e21aeae51afde725
      """,
      0xffc4c4c4,
      0xffff2d2d),
  /// Black to white.
  GRAY("000000ffffff", 0xff3f7fd8, 0xffff2d2d),
  /// Black through red to light yellow, perceptually uniform (N. Smith and S. van der Walt, 2015).
  INFERNO(
      """
      0000040403120b0724150b37210c4a2f0a5b3d09654a0c6b56106e63156e70196e
      7d1e6d89226a962766a32c61af315bbb3654c63d4dd14545da4f3ce35932eb6529
      f1721ef67f14f98c0afb9b06fcaa0ffbba1ff9c932f5d949f2e865f3f586fcffa4
      """,
      0xff8fa8b8,
      0xff00d5ff),
  /// Blue through grey to red, for deviations from a middle value (K. Moreland, 2009).
  COOLWARM(
      """
      3b4cc0445acc4e68d85875e16282ea6c8ff1779af782a6fb8db0fe98b9ffa3c2fe
      aec9fcb8d0f9c2d5f4ccd9edd5dbe5dcdcdce4d9d2ebd3c6f1cdb9f4c5adf7bba0
      f7b194f7a687f49a7bf18d6fec7f63e57058de614dd55042cb3e38c0282fb40426
      """,
      0xff3a3a3a,
      0xff12b312),
  /// Dark blue through grey to yellow, for the colour-blind (J. Nuñez, C. Anderton and R. Renslow,
  /// 2018).
  CIVIDIS(
      """
      00224e00285b002e6a0533711a386f273e6e32436d3b496c434e6c4b546c535a6d
      5a5f6e61656f686a716f70737676767c7c788381798b8778928d789a9376a29975
      aaa073b3a670bbad6dc3b369ccba64d4c15fddc858e6d051efd748f8df3cfee838
      """,
      0xfff2f2f2,
      0xffff2d2d);

  /// The number of intervals between the 256 colours of a map.
  private static final int STEPS = 255;

  @SuppressWarnings("ImmutableEnumChecker") // it is never written
  private final int[] colours = new int[STEPS + 1];

  private final int nan;
  private final int infinity;

  ColourMap(String points, int nan, int infinity) {
    int[] known = points(points);
    for (int i = 0; i <= STEPS; i++) {
      colours[i] = between(known, (double) i / STEPS);
    }
    this.nan = nan;
    this.infinity = infinity;
  }

  private static int[] points(String text) {
    String digits = text.replace("\n", "");
    int[] points = new int[digits.length() / 6];
    for (int i = 0; i < points.length; i++) {
      points[i] = Integer.parseInt(digits, 6 * i, 6 * i + 6, 16);
    }
    return points;
  }

  /// The colour at a position from 0 to 1, interpolated between equally spaced colours, as
  /// `0xffRRGGBB`.
  private static int between(int[] points, double position) {
    double at = position * (points.length - 1);
    int low = Math.min((int) at, points.length - 2);
    int colour = 0xff;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int from = points[low] >> shift & 0xff;
      int to = points[low + 1] >> shift & 0xff;
      colour = colour << 8 | (int) Math.rint(from + (at - low) * (to - from));
    }
    return colour;
  }

  /// Returns the map with a given name.
  ///
  /// @param name the name in upper or lower case
  /// @return the map
  /// @throws IllegalArgumentException if there is no such map; the message lists the names
  public static ColourMap of(String name) {
    return Arrays.stream(values())
        .filter(map -> map.label().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + name
                        + "' is not a colour map; there are "
                        + Arrays.stream(values())
                            .map(ColourMap::label)
                            .collect(Collectors.joining(", "))));
  }

  /// {@return the name in lower case, such as `viridis`}
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The colour at a position, which is rounded to one of 256 steps. The colour is opaque.
  ///
  /// @param position a position between 0 and 1; values outside are clamped
  /// @return the colour as `0xffRRGGBB`
  /// @throws IllegalArgumentException if the position is NaN
  public int argb(double position) {
    if (Double.isNaN(position)) {
      throw new IllegalArgumentException("a position between 0 and 1, found NaN");
    }
    return colours[(int) Math.rint(Math.clamp(position, 0, 1) * STEPS)];
  }

  /// {@return the colour of NaN, which does not occur elsewhere in the map}
  public int nan() {
    return nan;
  }

  /// {@return the colour of infinities, which does not occur elsewhere in the map}
  public int infinity() {
    return infinity;
  }
}
