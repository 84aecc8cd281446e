package io.ndmap.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.nd.NdView;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What of an array is drawn.
class SubjectTest {

  private static NdView<?> array(String dtype, String shape) {
    String[] sizes = shape.split("x", -1);
    long[] axes = new long[sizes.length];
    for (int k = 0; k < axes.length; k++) {
      axes[k] = Long.parseLong(sizes[k]);
    }
    return NdView.zeros(DType.parse(dtype), axes);
  }

  @ParameterizedTest
  @CsvSource({
    "<f8, 9,        LINE,    '[0]',       '',           9",
    "<f8, 4x5,      HEATMAP, '[0, 1]',    '',           4x5",
    "<f8, 2x4x5,    HEATMAP, '[1, 2]',    '[0, :, :]',  4x5",
    "<f8, 4x5x3,    HEATMAP, '[1, 2]',    '[0, :, :]',  5x3",
    "|u1, 4x5x3,    IMAGE,   '[0, 1, 2]', '',           4x5x3",
    "<f4, 4x5x4,    IMAGE,   '[0, 1, 2]', '',           4x5x4",
    "|u1, 7x4x5x3,  IMAGE,   '[1, 2, 3]', '[0, :, :, :]', 4x5x3",
    "|u1, 5x3,      HEATMAP, '[0, 1]',    '',           5x3",
    "|u1, 4x5x2,    HEATMAP, '[1, 2]',    '[0, :, :]',  5x2"
  })
  void theUsualKindFollowsFromShapeAndDtype(
      String dtype, String shape, Kind kind, String axes, String slice, String drawn) {
    Subject subject = Subject.of(array(dtype, shape), Optional.empty());
    assertThat(subject.kind()).isEqualTo(kind);
    assertThat(subject.axes()).hasToString(axes);
    assertThat(subject.slice()).isEqualTo(slice);
    assertThat(subject.view().shape()).isEqualTo(array(dtype, drawn).shape());
  }

  @Test
  void axesAreDrawnInTheirOrder() {
    NdView<?> array = NdView.of(new double[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 2, 3, 2);
    Subject subject = Subject.of(array, Optional.empty(), -1, 0);
    assertThat(subject.slice()).isEqualTo("[:, 0, :]");
    assertThat(subject.view().doubles()).containsExactly(0.0, 6.0, 1.0, 7.0);
    assertThat(Subject.of(array, Optional.empty(), 1).view().doubles())
        .containsExactly(0.0, 2.0, 4.0);
    assertThat(Subject.of(array, Optional.of(Kind.HISTOGRAM)).view()).isEqualTo(array);
  }

  @Test
  void whatCannotBeDrawnIsRefused() {
    NdView<?> line = array("<f8", "9");
    NdView<?> cube = array("|u1", "4x5x3");
    assertThatThrownBy(() -> Subject.of(line, Optional.of(Kind.HEATMAP)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a heat map needs 2 axes, found shape (9,)");
    assertThatThrownBy(() -> Subject.of(line, Optional.of(Kind.IMAGE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an image needs 3 axes, found shape (9,)");
    assertThatThrownBy(() -> Subject.of(cube, Optional.empty(), 0, 1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a heat map is of 2 axes, found 3 named");
    assertThatThrownBy(() -> Subject.of(cube, Optional.empty(), 1, -2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("axis 1 is drawn twice");
    assertThatThrownBy(() -> Subject.of(cube, Optional.of(Kind.IMAGE), 0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("axis 2 has the channels of the image and is not an axis of rows or columns");
    assertThatThrownBy(() -> Subject.of(array("<f8", "4x5x2"), Optional.of(Kind.IMAGE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an image needs 3 or 4 channels along the last axis, found shape (4, 5, 2)");
    assertThatThrownBy(() -> Subject.of(cube, Optional.of(Kind.HISTOGRAM), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a histogram is of all elements, found 1 named");
    assertThatThrownBy(() -> Subject.of(cube, Optional.empty(), 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Subject.of(array("<f8", "0x4x5"), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an array of shape (0, 4, 5) has nothing at 0 of axis 0");
  }
}
