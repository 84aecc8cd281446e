package io.ndmap.zip;

/// Computes the CRC-32 of some bytes followed by zeros, in time logarithmic in the number of zeros.
/// A CRC is linear over GF(2). So appending a zero byte multiplies the CRC state by a matrix, and
/// appending 2ⁿ zero bytes multiplies the state by the 2ⁿ-th power of that matrix.
public final class ZeroCrc {

  private static final int POLYNOMIAL = 0xedb8_8320;

  private ZeroCrc() {}

  /// Appends zeros.
  ///
  /// @param crc the CRC of the bytes before the zeros
  /// @param zeros the number of zeros
  /// @return the CRC of all bytes
  public static int append(int crc, long zeros) {
    int[] power = new int[Integer.SIZE];
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      power[bit] = afterOneByte(1 << bit);
    }
    int state = ~crc;
    for (long left = zeros; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        state = times(power, state);
      }
      int[] square = new int[Integer.SIZE];
      for (int bit = 0; bit < Integer.SIZE; bit++) {
        square[bit] = times(power, power[bit]);
      }
      power = square;
    }
    return ~state;
  }

  /// The CRC state after one more zero byte.
  private static int afterOneByte(int state) {
    int next = state;
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      next = (next >>> 1) ^ (POLYNOMIAL & -(next & 1));
    }
    return next;
  }

  /// The product of a matrix, given by its columns, and a vector over GF(2).
  private static int times(int[] matrix, int vector) {
    int product = 0;
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      product ^= matrix[bit] & -(vector >>> bit & 1);
    }
    return product;
  }
}
