package io.ndmap.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.PublicationTimeoutException;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of publication cells in one process. Several processes: `PublicationProcessTest`.
class PublicationCellTest {

  /// Memory under a name, whose accesses can turn out to have failed.
  private static final class Named extends Backing {
    private final String name;
    private boolean truncated;

    Named(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void barrier() {
      if (truncated) {
        throw new InternalError("a fault occurred in an unsafe memory access operation");
      }
    }
  }

  private final Named file = new Named("table.npy");
  private final Named words = new Named("words.npy");
  private final DoubleView table = doubles(file, 4, 5);
  private final LongView sequences = sequences("<u8");
  private final PublicationCell<DoubleView> cell =
      PublicationCell.of(table.index(0, 2), sequences, 2);
  private final DoubleView mine = doubles(Backing.MEMORY, 5);

  private static NdView<?> array(Backing backing, DType dtype, long... sizes) {
    Shape shape = Shape.of(sizes);
    MemorySegment memory = Arena.ofAuto().allocate(shape.byteSize(dtype.itemsize()), 8);
    return NdView.of(memory, dtype, shape, Order.C, backing);
  }

  private static DoubleView doubles(Backing backing, long... sizes) {
    return array(backing, DType.FLOAT64, sizes).as(DoubleView.class);
  }

  private LongView sequences(String dtype) {
    return array(words, DType.parse(dtype), 4).as(LongView.class);
  }

  private static DoubleView row(double... values) {
    DoubleView row = doubles(Backing.MEMORY, values.length);
    row.copyFrom(values);
    return row;
  }

  private static <V extends NdView<V>> V readOnly(NdView<V> view, Class<V> leaf) {
    return NdView.of(view.segment().asReadOnly(), view.dtype(), view.strided(), view.backing())
        .as(leaf);
  }

  // ---- publishing and reading

  @Test
  void aReaderGetsWhatWasPublishedLast() {
    assertThat(cell.version()).isZero();
    assertThat(cell.read(mine)).isZero();
    assertThat(mine.toArray()).containsOnly(0);
    assertThat(cell.publish(row(1, 2, 3, 4, 5))).isEqualTo(1);
    assertThat(cell.publish(row(5, 4, 3, 2, 1))).isEqualTo(2);
    assertThat(cell.version()).isEqualTo(2);
    assertThat(cell.read(mine)).isEqualTo(2);
    assertThat(mine.toArray()).containsExactly(5, 4, 3, 2, 1);
    assertThat(sequences.toArray()).containsExactly(0, 0, 4, 0);
    assertThat(table.index(0, 1).toArray()).containsOnly(0);
    assertThat(table.index(0, 3).toArray()).containsOnly(0);
  }

  @Test
  void anUpdateChangesTheRegionInPlace() {
    long version =
        cell.update(
            region -> {
              assertThat(sequences.get(2)).isEqualTo(1);
              region.set(3, 8.5);
            });
    assertThat(version).isEqualTo(1);
    assertThat(cell.read(mine)).isEqualTo(1);
    assertThat(mine.toArray()).containsExactly(0, 0, 0, 8.5, 0);
  }

