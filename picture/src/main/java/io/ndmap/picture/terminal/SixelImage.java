package io.ndmap.picture.terminal;

import io.ndmap.picture.colour.Pixels;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/// Encodes pixels as DEC's sixels: bands of six rows, each drawn once per colour in the band.
final class SixelImage {

  private static final int MOST_COLOURS = 256;
  private static final int BAND = 6;
  private static final int PERCENT = 100;

  /// Shorter runs are not run-length encoded, as that would not make them shorter.
  private static final int LEAST_RUN = 4;

  private final StringBuilder text = new StringBuilder();

  private SixelImage() {}

  /// Returns the escape sequence that shows the picture at the cursor. If there are more than 256
  /// colours, colours that agree in their leading bits are replaced by their mean.
  static String of(Pixels pixels) {
    return new SixelImage().encode(pixels);
  }

  private String encode(Pixels pixels) {
    int[] argb = pixels.toArray();
    Map<Integer, Integer> palette = new LinkedHashMap<>();
    int[] indices = indices(argb, palette);
    text.append(Escape.ESC).append("P0;1;0q\"1;1;");
    text.append(pixels.columns()).append(';').append(pixels.rows());
    palette.forEach((colour, index) -> define(index, colour));
    int columns = pixels.columns();
    for (int row = 0; row < pixels.rows(); row += BAND) {
      text.append(row == 0 ? "" : "-");
      band(indices, row, Math.min(row + BAND, pixels.rows()), columns, palette.size());
    }
    return text.append(Escape.ST).toString();
  }

  /// Defines a colour of the palette. Sixels state red, green and blue in percent.
  private void define(int index, int colour) {
    text.append('#').append(index).append(";2");
    for (int shift = 16; shift >= 0; shift -= 8) {
      text.append(';').append(Math.round((colour >> shift & 0xff) * PERCENT / 255.0));
    }
  }

  /// Fills a palette.
  ///
  /// @return the index in the palette of each pixel's colour
  private static int[] indices(int[] argb, Map<Integer, Integer> palette) {
    int bits = 8;
    while (bits > 2 && Arrays.stream(argb).map(mask(bits)).distinct().count() > MOST_COLOURS) {
      bits--;
    }
    Map<Integer, long[]> sums = new LinkedHashMap<>();
    int[] keys = Arrays.stream(argb).map(mask(bits)).toArray();
    for (int i = 0; i < argb.length; i++) {
      long[] sum = sums.computeIfAbsent(keys[i], _ -> new long[4]);
      sum[0] += argb[i] >> 16 & 0xff;
      sum[1] += argb[i] >> 8 & 0xff;
      sum[2] += argb[i] & 0xff;
      sum[3]++;
    }
    Map<Integer, Integer> indexOfKey = new HashMap<>();
    sums.forEach(
        (key, sum) -> {
          int mean = 0;
          for (int channel = 0; channel < 3; channel++) {
            mean = mean << 8 | (int) Math.round((double) sum[channel] / sum[3]);
          }
          int next = palette.size();
          indexOfKey.put(key, palette.computeIfAbsent(mean, _ -> next));
        });
    return Arrays.stream(keys).map(indexOfKey::get).toArray();
  }

  private static IntUnaryOperator mask(int bits) {
    int channel = 0xff & (0xff << (8 - bits));
    int mask = channel << 16 | channel << 8 | channel;
    return argb -> argb & mask;
  }

  private void band(int[] indices, int begin, int end, int columns, int colours) {
    int[] present = Arrays.stream(indices, begin * columns, end * columns).distinct().toArray();
    int[][] bits = new int[colours][];
    for (int index : present) {
      bits[index] = new int[columns];
    }
    for (int row = begin; row < end; row++) {
      for (int column = 0; column < columns; column++) {
        bits[indices[row * columns + column]][column] |= 1 << (row - begin);
      }
    }
    String separator = "";
    for (int index : present) {
      text.append(separator).append('#').append(index);
      runs(bits[index]);
      separator = "$";
    }
  }

  /// Run-length encodes the pixels of one colour in a band, without the empty end of the band.
  private void runs(int... bits) {
    int length = bits.length;
    while (length > 0 && bits[length - 1] == 0) {
      length--;
    }
    for (int begin = 0; begin < length; ) {
      int end = begin + 1;
      while (end < length && bits[end] == bits[begin]) {
        end++;
      }
      char sixel = (char) ('?' + bits[begin]);
      if (end - begin < LEAST_RUN) {
        text.repeat(sixel, end - begin);
      } else {
        text.append('!').append(end - begin).append(sixel);
      }
      begin = end;
    }
  }
}
