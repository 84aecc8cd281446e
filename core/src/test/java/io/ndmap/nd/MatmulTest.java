package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Binary;
import io.ndmap.op.Execution;
import io.ndmap.op.OverlapException;
import io.ndmap.op.ReadOnlyViewException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Products of matrices: what is refused, targets, operands that share memory with them.
class MatmulTest {

  private static NdView<?> zeros(String dtype, String shape) {
    long[] sizes =
        shape.isEmpty()
            ? new long[0]
            : List.of(shape.split(" ", -1)).stream().mapToLong(Long::parseLong).toArray();
    return NdView.zeros(DType.parse(dtype), sizes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 3 | 2 3 | the second operand has a mismatch in its core dimension 0: size 2 is different"
            + " from 3",
        "2 3 | 4 | the second operand has a mismatch in its core dimension 0: size 4 is different"
            + " from 3",
        "3 | 4 5 | the second operand has a mismatch in its core dimension 0: size 4 is different"
            + " from 3",
        "'' | 4 | the first operand needs at least one axis",
        "4 | '' | the second operand needs at least one axis",
      })
  void refusesShapesThatDoNotFit(String first, String second, String what) {
    NdView<?> a = zeros("f8", first);
    NdView<?> b = zeros("f8", second);
    assertThatThrownBy(() -> a.matmul(b))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("matmul of shapes %s and %s: %s", a.shape(), b.shape(), what);
  }

  @Test
  void refusesStacksThatDoNotFit() {
    assertThatThrownBy(() -> zeros("f8", "2 2 3").matmul(zeros("f8", "5 3 2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("shapes (2,) and (5,) do not broadcast together");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 3 | 3 4 | 2 5 | the target has a mismatch in its core dimension 1: size 5 is different"
            + " from 4",
        "2 3 | 3 | 1 | the target has a mismatch in its core dimension 0: size 1 is different from"
            + " 2",
        "2 3 | 3 4 | 4 | the target has shape (4,)",
      })
  void refusesTargetsThatDoNotFit(String first, String second, String target, String what) {
    NdView<?> a = zeros("f8", first);
    NdView<?> b = zeros("f8", second);
    assertThatThrownBy(() -> a.matmul(b, zeros("f8", target)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("matmul of shapes %s and %s: %s", a.shape(), b.shape(), what);
  }

  @Test
  void refusesWhatIsNoNumber() {
    NdView<?> a = zeros("f8", "2 2");
    assertThatThrownBy(() -> a.matmul(zeros("M8[s]", "2 2")))
        .isInstanceOf(DTypeException.class)
        .hasMessageEndingWith(
            "cannot multiply matrices of elements of <M8[s]; view their ticks as i8 first");
    assertThatThrownBy(() -> zeros("S3", "2 2").matmul(a))
        .isInstanceOf(DTypeException.class)
        .hasMessageEndingWith("cannot multiply matrices of elements of |S3");
    assertThatThrownBy(() -> a.matmul(zeros("f16", "2 2")))
        .isInstanceOf(DTypeException.class)
        .hasMessageEndingWith(
            "cannot multiply matrices of elements of <f16; convert them to f8 or c16 first");
    assertThatThrownBy(() -> a.matmul(a, zeros("i8", "2 2")))
        .isInstanceOf(DTypeException.class)
        .hasMessageStartingWith("the products are <f8, which cannot be cast to elements of <i8");
    NdView<?> repeated = zeros("f8", "1 2").broadcastTo(Shape.of(2, 2));
    assertThatThrownBy(() -> a.matmul(a, repeated)).isInstanceOf(ReadOnlyViewException.class);
  }

  @Test
  void copiesAnOperandThatTheTargetOverwrites() {
    for (String second : List.of("::-1", "...")) {
      NdView<?> a = count(40, 40);
      NdView<?> b = a.slice(second);
      NdView<?> expected = a.matmul(b.copy());
      a.matmul(b, a);
      assertThat(a.contentEquals(expected)).isTrue();
    }
    NdView<?> large = NdView.zeros(DType.INT8, 1, (64L << 20) + 1);
    NdView<?> one = NdView.zeros(DType.INT8, 1, 1);
    assertThatThrownBy(() -> one.matmul(large, large)).isInstanceOf(OverlapException.class);
  }

  private static NdView<?> count(long rows, long columns) {
    DoubleView numbers = NdView.zeros(DType.FLOAT64, rows, columns).as(DoubleView.class);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        numbers.set(i, j, (i * 7 + j * 3) % 11 - 5);
      }
    }
    return numbers;
  }

  @Test
  void repeatsMatricesInTargetsWithMore() {
    NdView<?> target = NdView.zeros(DType.parse(">f4"), Shape.of(3, 4, 2), Order.F);
    NdView<?> a = count(4, 5);
    NdView<?> b = count(5, 2);
    a.matmul(b, target);
    for (int k = 0; k < 3; k++) {
      assertThat(target.index(0, k).contentEquals(a.matmul(b))).isTrue();
    }
  }

  @Test
  void clearsTheImaginaryPartsOfTargets() {
    NdView<?> target = NdView.zeros(DType.COMPLEX64, 3, 3);
    target.real().fill(1);
    target.imag().fill(2);
    count(3, 2).matmul(count(2, 3), target);
    assertThat(target.contentEquals(count(3, 2).matmul(count(2, 3)))).isTrue();
    assertThat(target.imag().any()).isFalse();
  }

  @Test
  void reportsItsProgress() {
    List<Long> reported = new ArrayList<>();
    NdView<?> a = count(200, 300).on(Execution.SEQUENTIAL.withProgress(reported::add));
    assertThat(a.matmul(count(300, 20)).shape()).isEqualTo(Shape.of(200, 20));
    assertThat(reported.stream().mapToLong(Long::longValue).sum()).isEqualTo(200 * 300);
  }

  @Test
  void combinesEachItemWithEach() {
    NdView<?> sums = count(2, 3).outer(Binary.PLUS, count(4, 1));
    assertThat(sums.shape()).isEqualTo(Shape.of(2, 3, 4, 1));
    for (int i = 0; i < 2; i++) {
      for (int k = 0; k < 4; k++) {
        assertThat(sums.getDouble(i, 2, k, 0))
            .isEqualTo(count(2, 3).getDouble(i, 2) + count(4, 1).getDouble(k, 0));
      }
    }
    assertThat(count(2, 3).outer(Binary.TIMES, count(1, 1).index(0, 0).index(0, 0)).shape())
        .isEqualTo(Shape.of(2, 3));
  }
}