  @Test
  void onlyWhatIsNewerIsCopied() {
    assertThat(cell.readIfNewer(-1, mine)).isZero();
    long version = cell.publish(row(1, 2, 3, 4, 5));
    assertThat(cell.readIfNewer(0, mine)).isEqualTo(version);
    mine.set(0, -1);
    assertThat(cell.readIfNewer(version, mine)).isEqualTo(version);
    assertThat(mine.get(0)).isEqualTo(-1);
    // An update that has begun makes nothing old.
    sequences.set(2, 3);
    assertThat(cell.version()).isEqualTo(version);
    assertThat(cell.readIfNewer(version, mine)).isEqualTo(version);
    assertThat(mine.get(0)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<u8", ">u8", "<i8", ">i8"})
  void theWordMayHaveEitherByteOrder(String dtype) {
    LongView column = array(words, DType.parse(dtype), 3, 8).as(LongView.class).index(1, 0);
    PublicationCell<DoubleView> strided = PublicationCell.of(table.index(1, 1), column, 2);
    assertThat(strided.publish(row(1, 2, 3, 4))).isEqualTo(1);
    DoubleView target = doubles(Backing.MEMORY, 4);
    assertThat(strided.read(target)).isEqualTo(1);
    assertThat(target.toArray()).containsExactly(1, 2, 3, 4);
    assertThat(column.get(2)).isEqualTo(2);
  }

  @Test
  void theRegionMayBeOfAnyDtypeAndLayout() {
    DType record = DType.parse("[('n', '<i4'), ('name', '<U3'), ('xy', '>f8', (2,))]");
    NdView<?> region = array(file, record, 3, 4).slice("::-1, ::2");
    PublicationCell<NdView<?>> records = PublicationCell.of(region, sequences, 0);
    NdView<?> source = array(Backing.MEMORY, record, 3, 2);
    source.field("name").setValue(new long[] {1, 1}, "ab");
    source.field("n").setLong(new long[] {2, 0}, 9);
    var _ = records.publish(source);
    NdView<?> swapped =
        array(
            Backing.MEMORY,
            DType.parse("[('n', '>i4'), ('name', '>U3'), ('xy', '<f8', (2,))]"),
            3,
            2);
    assertThat(records.read(swapped)).isEqualTo(1);
    assertThat(swapped).hasToString(source.toString());
  }

  @Test
  void theWordMayStandAloneOrBesideTheRegionInARecord() {
    NdView<?> records = array(file, DType.parse("[('seq', '<u8'), ('x', '<f8', (5,))]"), 3);
    LongView words = records.field("seq").as(LongView.class);
    PublicationCell<DoubleView> second =
        PublicationCell.of(records.field("x").as(DoubleView.class).index(0, 1), words.index(0, 1));
    assertThat(second.publish(row(1, 2, 3, 4, 5))).isEqualTo(1);
    assertThat(words.toArray()).containsExactly(0, 2, 0);
    PublicationCell<NdView<?>> column = PublicationCell.of(records.field("x"), words, 0);
    assertThat(column.update(_ -> {})).isEqualTo(1);
  }

  // ---- writers that fail

  @Test
  void aRegionInTheMiddleOfAnUpdateEndsReadersAndIsRepairedByTheNext() {
    var _ = cell.publish(row(1, 2, 3, 4, 5));
    sequences.set(2, 3);
    table.set(2, 0, 9);
    assertThatExceptionOfType(PublicationTimeoutException.class)
        .isThrownBy(() -> cell.withAttempts(250).read(mine))
        .withMessage(
            "table.npy: the region of <f8 (5,) at byte 80, with its sequence word at byte 16 of"
                + " words.npy, was not whole in 250 attempts; the word stayed at 3, in the middle"
                + " of an update: its writer died, is stopped or takes long; the next update makes"
                + " the region whole again")
        .satisfies(e -> assertThat(e.sequence()).isEqualTo(3));
    assertThat(cell.publish(row(6, 7, 8, 9, 10))).isEqualTo(2);
    assertThat(cell.read(mine)).isEqualTo(2);
    assertThat(mine.toArray()).containsExactly(6, 7, 8, 9, 10);
  }

  @Test
  void theDefaultIsBoundedToo() {
    sequences.set(2, 7);
    assertThatExceptionOfType(PublicationTimeoutException.class)
        .isThrownBy(() -> cell.read(mine))
        .withMessageContaining("was not whole in 1300 attempts; the word stayed at 7");
  }

  @Test
  void aWriterThatIsTooFastForItsReadersIsCalledSo() {
    // Each attempt of the reader meets an update: its target is the cell's own row, whose memory
    // asks for the next one.
    Backing publishing =
        new Backing() {
          @Override
          public String name() {
            return "fast.npy";
          }

          @Override
          public void barrier() {
            sequences.set(0, sequences.get(0) + 2);
          }
        };
    DoubleView region = doubles(publishing, 5);
    PublicationCell<DoubleView> fast = PublicationCell.of(region, sequences, 0);
    assertThatExceptionOfType(PublicationTimeoutException.class)
        .isThrownBy(() -> fast.withAttempts(3).read(mine))
        .withMessage(
            "fast.npy: the region of <f8 (5,) at byte 0, with its sequence word at byte 0 of"
                + " words.npy, was not whole in 3 attempts; the word went from 0 to 6: the writer"
                + " publishes faster than the region can be copied");
    assertThatExceptionOfType(PublicationTimeoutException.class)
        .isThrownBy(() -> fast.withAttempts(1).read(mine))
        .withMessageContaining("was not whole in 1 attempt; the word went from 6 to 8");
  }

  @Test
  void anUpdateThatThrowsIsNotPublished() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                cell.update(
                    region -> {
                      region.set(0, 1);
                      throw new IllegalStateException("no quote");
                    }))
        .withMessage("no quote");
    assertThat(cell.version()).isZero();
    assertThatExceptionOfType(PublicationTimeoutException.class)
        .isThrownBy(() -> cell.withAttempts(5).read(mine))
        .withMessageContaining("the word stayed at 1");
    assertThat(cell.publish(row(1, 2, 3, 4, 5))).isEqualTo(1);
    assertThat(cell.read(mine)).isEqualTo(1);
  }

