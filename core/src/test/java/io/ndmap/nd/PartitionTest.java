package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.layout.Box;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.testing.Numpy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every element of an array is in exactly one part, and the parts are those that everybody else's
/// arithmetic makes.
class PartitionTest {

  private static final int RUNS = 3000;

  private static Shape random(Random random, int rank) {
    return Shape.of(random.longs(rank, 0, rank > 4 ? 4 : 7).toArray());
  }

  private static List<Box> boxes(Partition partition) {
    return LongStream.range(0, partition.count()).mapToObj(partition::box).toList();
  }

  /// Each element in one box, and no box beyond the array.
  private static void requireExact(Partition partition) {
    Shape shape = partition.shape();
    int[] owners = new int[Math.toIntExact(shape.itemCount())];
    for (Box box : boxes(partition)) {
      box.requireWithin(shape, partition.describe());
      for (long number = 0; number < box.itemCount(); number++) {
        long rest = number;
        long place = 0;
        long step = 1;
        for (int axis = shape.rank() - 1; axis >= 0; axis--) {
          place += (box.start(axis) + rest % box.shape().size(axis)) * step;
          rest /= box.shape().size(axis);
          step *= shape.size(axis);
        }
        owners[(int) place]++;
      }
    }
    assertThat(Arrays.stream(owners).allMatch(n -> n == 1)).as(partition.describe()).isTrue();
  }

  /// The bounds of an axis' pieces, one after the other.
  private interface Cut {
    List<long[]> pieces(int axis, long size);
  }

  private static List<long[]> evenly(long size, long n) {
    List<long[]> pieces = new ArrayList<>();
    long at = 0;
    for (long part = 0; part < n; part++) {
      long length = size / n + (part < size % n ? 1 : 0);
      pieces.add(new long[] {at, at + length});
      at += length;
    }
    return pieces;
  }

  private static List<long[]> byLength(long size, long length) {
    List<long[]> pieces = new ArrayList<>();
    for (long at = 0; at < size; at += length) {
      pieces.add(new long[] {at, Math.min(size, at + length)});
    }
    return pieces;
  }

  /// All combinations of the axes' pieces, the last axis or the first varying fastest.
  private static List<Box> naive(Shape shape, Order order, Cut cut) {
    List<Box> boxes = new ArrayList<>();
    boxes.add(Box.whole(Shape.SCALAR));
    for (int k = 0; k < shape.rank(); k++) {
      int axis = order == Order.C ? k : shape.rank() - 1 - k;
      List<Box> more = new ArrayList<>();
      for (Box slower : boxes) {
        for (long[] piece : cut.pieces(axis, shape.size(axis))) {
          more.add(order == Order.C ? behind(slower, piece) : before(piece, slower));
        }
      }
      boxes = more;
    }
    return boxes;
  }

  private static Box behind(Box box, long[] piece) {
    return bounds(
        LongStream.concat(starts(box), LongStream.of(piece[0])),
        LongStream.concat(ends(box), LongStream.of(piece[1])));
  }

  private static Box before(long[] piece, Box box) {
    return bounds(
        LongStream.concat(LongStream.of(piece[0]), starts(box)),
        LongStream.concat(LongStream.of(piece[1]), ends(box)));
  }

  private static Box bounds(LongStream starts, LongStream ends) {
    return Box.of(starts.toArray(), ends.toArray());
  }

  private static LongStream starts(Box box) {
    return LongStream.range(0, box.rank()).map(axis -> box.start((int) axis));
  }

