package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Loops on many elements, in memory that they may take in place and in other memory.
@Tag("either-way")
class PlacesOfOperandsTest {

  enum Place {
    OWN,
    MAPPED,
    PROMISED
  }

  private final List<NpyFile> files = new ArrayList<>();

  @AfterEach
  void close() {
    files.forEach(NpyFile::close);
  }

  /// More than all blocks of a tile hold, and no multiple of anything.
  private static final int COUNT = 100_003;

  private @TempDir Path directory;

  /// Whole numbers, which all dtypes have.
  private NdView<?> some(Place place, String dtype, int seed) throws IOException {
    NdView<?> longs = NdView.of(new Random(seed).longs(COUNT, 0, 100).toArray());
    NdView<?> items = NdView.zeros(DType.parse(dtype), longs.shape(), Order.C);
    longs.copyTo(items, Casting.UNSAFE);
    if (place == Place.OWN) {
      return items;
    }
    Path file = Files.createTempDirectory(directory, "one").resolve("a.npy");
    NpyFile.write(file, items);
    OpenOptions options = OpenOptions.DEFAULT;
    NpyFile opened =
        NpyFile.open(
            file, OpenMode.READ_WRITE, place == Place.PROMISED ? options.promisingSize() : options);
    files.add(opened);
    return opened.view();
  }

  private static double[] numbers(NdView<?> items) {
    return items.astype(DType.FLOAT64, Casting.UNSAFE).as(DoubleView.class).toArray();
  }

  private static Stream<String> real() {
    return Stream.of("<f8", "<f4", "<i8", "<i4", "<u2", "|i1", ">f8");
  }

  @ParameterizedTest
  @EnumSource
  void multiplesAreAdded(Place place) throws IOException {
    for (String dtype : real().toList()) {
      NdView<?> target = some(place, "<f8", 1);
      NdView<?> items = some(place, dtype, 2);
      double[] before = numbers(target);
      double[] added = numbers(items);

      target.addScaled(items, 2.0);

      requireItems(dtype, numbers(target), i -> before[i] + 2 * added[i]);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void numbersAreAddedComparedAndLimited(Place place) throws IOException {
    for (String dtype : Stream.concat(real(), Stream.of("<c16", "<c8")).toList()) {
      NdView<?> items = some(place, dtype, 3);
      boolean complex = dtype.contains("c");
      double[] before = numbers(complex ? items.real() : items);
      NdView<?> sums = items.combine(Binary.PLUS, 3L);
      double[] answers = complex ? before : numbers(items.compare(Comparison.LESS, 60L));
      if (!complex) {
        items.clip(20L, 90L);
      }
      double[] limited = numbers(complex ? items.real() : items);
      double[] found = numbers(complex ? sums.real() : sums);
      requireItems(dtype, found, i -> before[i] + 3);
      if (!complex) {
        requireItems(dtype, answers, i -> before[i] < 60 ? 1 : 0);
        requireItems(dtype, limited, i -> Math.clamp(before[i], 20.0, 90.0));
      }
    }
  }

  /// An assertion about each item would take longer than all else.
  private static void requireItems(String dtype, double[] found, IntToDoubleFunction expected) {
    assertThat(found).hasSize(COUNT);
    for (int i = 0; i < COUNT; i++) {
      if (found[i] != expected.applyAsDouble(i)) {
        assertThat(found[i]).as("%s, element %s", dtype, i).isEqualTo(expected.applyAsDouble(i));
      }
    }
  }
}
