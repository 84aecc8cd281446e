package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.grow.NpyAppender;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.op.Backing;
import io.ndmap.op.FileClosedException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NpyFollowerTest {

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  private static LongView rows(Shape shape, long value) {
    LongView view =
        NdView.of(
                Arena.ofAuto().allocate(shape.byteSize(Long.BYTES), Long.BYTES),
                DType.INT64,
                shape,
                Order.C,
                Backing.MEMORY)
            .as(LongView.class);
    view.fill(value);
    return view;
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void itSeesNewRowsAndKeepsTheOldViews(Order order) throws IOException {
    NpyFile.write(path, rows(Shape.of(2, 2), 0), order, CreateOptions.DEFAULT);
    int axis = order == Order.C ? 0 : 1;
    List<LongView> views = new ArrayList<>();
    try (NpyFollower follower = NpyFollower.open(path)) {
      assertThat(follower.axis()).isEqualTo(axis);
      assertThat(follower.length()).isEqualTo(2);
      assertThat(follower.refresh()).isFalse();
      try (NpyAppender appender = NpyAppender.open(path)) {
        for (int i = 1; i < 200; i++) {
          views.add(follower.view(LongView.class));
          appender.append(rows(order == Order.C ? Shape.of(i, 2) : Shape.of(2, i), i));
          assertThat(follower.length()).isEqualTo(2 + (i - 1L) * i / 2);
          assertThat(follower.refresh()).isTrue();
          assertThat(follower.refresh()).isFalse();
          assertThat(follower.length()).isEqualTo(2 + i * (i + 1L) / 2);
          assertThat(follower.header().shape().size(axis)).isEqualTo(follower.length());
        }
      }
      long sum = 0;
      for (int i = 1; i < 200; i++) {
        assertThat(views.get(i - 1).sumLong()).isEqualTo(sum);
        sum += 2L * i * i;
      }
      assertThat(follower.view().segment().isReadOnly()).isTrue();
      assertThat(follower.view(LongView.class).sumLong()).isEqualTo(sum);
    }
    assertThat(views)
        .allSatisfy(
            view ->
                assertThatThrownBy(() -> view.get(0, 0)).isInstanceOf(FileClosedException.class));
  }

  @Test
  void unusedMemoryIsUnmapped() throws Exception {
    // Larger than what shares memory with others.
    Shape shape = Shape.of(9, 1 << 20);
    NpyFile.create(path, DType.INT64, shape, Order.C).close();
    try (NpyFollower follower = NpyFollower.open(path)) {
      MemorySegment.Scope before = follower.view().segment().scope();
      try (NpyAppender appender = NpyAppender.open(path)) {
        appender.append(rows(Shape.of(1, 1 << 20), 7));
      }
      assertThat(follower.refresh()).isTrue();
      while (before.isAlive()) {
        System.gc();
        Thread.onSpinWait();
      }
      assertThat(follower.view(LongView.class).get(9, 5)).isEqualTo(7);
    }
  }

  @Test
  void anotherArrayOfTheNameIsRefused() throws IOException {
    NpyFile.write(path, rows(Shape.of(4, 2), 1));
    CreateOptions replacing = CreateOptions.DEFAULT.withReplacing();
    try (NpyFollower follower = NpyFollower.open(path)) {
      for (Shape other : new Shape[] {Shape.of(3, 2), Shape.of(4, 3), Shape.of(8), Shape.of()}) {
        NpyFile.write(path, rows(other, 2), Order.C, replacing);
        assertThatThrownBy(follower::refresh)
            .isExactlyInstanceOf(NpyFormatException.class)
            .hasMessage(
                path
                    + ": byte 0: expected the same dtype, order and shape of a row, and at least as"
                    + " many rows: (4, 2) of <i8 in order C, found "
                    + other
                    + " of <i8 in order C");
        assertThat(follower.view(LongView.class).get(3, 1)).isEqualTo(1);
      }
      // As room is made where nothing can be inserted.
      NpyFile.write(path, rows(Shape.of(5, 2), 1), Order.C, replacing);
      assertThat(follower.refresh()).isTrue();
      NpyFile.write(path, rows(Shape.of(5, 2), 3), Order.C, replacing);
      assertThat(follower.refresh()).isFalse();
      assertThat(follower.view(LongView.class).get(4, 1)).isEqualTo(3);
    }
  }

  @Test
  void anArrayWithoutAxesIsRefusedAndAClosedFollowerToo() throws IOException {
    NpyFile.write(path, rows(Shape.of(), 1));
    assertThatThrownBy(() -> NpyFollower.open(path))
        .isExactlyInstanceOf(NpyFormatException.class)
        .hasMessage(path + ": byte 0: expected an array that can grow, found shape ()");
    Path other = directory.resolve("y.npy");
    NpyFile.write(other, rows(Shape.of(2), 1));
    NpyFollower follower = NpyFollower.open(other);
    follower.close();
    follower.close();
    assertThatThrownBy(follower::refresh).isInstanceOf(FileClosedException.class);
    assertThatThrownBy(follower::view).isInstanceOf(FileClosedException.class);
  }
}
