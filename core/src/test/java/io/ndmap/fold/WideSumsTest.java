package io.ndmap.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against exact integers.
class WideSumsTest {

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 403})
  void isExact(int rows) {
    int width = 7;
    Random random = new Random(rows);
    BigInteger[] signed = new BigInteger[width];
    BigInteger[] unsigned = new BigInteger[width];
    Arrays.fill(signed, BigInteger.ZERO);
    Arrays.fill(unsigned, BigInteger.ZERO);
    WideSums signedSums = new WideSums(width, false);
    WideSums unsignedSums = new WideSums(width, true);
    for (int i = 0; i < rows; i += WideSums.ROWS) {
      long[][] table = new long[WideSums.ROWS][width];
      int count = Math.min(WideSums.ROWS, rows - i);
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
