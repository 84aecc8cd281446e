package io.ndmap.picture.colour;

import java.util.Objects;

/// A grid of colours. Immutable.
public final class Pixels {

  private final int rows;
  private final int columns;
  private final int[] argb;

  /// Copies the colours.
  ///
  /// @param rows the number of rows, at least 1
  /// @param columns the number of columns, at least 1
  /// @param argb the colours row by row, as `0xAARRGGBB`; copied
  /// @throws IllegalArgumentException if a size is below 1, or the number of colours is not `rows *
  ///   columns`
  public Pixels(int rows, int columns, int... argb) {
    if (rows < 1 || columns < 1 || (long) rows * columns != argb.length) {
      throw new IllegalArgumentException(
          "expected " + rows + " times " + columns + " pixels, found " + argb.length);
    }
    this.rows = rows;
    this.columns = columns;
    this.argb = argb.clone();
  }

  /// {@return the number of rows}
  public int rows() {
    return rows;
  }

  /// {@return the number of columns}
  public int columns() {
    return columns;
  }

  /// A colour, as `0xAARRGGBB`.
  ///
  /// @param row from 0 (inclusive) to [#rows] (exclusive)
  /// @param column from 0 (inclusive) to [#columns] (exclusive)
  /// @return the colour
  /// @throws IndexOutOfBoundsException if there is no such row or column
  public int argb(int row, int column) {
    Objects.checkIndex(row, rows);
    return argb[row * columns + Objects.checkIndex(column, columns)];
  }

  /// {@return a copy of all colours, row by row}
  public int[] toArray() {
    return argb.clone();
  }

  /// Returns the picture without transparency, drawn over a background colour.
  ///
  /// @param paper the background colour as `0xRRGGBB`; the upper byte is ignored
  /// @return opaque pixels in the same number of rows and columns
  public Pixels over(int paper) {
    int[] flat = new int[argb.length];
    for (int k = 0; k < flat.length; k++) {
      int opacity = argb[k] >>> 24;
      int colour = 0xff;
      for (int shift = 16; shift >= 0; shift -= 8) {
        int mixed =
            (argb[k] >> shift & 0xff) * opacity + (paper >> shift & 0xff) * (0xff - opacity);
        colour = colour << 8 | (mixed + 0xff / 2) / 0xff;
      }
      flat[k] = colour;
    }
    return new Pixels(rows, columns, flat);
  }

  /// Returns the picture in another size. Along an axis that grows, pixels are repeated; along an
  /// axis that shrinks, a new pixel is the mean of the pixels that it covers.
  ///
  /// @param newRows the new number of rows, at least 1
  /// @param newColumns the new number of columns, at least 1
  /// @return the resized picture, or this object if the size is the same
  /// @throws IllegalArgumentException if a size is below 1
  public Pixels resized(int newRows, int newColumns) {
    if (newRows < 1 || newColumns < 1) {
      throw new IllegalArgumentException(
          "a picture has pixels, found " + newRows + " times " + newColumns);
    }
    if (newRows == rows && newColumns == columns) {
      return this;
    }
    int[] resized = new int[Math.multiplyExact(newRows, newColumns)];
    for (int row = 0; row < newRows; row++) {
      int top = begin(row, rows, newRows);
      int bottom = Math.max(top + 1, begin(row + 1, rows, newRows));
      for (int column = 0; column < newColumns; column++) {
        int left = begin(column, columns, newColumns);
        int right = Math.max(left + 1, begin(column + 1, columns, newColumns));
        resized[row * newColumns + column] = mean(top, bottom, left, right);
      }
    }
    return new Pixels(newRows, newColumns, resized);
  }

  /// The first of the old pixels that a new pixel covers. When shrinking, each old pixel is covered
  /// by exactly one new pixel.
  private static int begin(int place, int count, int newCount) {
    return (int) ((long) place * count / newCount);
  }

  private int mean(int top, int bottom, int left, int right) {
    int first = argb[top * columns + left];
    int count = (bottom - top) * (right - left);
    if (count == 1) {
      return first;
    }
    int mean = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
      long sum = 0;
      for (int row = top; row < bottom; row++) {
        for (int column = left; column < right; column++) {
          sum += argb[row * columns + column] >> shift & 0xff;
        }
      }
      mean |= (int) ((sum + count / 2) / count) << shift;
    }
    return mean;
  }
}
