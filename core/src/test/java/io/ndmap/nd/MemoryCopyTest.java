package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.pass.Items;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Copies into new arrays, buffers and segments.
class MemoryCopyTest {

  private static final byte[] ITEMS = {0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6};

  /// `[[1, 2, 3], [4, 5, 6]]` as `>i2`.
  private static ShortView numbers() {
    return NdView.of(
            MemorySegment.ofArray(ITEMS.clone()),
            DType.parse("'>i2'"),
            Shape.of(2, 3),
            Order.C,
            Backing.MEMORY)
        .as(ShortView.class);
  }

  @Test
  void newArraysKeepTheDtype() {
    ShortView source = numbers();
    ShortView copy = source.transpose().copy();
    assertThat(copy.dtype()).isEqualTo(source.dtype());
    assertThat(copy.toArray()).containsExactly(1, 4, 2, 5, 3, 6);
    assertThat(copy.strided()).isEqualTo(Strided.contiguous(Shape.of(3, 2), 2, Order.C));
    ShortView inFortranOrder = source.copy(Order.F);
    assertThat(inFortranOrder.strided()).isEqualTo(Strided.contiguous(Shape.of(2, 3), 2, Order.F));
    assertThat(inFortranOrder.toArray()).containsExactly(1, 2, 3, 4, 5, 6);
    copy.set(0, 0, (short) 9);
    assertThat(source.get(0, 0)).isEqualTo((short) 1);
    assertThat(source.slice("0, 0").copy().get()).isEqualTo((short) 1);
    assertThat(source.slice("2:").copy().shape()).isEqualTo(Shape.of(0, 3));
    Execution two = Execution.parallel(2);
    assertThat(source.on(two).copy().execution()).isEqualTo(two);
  }

  @Test
  void aLargeCopyStandsOutsideTheHeap() {
    for (long bytes : new long[] {Items.MOST_OF_RESULT, Items.MOST_OF_RESULT + 1}) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(bytes);
        memory.fill((byte) 7);
        NdView<?> copy =
            NdView.of(memory, DType.UINT8, Shape.of(bytes), Order.C, Backing.MEMORY).copy();
        assertThat(copy.segment().isNative()).isEqualTo(bytes > Items.MOST_OF_RESULT);
        assertThat(copy.segment().mismatch(memory)).isEqualTo(-1);
      }
    }
  }

  @Test
  void aLargeResultStandsOutsideTheHeap() {
    for (long bytes : new long[] {Items.MOST_OF_RESULT, Items.MOST_OF_RESULT + 1}) {
      NdView<?> result = NdView.zeros(DType.INT8, bytes).astype(DType.UINT8, Casting.UNSAFE);
      assertThat(result.segment().isNative()).isEqualTo(bytes > Items.MOST_OF_RESULT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void buffersFromTheirPositionOn(boolean direct) {
    ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(20) : ByteBuffer.allocate(20);
    buffer.order(ByteOrder.LITTLE_ENDIAN).position(3).limit(16);
    MemorySegment space = MemorySegment.ofBuffer(buffer);
    numbers().slice(":, ::-1").copyTo(space);
    byte[] written = new byte[12];
    buffer.get(3, written);
    assertThat(written).containsExactly(0, 3, 0, 2, 0, 1, 0, 6, 0, 5, 0, 4);
    ShortView target = numbers();
    target.transpose().flip(0).copyFrom(space.asReadOnly());
    assertThat(target.toArray()).containsExactly(5, 1, 3, 4, 6, 2);
    target.copyFrom(space);
    assertThat(target.toArray()).containsExactly(3, 2, 1, 6, 5, 4);
  }

  @Test
  void segmentsFromTheirBegin() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(14);
      numbers().transpose().copyTo(segment);
      assertThat(segment.toArray(ValueLayout.JAVA_BYTE))
          .containsExactly(0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6, 0, 0);
      ShortView target = numbers();
      target.copyFrom(segment.asReadOnly());
      assertThat(target.toArray()).containsExactly(1, 4, 2, 5, 3, 6);
    }
  }

  @Test
  void memoryOfTheViewItself() {
    MemorySegment memory = MemorySegment.ofArray(new byte[14]);
    ShortView view =
        NdView.of(memory, DType.parse("'>i2'"), Shape.of(2, 3), Order.C, Backing.MEMORY)
            .as(ShortView.class);
    view.copyFrom(new short[] {1, 2, 3, 4, 5, 6});
    view.flip(1).copyTo(memory.asSlice(2));
    assertThat(memory.toArray(ValueLayout.JAVA_BYTE))
        .containsExactly(0, 1, 0, 3, 0, 2, 0, 1, 0, 6, 0, 5, 0, 4);
  }

  @Test
  void saysWhatDoesNotFit() {
    String items = "the 6 elements of >i2 of shape (2, 3) have 12 bytes and do not fit ";
    ShortView view = numbers();
    MemorySegment small = MemorySegment.ofArray(new byte[5]);
    assertThatThrownBy(() -> view.copyTo(small))
        .isExactlyInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage(items + "a segment with 5");
    assertThatThrownBy(() -> view.copyFrom(small))
        .isExactlyInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage(items + "a segment with 5");
    MemorySegment readOnly = MemorySegment.ofBuffer(ByteBuffer.allocate(20).asReadOnlyBuffer());
    assertThatThrownBy(() -> view.copyTo(readOnly))
        .isExactlyInstanceOf(ReadOnlyViewException.class);
  }
}
