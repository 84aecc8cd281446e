package io.ndmap.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.op.ComplexPart;
import io.ndmap.op.Execution;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The cells of an image are those of its channels.
class ImageOverviewTest {

  @ParameterizedTest
  @CsvSource({"1, C", "1000000, C", "1, F", "1000000, F"})
  void cellsAreThoseOfEachChannel(long mostBytes, Order order) {
    Random random = new Random(7);
    for (int k = 0; k < 20; k++) {
      int height = 1 + random.nextInt(40);
      int width = 1 + random.nextInt(40);
      int channels = 3 + random.nextInt(2);
      double[] numbers = random.doubles((long) height * width * channels, -1, 1).toArray();
      numbers[random.nextInt(numbers.length)] = Double.NaN;
      numbers[random.nextInt(numbers.length)] = Double.POSITIVE_INFINITY;
      NdView<?> image =
          NdView.of(numbers, height, width, channels)
              .copy(order)
              .on(Execution.parallel().droppingBehind());
      int rows = 1 + random.nextInt(20);
      int columns = 1 + random.nextInt(20);
      List<Cells> found =
          new ImageOverview(image, ComplexPart.REAL, mostBytes).cells(rows, columns);
      assertThat(found).hasSize(channels);
      for (int channel = 0; channel < channels; channel++) {
        requireSame(found.get(channel), Overview.of(image.index(2, channel)).cells(rows, columns));
      }
    }
  }

  private static void requireSame(Cells found, Cells expected) {
    assertThat(found.rows()).isEqualTo(expected.rows());
    assertThat(found.columns()).isEqualTo(expected.columns());
    assertThat(found.rowStart(found.rows())).isEqualTo(expected.height());
    assertThat(found.isExact()).isTrue();
    for (int row = 0; row < found.rows(); row++) {
      for (int column = 0; column < found.columns(); column++) {
        assertThat(found.count(row, column)).isEqualTo(expected.count(row, column));
        assertThat(found.infinite(row, column)).isEqualTo(expected.infinite(row, column));
        for (Aggregate aggregate : Aggregate.values()) {
          double value = expected.value(aggregate, row, column);
          double bound = Math.abs(value) * 1e-12 + 1e-12;
          if (Double.isNaN(value)) {
            assertThat(found.value(aggregate, row, column)).isNaN();
          } else {
            assertThat(found.value(aggregate, row, column)).isBetween(value - bound, value + bound);
          }
        }
      }
    }
  }

  @Test
  void samplesHaveEachChannel() {
    NdView<?> image = NdView.zeros(DType.UINT8, 50, 60, 3);
    List<Cells> sample = ImageOverview.of(image, ComplexPart.REAL).sample(5, 6, 1);
    assertThat(sample).hasSize(3).allSatisfy(cells -> assertThat(cells.columns()).isEqualTo(6));
  }

  @Test
  void otherArraysAreRefused() {
    assertThatThrownBy(() -> ImageOverview.of(NdView.zeros(DType.UINT8, 3, 4), ComplexPart.REAL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an image has rows, columns and channels, found an array of shape (3, 4)");
    assertThatThrownBy(
            () -> ImageOverview.of(NdView.zeros(DType.parse("<U3"), 4, 4, 3), ComplexPart.REAL))
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("are not numbers and have no picture");
    ImageOverview image = ImageOverview.of(NdView.zeros(DType.UINT8, 3, 4, 3), ComplexPart.REAL);
    assertThatThrownBy(() -> image.cells(3, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("at least 1 x 1 cells are needed, found 3 x 0");
  }
}