  @Test
  void twoWritersAreFoundOutByTheFirst() {
    assertThatIllegalStateException()
        .isThrownBy(() -> cell.update(_ -> cell.publish(row(1, 2, 3, 4, 5))))
        .withMessage(
            "table.npy: the region of <f8 (5,) at byte 80, with its sequence word at byte 16 of"
                + " words.npy, has two writers: the word was 1 when the update began, and is now"
                + " 2");
  }

  @Test
  void whatFaultedIsNotPublished() {
    file.truncated = true;
    assertThatExceptionOfType(MappingFaultException.class)
        .isThrownBy(() -> cell.update(region -> region.set(0, 1)))
        .withMessageStartingWith("table.npy or words.npy: the mapped memory cannot be accessed");
    assertThat(sequences.get(2)).isEqualTo(1);
    assertThatExceptionOfType(MappingFaultException.class)
        .isThrownBy(() -> cell.publish(row(1, 2, 3, 4, 5)))
        .withMessageStartingWith("table.npy: the mapped memory cannot be accessed");
    assertThat(sequences.get(2)).isEqualTo(1);
  }

  @Test
  void aCopyThatFaultedIsNotTrusted() {
    file.truncated = true;
    assertThatExceptionOfType(MappingFaultException.class)
        .isThrownBy(() -> cell.read(mine))
        .withMessageStartingWith("table.npy: the mapped memory cannot be accessed");
    file.truncated = false;
    words.truncated = true;
    assertThatExceptionOfType(MappingFaultException.class)
        .isThrownBy(() -> cell.read(mine))
        .withMessageStartingWith("table.npy or words.npy: the mapped memory cannot be accessed");
    assertThatExceptionOfType(MappingFaultException.class).isThrownBy(cell::version);
    assertThatExceptionOfType(MappingFaultException.class)
        .isThrownBy(() -> cell.readIfNewer(0, mine));
  }

  @Test
  void aSleepingReaderCanBeInterrupted() {
    sequences.set(2, 1);
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(OperationInterruptedException.class)
        .isThrownBy(() -> cell.read(mine));
    assertThat(Thread.interrupted()).isTrue();
  }

  // ---- what is refused

