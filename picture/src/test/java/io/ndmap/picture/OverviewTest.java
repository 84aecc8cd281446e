package io.ndmap.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.op.Execution;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Cells and samples of planes.
class OverviewTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void neverMoreCellsThanItems() {
    Cells cells = Overview.of(NdView.of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3)).cells(9, 9);
    assertThat(cells.rows()).isEqualTo(2);
    assertThat(cells.columns()).isEqualTo(3);
    assertThat(cells.value(Aggregate.MEAN, 1, 0)).isEqualTo(4);
    assertThat(cells.value(Aggregate.STD, 1, 0)).isZero();
    assertThat(cells.isExact()).isTrue();
  }

  @Test
  void boxesAreUneven() {
    Cells cells = Overview.of(NdView.of(new double[] {1, 2, 3, 4, 5, 6, 7})).cells(1, 3);
    assertThat(cells.columnStart(1)).isEqualTo(2);
    assertThat(cells.columnStart(2)).isEqualTo(4);
    assertThat(cells.columnStart(3)).isEqualTo(7);
    assertThat(cells.value(Aggregate.MAX, 0, 1)).isEqualTo(4);
    assertThat(cells.value(Aggregate.MEAN, 0, 2)).isEqualTo(6);
  }

  @Test
  void emptyPlanesHaveNoCells() {
    Cells cells = Overview.of(NdView.zeros(DType.FLOAT32, 0, 5)).cells(4, 4);
    assertThat(cells.rows()).isZero();
    assertThat(cells.mean()).isNaN();
    assertThat(cells.count()).isZero();
  }

  @Test
  void whatHasNoCellsIsRefused() {
    assertThatThrownBy(() -> Overview.of(NdView.zeros(DType.FLOAT32, 2, 2, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an overview is of 1 or 2 axes, found an array of shape (2, 2, 2)");
    assertThatThrownBy(() -> Overview.of(NdView.zeros(DType.parse("<U3"), 4)))
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("are not numbers and have no picture");
    Overview line = Overview.of(NdView.zeros(DType.FLOAT32, 4));
    assertThatThrownBy(() -> line.cells(0, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("at least 1 x 1 cells are needed, found 0 x 4");
    assertThatThrownBy(() -> line.cells(1, 4).value(Aggregate.MEAN, 0, 4))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("there is no cell (0, 4) among 1 x 4");
  }

  @Test
  void samplesLookAtEachCell() {
    double[] numbers = new Random(3).doubles(5_000_000, 10, 20).toArray();
    numbers[77] = Double.NaN;
    NdView<?> view = NdView.of(numbers, 1000, 5000);
    Sample sample = Overview.of(view).sample(100, 200, 1);
    Cells cells = sample.cells();
    assertThat(cells.rows() * cells.columns()).isBetween(1000, 4096);
    assertThat(cells.share()).isBetween(0.01, 0.99);
    for (int row = 0; row < cells.rows(); row++) {
      for (int column = 0; column < cells.columns(); column++) {
        assertThat(cells.count(row, column) + cells.nan(row, column)).isPositive();
        assertThat(cells.value(Aggregate.MEAN, row, column)).isBetween(10.0, 20.0);
      }
    }
    assertThat(sample.percentile(0)).isBetween(10.0, 10.1);
    assertThat(sample.percentile(50)).isBetween(14.8, 15.2);
    assertThat(sample.numbers()).isSorted().hasSizeLessThanOrEqualTo(1 << 16);
    Sample again = Overview.of(view).sample(100, 200, 1);
    assertThat(again.cells().mean()).isEqualTo(cells.mean());
    assertThat(Overview.of(view.transpose()).sample(200, 100, 1).cells().count()).isPositive();
  }

  @Test
  void fewItemsAreAllLookedAt() {
    Sample sample = Overview.of(NdView.of(new double[] {3, 1, 2})).sample(5, 5, 0);
    assertThat(sample.cells().isExact()).isTrue();
    assertThat(sample.numbers()).containsExactly(1, 2, 3);
    assertThat(sample.percentile(25)).isEqualTo(1.5);
    assertThatThrownBy(() -> sample.percentile(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// A sparse file, of which only one page is written.
  @Test
  @Tag("heavy")
  void oneHotItemAmongMany() throws IOException {
    Path file = directory.resolve("hot.npy");
    NpyFile.create(file, DType.FLOAT32, Shape.of(7, 1_000_000_000L / 7), Order.C).close();
    long items = 7 * (1_000_000_000L / 7);
    long hot = items / 3;
    try (NpyFile npy = NpyFile.open(file);
        RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(npy.header().dataOffset() + 4 * hot);
      bytes.writeInt(Integer.reverseBytes(Float.floatToIntBits(5)));
      Cells cells = Overview.of(npy.view().on(Execution.parallel().droppingBehind())).cells(64, 64);
      assertThat(cells.rows()).isEqualTo(7);
      assertThat(cells.max()).isEqualTo(5);
      long width = npy.view().size(1);
      int row = (int) (hot / width);
      int found = -1;
      for (int column = 0; column < 64; column++) {
        found = cells.value(Aggregate.MAX, row, column) == 5 ? column : found;
      }
      assertThat(hot % width).isBetween(cells.columnStart(found), cells.columnStart(found + 1) - 1);
      assertThat(cells.count()).isEqualTo(items);
    }
  }
}
