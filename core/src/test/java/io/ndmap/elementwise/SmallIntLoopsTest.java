package io.ndmap.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/// Small integers, several in a word, beside one at a time: all pairs of bytes; of shorts those at
/// the ends, and random ones.
class SmallIntLoopsTest {

  /// One more than fills words, so that the last one is in part empty.
  private static final int COUNT = (1 << 16) + 1;

  private static final int[] EDGES = {0, 1, 2, 127, 128, 255, 256, 32767, 32768, 65534, 65535};

  private static Stream<ScalarKind> kinds() {
    return Stream.of(ScalarKind.INT8, ScalarKind.UINT8, ScalarKind.INT16, ScalarKind.UINT16);
  }

  /// Two operands that meet in every way, and room for results.
  private record Items(ScalarKind kind, Run x, Run y, Run z) {

    static Items of(ScalarKind kind) {
      Random random = new Random(7);
      long bytes = (long) COUNT * kind.itemsize() + 3;
      ArrayRoom room = new ArrayRoom(1 << 12);
      Run x = new Run(Arena.ofAuto().allocate(bytes), 3, room);
      Run y = new Run(Arena.ofAuto().allocate(bytes), 1, room);
      for (int i = 0; i < COUNT; i++) {
        boolean edge = i < EDGES.length * EDGES.length;
        int first = edge ? EDGES[i % EDGES.length] : random.nextInt();
        int second = edge ? EDGES[i / EDGES.length] : random.nextInt();
        set(kind, x, i, kind.itemsize() == 1 ? i : first);
        set(kind, y, i, kind.itemsize() == 1 ? i >> 8 : second);
      }
      return new Items(kind, x, y, new Run(Arena.ofAuto().allocate(bytes), 2, room));
    }

    private static void set(ScalarKind kind, Run run, int i, int item) {
      if (kind.itemsize() == 1) {
        run.set(i, (byte) item);
      } else {
        run.set(i, (short) item);
      }
    }

    int get(Run run, int i) {
      return wrap(kind.itemsize() == 1 ? run.getByte(i) : run.getShort(i));
    }

    /// The low bits as an item.
    int wrap(int value) {
      return switch (kind) {
        case INT8 -> (byte) value;
        case UINT8 -> value & 0xff;
        case INT16 -> (short) value;
        default -> value & 0xffff;
      };
    }

    void check(Loop loop, IntBinaryOperator expected, boolean mask) {
      loop.run(x, y, z, COUNT);
      for (int i = 0; i < COUNT; i++) {
        int a = get(x, i);
        int b = get(y, i);
        assertThat(mask ? z.getByte(i) : get(z, i))
            .as("%d and %d", a, b)
            .isEqualTo(expected.applyAsInt(a, b));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"PLUS", "MINUS", "TIMES", "AND", "OR", "XOR", "MINIMUM", "MAXIMUM"},
      mode = Mode.INCLUDE)
  void arithmeticWraps(Binary operation) {
    kinds()
        .map(Items::of)
        .forEach(
            items ->
                items.check(
                    SmallIntLoops.of(operation, items.kind()),
                    (a, b) ->
                        items.wrap(
                            switch (operation) {
                              case PLUS -> a + b;
                              case MINUS -> a - b;
                              case TIMES -> a * b;
                              case AND -> a & b;
                              case OR -> a | b;
                              case XOR -> a ^ b;
                              case MINIMUM -> Math.min(a, b);
                              default -> Math.max(a, b);
                            }),
                    false));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"LESS", "LESS_EQUAL", "EQUAL", "NOT_EQUAL"},
      mode = Mode.INCLUDE)
  void comparisonsMakeMasks(Comparison how) {
    kinds()
        .map(Items::of)
        .forEach(
            items ->
                items.check(
                    SmallIntLoops.of(how, items.kind()),
                    (a, b) ->
                        switch (how) {
                          case LESS -> a < b ? 1 : 0;
                          case LESS_EQUAL -> a <= b ? 1 : 0;
                          case EQUAL -> a == b ? 1 : 0;
                          default -> a != b ? 1 : 0;
                        },
                    true));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void rangesLimitAndTell(ScalarKind kind) {
    Items items = Items.of(kind);
    int least = items.wrap(kind.isUnsigned() ? 3 : -3);
    int greatest = items.wrap(kind.isUnsigned() ? 200 : 100);
    items.check(
        SmallIntLoops.clip(kind, least, greatest), (a, b) -> Math.clamp(a, least, greatest), false);
    items.check(
        SmallIntLoops.within(kind, least, greatest, false),
        (a, b) -> a >= least && a <= greatest ? 1 : 0,
        true);
    items.check(
        SmallIntLoops.within(kind, least, greatest, true),
        (a, b) -> a >= least && a <= greatest ? 0 : 1,
        true);
  }

  /// What lies around the results is another's.
  @ParameterizedTest
  @MethodSource("kinds")
  void nothingElseIsWritten(ScalarKind kind) {
    MemorySegment memory = Arena.ofAuto().allocate(64);
    ArrayRoom room = new ArrayRoom(1 << 12);
    Run ones = new Run(Arena.ofAuto().allocate(64).fill((byte) 1), 0, room);
    SmallIntLoops.of(Binary.PLUS, kind).run(ones, ones, new Run(memory, 5, room), 3);

    byte[] expected = new byte[64];
    Arrays.fill(expected, 5, 5 + 3 * kind.itemsize(), (byte) 2);
    assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
  }
}
