package io.ndmap.picture;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.Pixels;
import java.util.List;

/// The pixels of an image with channels for red, green and blue, and an optional fourth one for
/// opacity.
///
/// @param channels the cells of three or four channels
/// @param aggregate the statistic that a cell shows
/// @param brightness the values of red, green and blue that are drawn as 0 and 255
/// @param opacity the values of a fourth channel that are fully transparent and fully opaque
public record ChannelPixels(
    List<Cells> channels, Aggregate aggregate, Contrast brightness, Contrast opacity) {

  /// The maximum level of a channel.
  private static final int FULL = 255;

  /// Copies the list of channels.
  ///
  /// @throws IllegalArgumentException if there are neither three nor four channels
  public ChannelPixels {
    channels = List.copyOf(channels);
    if (channels.size() < 3 || channels.size() > 4) {
      throw new IllegalArgumentException("an image has 3 or 4 channels, found " + channels.size());
    }
  }

  /// Pixels whose opacity has the same range as their colours.
  ///
  /// @param channels the cells of three or four channels
  /// @param aggregate the statistic that a cell shows
  /// @param brightness the values that are drawn as 0 and 255
  /// @throws IllegalArgumentException if there are neither three nor four channels
  public ChannelPixels(List<Cells> channels, Aggregate aggregate, Contrast brightness) {
    this(channels, aggregate, brightness, brightness);
  }

  /// The default range of brightness. For 8-bit and 16-bit unsigned integers it is the range of
  /// their type, such as 0 to 255. For other dtypes it is 0 to 1 if all finite elements are between
  /// 0 and 1, or if there are none; otherwise it is the minimum to the maximum.
  ///
  /// @param dtype the dtype of the elements
  /// @param min the minimum of the finite elements, NaN if there are none
  /// @param max the maximum of the finite elements, NaN if there are none
  /// @return the values that are drawn as 0 and 255
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

  /// Computes the colours. A pixel is transparent if one of its channels has no finite value.
  ///
  /// @return one pixel per cell
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

  /// The level of a channel, from 0 to 255; -1 if the cell has no finite value.
  private int level(Cells cells, Contrast range, int row, int column) {
    double position = range.position(cells.value(aggregate, row, column));
    return Double.isNaN(position) ? -1 : (int) Math.rint(FULL * position);
  }
}