  @Test
  void whatDoesNotFitLeavesTheRegionAsItWas() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cell.publish(row(1, 2)))
        .withMessage(
            "cannot publish shape (2,) of memory in table.npy: the region of <f8 (5,) at byte 80,"
                + " with its sequence word at byte 16 of words.npy");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> cell.publish(array(Backing.MEMORY, DType.INT64, 5)))
        .withMessage("cannot copy elements of <i8 of memory into elements of <f8 of table.npy");
    assertThat(sequences.get(2)).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cell.read(row(1, 2)))
        .withMessage("cannot copy shape (5,) of table.npy into shape (2,) of memory");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> cell.read(array(Backing.MEMORY, DType.INT64, 5)));
  }

  @Test
  void readOnlyViewsMakeACellForReaders() {
    var _ = cell.publish(row(1, 2, 3, 4, 5));
    LongView seen = readOnly(sequences, LongView.class);
    DoubleView row = readOnly(table, DoubleView.class).index(0, 2);
    PublicationCell<DoubleView> reader = PublicationCell.of(row, seen, 2);
    assertThat(reader.read(mine)).isEqualTo(1);
    assertThat(mine.get(4)).isEqualTo(5);
    assertThatExceptionOfType(ReadOnlyViewException.class)
        .isThrownBy(() -> reader.publish(mine))
        .withMessageStartingWith("words.npy: the view is read-only");
    assertThatExceptionOfType(ReadOnlyViewException.class)
        .isThrownBy(() -> PublicationCell.of(row, sequences, 2).update(_ -> {}))
        .withMessageStartingWith("table.npy: the view is read-only");
    assertThat(sequences.get(2)).isEqualTo(2);
  }

  @Test
  void aWordThatIsNotAlignedIsRefused() {
    LongView field =
        array(words, DType.parse("[('a', '<i4'), ('b', '<u8'), ('c', '<i4')]"), 3)
            .field("b")
            .as(LongView.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicationCell.of(table, field, 1))
        .withMessage(
            "words.npy: elements of <u8 are atomic only at multiples of 8 bytes, but the first one"
                + " is 4 bytes after one: it is at byte 20 of memory that begins 0 bytes after"
                + " one");
  }

  @Test
  void aWordInAJavaArrayIsRefused() {
    LongView heap =
        NdView.of(MemorySegment.ofArray(new long[4]), DType.UINT64, Shape.of(4), Order.C, words)
            .as(LongView.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicationCell.of(table, heap, 1))
        .withMessageStartingWith("words.npy: a Java array is not shared with other processes");
  }

  @Test
  void aWordInsideItsRegionIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicationCell.of(sequences, sequences, 3))
        .withMessage(
            "words.npy: the sequence word at byte 24 is a part of the region that it guards");
    var _ = PublicationCell.of(sequences.slice(0, 0, 3, 1), sequences, 3);
  }

  @Test
  void aWordThatIsNotThereIsRefused() {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> PublicationCell.of(table, sequences, -1))
        .withMessage("index -1 is out of bounds for axis 0 with size 4");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicationCell.of(table, sequences))
        .withMessage("an array of rank 1 takes 1 indices, found 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cell.withAttempts(0))
        .withMessage("a reader needs 1 attempt or more, found 0");
  }

  // ---- threads

  @Test
  void readersNeverSeeHalfOfAnUpdate() throws Exception {
    int versions = 20_000;
    DoubleView region = doubles(file, 512);
    PublicationCell<DoubleView> shared = PublicationCell.of(region, sequences, 0);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<Integer>> readers =
          Stream.generate(() -> threads.submit(() -> follow(shared, versions))).limit(2).toList();
      DoubleView row = doubles(Backing.MEMORY, 512);
      for (int i = 1; i <= versions; i++) {
        double value = i;
        row.apply(_ -> value);
        assertThat(shared.publish(row)).isEqualTo(i);
        // Time to read in.
        for (int spin = 0; spin < 100; spin++) {
          Thread.onSpinWait();
        }
      }
      for (Future<Integer> reader : readers) {
        assertThat(reader.get()).isPositive();
      }
    }
  }

  /// Reads until the last version is there.
  ///
  /// @return how many versions it saw
  private static int follow(PublicationCell<DoubleView> cell, int versions) {
    DoubleView row = doubles(Backing.MEMORY, 512);
    int seen = 0;
    for (long version = 0; version < versions; seen++) {
      version = cell.read(row);
      double[] expected = new double[512];
      Arrays.fill(expected, (double) version);
      if (!Arrays.equals(row.toArray(), expected)) {
        throw new AssertionError("version " + version + " is torn: " + row);
      }
    }
    return seen;
  }

  /// The word stays odd: who waited for it would time out.
  @Test
  void targetsThatDoNotFitAreRefusedBeforeTheWordIsWaitedFor() {
    sequences.set(2, 1);
    NdView<?> longs = array(Backing.MEMORY, DType.INT64, 5);
    assertThatExceptionOfType(DTypeException.class).isThrownBy(() -> cell.read(longs));
    DoubleView six = doubles(Backing.MEMORY, 6);
    assertThatIllegalArgumentException().isThrownBy(() -> cell.read(six));
    NdView<?> shared = doubles(Backing.MEMORY).broadcastTo(Shape.of(5));
    assertThatExceptionOfType(ReadOnlyViewException.class).isThrownBy(() -> cell.read(shared));
  }
}