  private static LongStream ends(Box box) {
    return LongStream.range(0, box.rank()).map(axis -> box.end((int) axis));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void anAxisIsCutByTheRuleOfMpi(int rank) {
    Random random = new Random(100 + rank);
    for (int run = 0; run < RUNS / rank; run++) {
      Shape shape = random(random, rank);
      int axis = random.nextInt(rank);
      long n = 1L + random.nextInt(10);
      Partition partition =
          Partition.alongAxis(shape, random.nextBoolean() ? axis : axis - rank, n);
      assertThat(partition.count()).isEqualTo(n);
      assertThat(boxes(partition))
          .isEqualTo(naive(shape, Order.C, (at, size) -> evenly(size, at == axis ? n : 1)));
      requireExact(partition);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void severalAxesAreCutEach(int rank) {
    Random random = new Random(200 + rank);
    for (int run = 0; run < RUNS / (1 + rank); run++) {
      Shape shape = random(random, rank);
      long[] parts = random.longs(rank, 1, rank > 3 ? 4 : 9).toArray();
      Partition partition = Partition.blocks(shape, parts);
      assertThat(partition.grid()).isEqualTo(Shape.of(parts));
      assertThat(boxes(partition))
          .isEqualTo(naive(shape, Order.C, (axis, size) -> evenly(size, parts[axis])));
      requireExact(partition);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void chunksHaveOneShapeButForTheRest(int rank) {
    Random random = new Random(300 + rank);
    for (int run = 0; run < RUNS / (1 + rank); run++) {
      Shape shape = random(random, rank);
      Shape chunk = Shape.of(random.longs(rank, 1, 9).toArray());
      Order order = random.nextBoolean() ? Order.C : Order.F;
      Chunks chunks = Partition.chunks(shape, order, chunk);
      List<Box> boxes = boxes(chunks);
      assertThat(boxes)
          .as(chunks.describe())
          .isEqualTo(naive(shape, order, (axis, size) -> byLength(size, chunk.size(axis))));
      assertThat(boxes).noneMatch(Box::isEmpty);
      requireExact(chunks);
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void chunksOfSomeBytesLieTogether(Order order) {
    Random random = new Random(400);
    for (int run = 0; run < RUNS; run++) {
      Shape shape = random(random, random.nextInt(7));
      int itemsize = random.nextInt(17);
      long bytes = 1L + random.nextInt(400);
      Chunks chunks = Partition.chunksOf(shape, order, itemsize, bytes);
      assertThat(chunks.order()).isEqualTo(order);
      Strided whole = Strided.contiguous(shape, itemsize, order);
      long end = 0;
      for (Box box : boxes(chunks)) {
        Strided part = whole.slice(box);
        assertThat(part.isContiguous(order, itemsize)).as("%s %s", chunks, box).isTrue();
        // One behind the other, in the order of their numbers.
        assertThat(part.firstByte()).isEqualTo(end);
        end = part.endByte(itemsize);
        assertThat(box.itemCount() == 1 || end - part.firstByte() <= bytes).isTrue();
      }
      assertThat(end).isEqualTo(shape.byteSize(itemsize));
      requireExact(chunks);
    }
  }

  @Test
  void chunksOfSomeBytesAreEven() {
    assertThat(Partition.chunksOf(Shape.of(1000, 100), Order.C, 8, 1 << 16))
        .hasToString("chunks (77, 100) of (1000, 100) in C order");
    assertThat(Partition.chunksOf(Shape.of(1000, 100), Order.F, 8, 7000).chunkShape())
        .isEqualTo(Shape.of(500, 1));
    assertThat(Partition.chunksOf(Shape.of(7, 5), Order.C, 1000, 1).chunkShape())
        .isEqualTo(Shape.of(1, 1));
    assertThat(Partition.chunksOf(Shape.of(7, 5), Order.C, 0, 1).count()).isEqualTo(35);
    assertThat(Partition.chunksOf(Shape.of(7, 5), Order.C, 8, Long.MAX_VALUE).count()).isOne();
  }

  @Test
  void asNumpySplitsArrays() {
    Random random = new Random(500);
    List<long[]> cases = new ArrayList<>();
    for (int run = 0; run < 300; run++) {
      cases.add(new long[] {random.nextInt(40), 1 + random.nextInt(50)});
    }
    String pairs =
        cases.stream()
            .map(each -> "(" + each[0] + "," + each[1] + ")")
            .collect(Collectors.joining(","));
    List<String> theirs;
    try (Numpy numpy = Numpy.start()) {
      theirs =
          numpy.run(
              "for size, n in ["
                  + pairs
                  + "]:\n  result.append(' '.join(repr(p.tolist()) for p in"
                  + " np.array_split(np.arange(size), n)))");
    }
    for (int k = 0; k < cases.size(); k++) {
      Partition partition = Partition.alongAxis(Shape.of(3, cases.get(k)[0]), 1, cases.get(k)[1]);
      String ours =
          boxes(partition).stream()
              .map(box -> LongStream.range(box.start(1), box.end(1)).boxed().toList().toString())
              .collect(Collectors.joining(" "));
      assertThat(ours).as(partition.describe()).isEqualTo(theirs.get(k));
    }
  }

  @Test
  void anArrayWithoutAxesIsOneChunkAndOneWithoutItemsHasNone() {
    assertThat(boxes(Partition.chunks(Shape.SCALAR, Order.C, Shape.SCALAR)))
        .containsExactly(Box.whole(Shape.SCALAR));
    assertThat(boxes(Partition.blocks(Shape.SCALAR))).containsExactly(Box.whole(Shape.SCALAR));
    assertThat(Partition.chunks(Shape.of(5, 0), Order.F, Shape.of(2, 2)).count()).isZero();
    assertThat(boxes(Partition.alongAxis(Shape.of(5, 0), 0, 2)).toString())
        .isEqualTo("[[0:3, 0:0], [3:5, 0:0]]");
  }

  @Test
  void isExactForTheLargestArrays() {
    long max = Long.MAX_VALUE;
    Partition halves = Partition.alongAxis(Shape.of(max), 0, 2);
    assertThat(halves.box(0)).hasToString("[0:4611686018427387904]");
    assertThat(halves.box(1)).hasToString("[4611686018427387904:9223372036854775807]");
    Partition items = Partition.alongAxis(Shape.of(max, 1), 0, max);
    assertThat(items.box(max - 1)).hasToString("[9223372036854775806:9223372036854775807, 0:1]");
    Partition empties = Partition.alongAxis(Shape.of(3), 0, max);
    assertThat(empties.box(2)).hasToString("[2:3]");
    assertThat(empties.box(max - 1)).hasToString("[3:3]");
    Partition chunks = Partition.chunks(Shape.of(max), Order.C, Shape.of(max - 1));
    assertThat(chunks.count()).isEqualTo(2);
    assertThat(chunks.box(1)).hasToString("[9223372036854775806:9223372036854775807]");
    assertThat(Partition.chunks(Shape.of(1L << 32, 1L << 30), Order.F, Shape.of(1, 1)).count())
        .isEqualTo(1L << 62);
    assertThat(Partition.chunksOf(Shape.of(1L << 40, 1L << 20), Order.C, 8, max).chunkShape())
        .isEqualTo(Shape.of(1L << 39, 1L << 20));
  }

  @Test
  void sayWhatTheyAreAndAreReadAgain() {
    assertThat(Partition.alongAxis(Shape.of(1000, 64), 0, 8).describe())
        .isEqualTo("parts (8, 1) of (1000, 64)");
    assertThat(Partition.chunks(Shape.of(9), Order.F, Shape.of(2)).describe())
        .isEqualTo("chunks (2,) of (9,) in F order");
    assertThat(Partition.blocks(Shape.SCALAR).describe()).isEqualTo("parts () of ()");
    Random random = new Random(600);
    for (int run = 0; run < 500; run++) {
      Shape shape = random(random, random.nextInt(7));
      long[] lengths = random.longs(shape.rank(), 1, 9).toArray();
      Partition partition =
          random.nextBoolean()
              ? Partition.blocks(shape, lengths)
              : Partition.chunks(
                  shape, random.nextBoolean() ? Order.C : Order.F, Shape.of(lengths));
      Partition again = Partition.parse(partition.describe());
      assertThat(again).isEqualTo(partition).hasSameHashCodeAs(partition);
      assertThat(again).hasToString(partition.describe());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "parts",
        "parts (8,1) of (1000, 64)",
        "parts (08, 1) of (1000, 64)",
        "parts (8, 1) of (1000, 64) ",
        "parts (8, 1) of (1000, 64)\n",
        "parts (8, 1) of (1000, 64) in C order",
        "parts (0, 1) of (1000, 64)",
        "parts (8) of (1000)",
        "parts (8, 1) of (1000, 99999999999999999999)",
        "chunks (100, 64) of (1000, 64)",
        "chunks (100, 64) of (1000,) in C order",
        "chunks (100, 64) of (1000, 64) in A order",
        "chunks (, ,) of (1000, 64) in C order",
        "chunks (1, -1) of (1000, 64) in C order",
      })
  void whatTheyDidNotSayIsNotRead(String text) {
    assertThatThrownBy(() -> Partition.parse(text))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "'"
                + text
                + "' is not a partition, as 'parts (8, 1) of (1000, 64)' and 'chunks (100, 64) of"
                + " (1000, 64) in C order' are");
  }

  @Test
  void refuseWhatCannotBeCut() {
    Shape shape = Shape.of(4, 6);
    assertThatThrownBy(() -> Partition.alongAxis(shape, 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("axis 2 is out of bounds for an array of rank 2");
    assertThatThrownBy(() -> Partition.alongAxis(shape, 0, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an axis is cut into at least 1 part, found -1");
    assertThatThrownBy(() -> Partition.blocks(shape, 3, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an axis is cut into at least 1 part, found (3, 0)");
    assertThatThrownBy(() -> Partition.blocks(shape, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an array of shape (4, 6) is not cut into parts (3,): the ranks differ");
    assertThatThrownBy(() -> Partition.blocks(shape, 1L << 32, 1L << 32))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a partition of too many parts: the shape (4294967296, 4294967296) has more than 2^63-1"
                + " elements");
    assertThatThrownBy(() -> Partition.chunks(shape, Order.C, Shape.of(1, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a chunk is at least 1 long along each axis, found (1, 0)");
    assertThatThrownBy(() -> Partition.chunks(shape, Order.C, Shape.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "an array of shape (4, 6) is not cut into chunks of shape (1,): the ranks differ");
    assertThatThrownBy(() -> Partition.chunksOf(shape, Order.C, 8, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("chunks of 0 bytes cannot be made of elements of 8");
    assertThatThrownBy(() -> Partition.alongAxis(shape, 0, 3).box(3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("there is no part 3 among the 3 of the partition 'parts (3, 1) of (4, 6)'");
    assertThatThrownBy(() -> Partition.alongAxis(shape, 0, 3).box(-1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
