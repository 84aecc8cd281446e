package io.ndmap.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwarPredicateTest {

  private static final int MOST = 70;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void findsTheFirstAndTheLastElement(int itemsize) {
    Random random = new Random(itemsize);
    MemorySegment memory = Arena.global().allocate((MOST + 8L) * itemsize, Long.BYTES);
    for (int round = 0; round < 400; round++) {
      int count = 1 + random.nextInt(MOST);
      // The bytes after the last element also satisfy the predicate, or do not.
      memory.fill((byte) random.nextInt(2));
      boolean[] isOther = new boolean[count];
      for (int i = 0; i < count; i++) {
        isOther[i] = random.nextInt(round % 10 + 1) > 0;
        byte[] item = new byte[itemsize];
        item[itemsize - 1] = (byte) (random.nextBoolean() ? 0x80 : 0);
        item[0] |= (byte) (isOther[i] ? 1 + random.nextInt(127) : 0);
        MemorySegment.copy(MemorySegment.ofArray(item), 0, memory, (long) i * itemsize, itemsize);
      }
      // The highest bit, such as the sign of a zero, is not compared.
      long compared = (1L << (Byte.SIZE * itemsize - 1)) - 1;
      SwarPredicate other = SwarPredicate.nonZero(itemsize, compared, 0);
      for (boolean value : new boolean[] {true, false}) {
        int[] found = IntStream.range(0, count).filter(i -> isOther[i] == value).toArray();
        if (found.length > 0) {
          assertThat(other.indexOf(value, memory, 0, count, false)).isEqualTo(found[0]);
          assertThat(other.indexOf(value, memory, 0, count, true))
              .isEqualTo(found[found.length - 1]);
        } else {
          assertThat(other.indexOf(value, memory, 0, count, false)).isBetween(0, count - 1);
          assertThat(other.indexOf(value, memory, 0, count, true)).isBetween(0, count - 1);
        }
      }
    }
  }
}
