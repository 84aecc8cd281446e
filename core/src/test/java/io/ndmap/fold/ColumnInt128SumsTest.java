package io.ndmap.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares sums with those of big integers.
class ColumnInt128SumsTest {

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 403})
  void isExact(int rows) {
    int width = 7;
    Random random = new Random(rows);
    BigInteger[] signed = new BigInteger[width];
    BigInteger[] unsigned = new BigInteger[width];
    Arrays.fill(signed, BigInteger.ZERO);
    Arrays.fill(unsigned, BigInteger.ZERO);
    ColumnInt128Sums signedSums = new ColumnInt128Sums(width, false);
    ColumnInt128Sums unsignedSums = new ColumnInt128Sums(width, true);
    for (int i = 0; i < rows; i += ColumnInt128Sums.ROWS) {
      long[][] table = new long[ColumnInt128Sums.ROWS][width];
      int count = Math.min(ColumnInt128Sums.ROWS, rows - i);
      for (int k = 0; k < count; k++) {
        for (int j = 0; j < width; j++) {
          long item = new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, random.nextLong() | 1}[j % 4];
          table[k][j] = item;
          signed[j] = signed[j].add(BigInteger.valueOf(item));
          unsigned[j] = unsigned[j].add(new BigInteger(Long.toUnsignedString(item)));
        }
      }
      signedSums.add(table, count);
      unsignedSums.add(table, count);
    }
    for (int j = 0; j < width; j++) {
      assertThat(signedSums.sum(j).exact()).isEqualTo(signed[j]);
      assertThat(unsignedSums.sum(j).exact()).isEqualTo(unsigned[j]);
    }
  }
}
