package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Text and bytes of fixed length.
class TextItemTest {

  private static final long[] AT = {0};

  private static NdView<?> units(String descr, int... units) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * units.length + 1);
    bytes.order(descr.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < units.length; i++) {
      bytes.putInt(1 + 4 * i, units[i]);
    }
    DType dtype = DType.parse(descr);
    return NdView.of(
        MemorySegment.ofArray(bytes.array()), dtype, Strided.of(1, Shape.of(1), 7), Backing.MEMORY);
  }

  private static NdView<?> bytes(String descr, int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return NdView.of(
        MemorySegment.ofArray(array), DType.parse(descr), Shape.of(1), Order.C, Backing.MEMORY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<U4", ">U4"})
  void readsAndStoresText(String descr) throws CharacterCodingException {
    NdView<?> view = units(descr, 'a', 0, 0x1f600, 0);
    assertThat(view.getText(0)).isEqualTo("a\0😀");
    assertThat(view.value(0)).isEqualTo("a\0😀");
    view.setValue(AT, "é");
    assertThat(view.getText(0)).isEqualTo("é");
    assertThat(view.getBytes(0)).hasSize(16);
    view.setValue(AT, "😀整bc");
    assertThat(view.getText(0)).isEqualTo("😀整bc");
    view.setValue(AT, "");
    assertThat(view.getText(0)).isEmpty();
    assertThat(view.getBytes(0)).containsOnly(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x110000, -1, Integer.MIN_VALUE})
  void namesWhatIsNoCodePoint(int unit) {
    NdView<?> view = units(">U3", 'a', unit, 'b');
    assertThatThrownBy(() -> view.getText(0)).isInstanceOf(MalformedInputException.class);
    assertThat(view.value(0)).isEqualTo("a\ufffdb");
  }

  @Test
  void keepsLoneSurrogates() throws CharacterCodingException {
    NdView<?> view = units("<U2", 0xdc00, 'x');
    assertThat(view.getText(0)).isEqualTo("\udc00x");
    view.setValue(AT, "y\ud800");
    assertThat(view.getText(0)).isEqualTo("y\ud800");
  }

  @Test
  void readsAndStoresBytes() throws CharacterCodingException {
    NdView<?> view = bytes("|S4", 'a', 0, 'b', 0);
    assertThat(view.getBytes(0)).containsExactly('a', 0, 'b');
    assertThat(view.getText(0)).isEqualTo("a\0b");
    view.setValue(AT, "xy");
    assertThat(view.getBytes(0)).containsExactly('x', 'y');
    view.setValue(AT, new byte[] {-1});
    assertThat((byte[]) view.value(0)).containsExactly(-1);
    assertThatThrownBy(() -> view.getText(0)).isInstanceOf(MalformedInputException.class);
    assertThat(bytes("|S0").getBytes(0)).isEmpty();
  }

  @Test
  void keepsEveryByteOfVoid() {
    NdView<?> view = bytes("|V3", 1, 0, 0);
    assertThat(view.getBytes(0)).containsExactly(1, 0, 0);
    view.setValue(AT, new byte[] {0, 5, 0});
    assertThat((byte[]) view.value(0)).containsExactly(0, 5, 0);
  }

  @Test
  void saysWhatDoesNotFit() {
    refused(
        () -> units("<U2", 0, 0).setValue(AT, "abc"),
        "an element holds at most 2 code points, found 3");
    refused(
        () -> units("<U2", 0, 0).setValue(AT, "a\0"),
        "the value ends in a NUL, which reading it back would drop");
    refused(
        () -> bytes("|S2", 0, 0).setValue(AT, "abc"), "an element holds at most 2 bytes, found 3");
    refused(
        () -> bytes("|S2", 0, 0).setValue(AT, "é"),
        "bytes take ASCII text only, found 'é'; give others as bytes");
    refused(
        () -> bytes("|S2", 0, 0).setValue(AT, new byte[] {1, 0}),
        "the value ends in a NUL, which reading it back would drop");
    refused(() -> bytes("|V2", 0, 0).setValue(AT, new byte[3]), "an element has 2 bytes, found 3");
    refused(() -> bytes("<i2", 0, 0).setValue(AT, new byte[1]), "an element has 2 bytes, found 1");
    assertThatThrownBy(() -> bytes("<i2", 0, 0).getText(0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: an element of <i2 is not text");
    assertThatThrownBy(() -> bytes("<i2", 0, 0).setValue(AT, "a"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a'");
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable action, String text) {
    assertThatThrownBy(action).isExactlyInstanceOf(IllegalArgumentException.class).hasMessage(text);
  }
}
