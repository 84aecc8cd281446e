package io.ndmap.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.fold.IntegerColumns.Wanted;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against exact integers.
class IntegerColumnsTest {

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 403})
  void isExactOrModulo(int rows) {
    int width = 7;
    Random random = new Random(rows);
    BigInteger[] signed = new BigInteger[width];
    BigInteger[] unsigned = new BigInteger[width];
    BigInteger[] product = new BigInteger[width];
    Arrays.fill(signed, BigInteger.ZERO);
    Arrays.fill(unsigned, BigInteger.ZERO);
    Arrays.fill(product, BigInteger.ONE);
    Map<Wanted, IntegerColumns> all = new EnumMap<>(Wanted.class);
    for (Wanted wanted : Wanted.values()) {
      var _ = all.put(wanted, new IntegerColumns(width, wanted));
    }
    for (int i = 0; i < rows; i += IntegerColumns.ROWS) {
      long[][] table = new long[IntegerColumns.ROWS][width];
      for (int k = 0; k < Math.min(IntegerColumns.ROWS, rows - i); k++) {
        for (int j = 0; j < width; j++) {
          long item = new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, random.nextLong() | 1}[j % 4];
          table[k][j] = item;
          signed[j] = signed[j].add(BigInteger.valueOf(item));
          unsigned[j] = unsigned[j].add(new BigInteger(Long.toUnsignedString(item)));
          product[j] = product[j].multiply(BigInteger.valueOf(item));
        }
      }
      for (IntegerColumns columns : all.values()) {
        columns.take(table, Math.min(IntegerColumns.ROWS, rows - i));
      }
    }
    for (int j = 0; j < width; j++) {
      assertThat(get(all, Wanted.SUM).results()[j]).isEqualTo(signed[j].longValue());
      assertThat(get(all, Wanted.PRODUCT).results()[j]).isEqualTo(product[j].longValue());
      assertThat(get(all, Wanted.EXACT_SUM).exact(j).exact()).isEqualTo(signed[j]);
      assertThat(get(all, Wanted.EXACT_UNSIGNED_SUM).exact(j).exact()).isEqualTo(unsigned[j]);
    }
  }

  private static IntegerColumns get(Map<Wanted, IntegerColumns> all, Wanted wanted) {
    return Objects.requireNonNull(all.get(wanted));
  }
}
