package io.ndmap.picture;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.Pixels;
import java.util.List;

/// The pixels of an image: red, green and blue, and how opaque they are if there is a fourth
/// channel.
///
/// @param channels three or four
/// @param aggregate what a cell shows
/// @param brightness which values of red, green and blue are black and full
/// @param opacity which values of a fourth channel are transparent and opaque
public record ChannelPixels(
    List<Cells> channels, Aggregate aggregate, Contrast brightness, Contrast opacity) {

  private static final int FULL = 255;

  /// Copies the channels.
  ///
  /// @throws IllegalArgumentException if there are neither three nor four
  public ChannelPixels {
    channels = List.copyOf(channels);
    if (channels.size() < 3 || channels.size() > 4) {
      throw new IllegalArgumentException("an image has 3 or 4 channels, found " + channels.size());
    }
  }

  /// The pixels whose opacity has the range of their colours.
  ///
  /// @param channels three or four
  /// @param aggregate what a cell shows
  /// @param brightness which values are black or transparent, and full
  /// @throws IllegalArgumentException if there are neither three nor four
  public ChannelPixels(List<Cells> channels, Aggregate aggregate, Contrast brightness) {
    this(channels, aggregate, brightness, brightness);
  }

  /// The values that are black and full by default: 0 and 255 of bytes, the ends of other unsigned
  /// integers, 0 and 1 of booleans and of numbers between them, else the least and the largest.
  ///
  /// @param dtype of the elements
  /// @param min the least finite number, NaN if there is none
  /// @param max the largest finite number, NaN if there is none
  /// @return the range
  public static Contrast brightness(DType dtype, double min, double max) {
    ScalarKind kind = dtype instanceof ScalarType scalar ? scalar.kind() : ScalarKind.INT64;
    if (kind.isUnsigned() && kind.itemsize() <= Short.BYTES) {
      return new Contrast(0, (1 << (Byte.SIZE * kind.itemsize())) - 1, false);
    }
    if (!(min <= max) || (min >= 0 && max <= 1)) {
      return new Contrast(0, 1, false);
    }
    return new Contrast(min, max, false);
  }

  /// The colours. A pixel whose channels are not all numbers is transparent.
  ///
  /// @return a pixel for each cell
  public Pixels pixels() {
    Cells first = channels.getFirst();
    int[] argb = new int[first.rows() * first.columns()];
    for (int k = 0; k < argb.length; k++) {
      argb[k] = pixel(k / first.columns(), k % first.columns());
    }
    return new Pixels(first.rows(), first.columns(), argb);
  }

  private int pixel(int row, int column) {
    int colour = FULL;
    for (int k = 0; k < 3; k++) {
      int level = level(channels.get(k), brightness, row, column);
      if (level < 0) {
        return 0;
      }
      colour = colour << Byte.SIZE | level;
    }
    if (channels.size() == 4) {
      int alpha = Math.max(0, level(channels.get(3), opacity, row, column));
      colour = (colour & 0xff_ffff) | (alpha << 24);
    }
    return colour;
  }

  private int level(Cells cells, Contrast range, int row, int column) {
    double position = range.position(cells.value(aggregate, row, column));
    return Double.isNaN(position) ? -1 : (int) Math.rint(FULL * position);
  }
}
