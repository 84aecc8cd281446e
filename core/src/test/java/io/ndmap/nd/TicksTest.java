package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.testing.Numpy;
import java.lang.foreign.MemorySegment;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Points and spans of time.
class TicksTest {

  private static final long[] AT = {0};

  private static NdView<?> one(String descr) {
    return NdView.of(
        MemorySegment.ofArray(new byte[8]),
        DType.parse(descr),
        Shape.of(1),
        Order.C,
        Backing.MEMORY);
  }

  @ParameterizedTest
  @CsvSource({
    "<M8[Y], 54, 2024-01-01T00:00:00Z",
    "<M8[Y], -1971, -0001-01-01T00:00:00Z",
    ">M8[M], -1, 1969-12-01T00:00:00Z",
    "<M8[3M], 2, 1970-07-01T00:00:00Z",
    "<M8[W], -1, 1969-12-25T00:00:00Z",
    "<M8[D], 19782, 2024-02-29T00:00:00Z",
    "<M8[h], -1, 1969-12-31T23:00:00Z",
    "<M8[m], 61, 1970-01-01T01:01:00Z",
    "<M8[25s], -1, 1969-12-31T23:59:35Z",
    "<M8[s], -62135596800, 0001-01-01T00:00:00Z",
    "<M8[ms], -1, 1969-12-31T23:59:59.999Z",
    "<M8[us], 1, 1970-01-01T00:00:00.000001Z",
    "<M8[ns], -1, 1969-12-31T23:59:59.999999999Z",
    ">M8[ns], 9223372036854775807, 2262-04-11T23:47:16.854775807Z",
    "<M8[ns], -9223372036854775807, 1677-09-21T00:12:43.145224193Z",
    "<M8[ps], -1000, 1969-12-31T23:59:59.999999999Z",
    "<M8[fs], 1000000, 1970-01-01T00:00:00.000000001Z",
    "<M8[as], -1000000000, 1969-12-31T23:59:59.999999999Z",
    "<M8[s], 31556889864403199, +1000000000-12-31T23:59:59Z",
    "<M8[s], -31557014167219200, -1000000000-01-01T00:00:00Z"
  })
  void isAnInstantAndBack(String descr, long ticks, Instant instant) {
    NdView<?> view = one(descr);
    view.setLong(AT, ticks);
    assertThat(view.getInstant(0)).isEqualTo(instant);
    view.setLong(AT, 0);
    view.setValue(AT, instant);
    assertThat(view.getLong(0)).isEqualTo(ticks);
    assertThat(view.value(0)).isEqualTo(ticks);
  }

  @ParameterizedTest
  @CsvSource({
    "<m8[W], -1, PT-168H",
    ">m8[D], 3, PT72H",
    "<m8[h], 5, PT5H",
    "<m8[m], 7, PT7M",
    "<m8[7s], -1, PT-7S",
    "<m8[ms], -1, PT-0.001S",
    "<m8[us], 1, PT0.000001S",
    "<m8[ns], -1, PT-0.000000001S",
    "<m8[ps], 1000, PT0.000000001S",
    "<m8[s], 9223372036854775807, PT2562047788015215H30M7S"
  })
  void isADurationAndBack(String descr, long ticks, Duration duration) {
    NdView<?> view = one(descr);
    view.setLong(AT, ticks);
    assertThat(view.getDuration(0)).isEqualTo(duration);
    view.setLong(AT, 0);
    view.setValue(AT, duration);
    assertThat(view.getLong(0)).isEqualTo(ticks);
  }

  @ParameterizedTest
  @CsvSource({
    "<M8[s], -9223372036854775808, NaT is neither a point in time nor a span of time",
    "<M8[Y], -9223372036854775808, NaT is neither a point in time nor a span of time",
    "<M8[ps], 1, 1 ticks of <M8[ps] do not fit an Instant; read them with getLong",
    "<M8[as], -1, -1 ticks of <M8[as] do not fit an Instant; read them with getLong",
    "<M8[s], 31556889864403200, 31556889864403200 ticks of <M8[s] do not fit an Instant; read them"
        + " with getLong",
    "<M8[D], 9223372036854775807, 9223372036854775807 ticks of <M8[D] do not fit an Instant; read"
        + " them with getLong",
    "<M8[Y], 9223372036854775807, 9223372036854775807 ticks of <M8[Y] do not fit an Instant; read"
        + " them with getLong",
    "<M8[Y], 1000000000, 1000000000 ticks of <M8[Y] do not fit an Instant; read them with getLong"
  })
  void saysWhichTicksAreNoInstant(String descr, long ticks, String text) {
    NdView<?> view = one(descr);
    view.setLong(AT, ticks);
    assertThatThrownBy(() -> view.getInstant(0))
        .isExactlyInstanceOf(DateTimeException.class)
        .hasMessage(text);
    assertThat(view.getLong(0)).isEqualTo(ticks);
  }

  @ParameterizedTest
  @CsvSource({
    "<M8[s], 1970-01-01T00:00:00.5Z, is not a whole number of <M8[s] in 64 bits",
    "<M8[25s], 1970-01-01T00:00:26Z, is not a whole number of <M8[25s] in 64 bits",
    "<M8[ns], 2262-04-11T23:47:16.854775808Z, is not a whole number of <M8[ns] in 64 bits",
    "<M8[ns], 1677-09-21T00:12:43.145224192Z, is not a whole number of <M8[ns] in 64 bits",
    "<M8[Y], 1970-02-01T00:00:00Z, is not a whole number of <M8[Y]",
    "<M8[M], 1970-02-01T00:00:01Z, is not a whole number of <M8[M]",
    "<M8[2M], 1970-02-01T00:00:00Z, is not a whole number of <M8[2M]"
  })
  void refusesInstantsBetweenTicks(String descr, Instant instant, String text) {
    NdView<?> view = one(descr);
    assertThatThrownBy(() -> view.setValue(AT, instant))
        .isExactlyInstanceOf(DateTimeException.class)
        .hasMessage(instant + " " + text);
  }

  @Test
  void saysWhatHasNoLengthOrUnit() {
    assertThatThrownBy(() -> one("<m8[Y]").getDuration(0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("<m8[Y] has no fixed length; read its ticks with getLong");
    assertThatThrownBy(() -> one("<m8[M]").setValue(AT, Duration.ZERO))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("<m8[M] has no fixed length; read its ticks with getLong");
    assertThatThrownBy(() -> one("<M8").getInstant(0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("<M8 has no unit; read its ticks with getLong");
    assertThatThrownBy(() -> one("<M8").setValue(AT, Instant.EPOCH))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("<M8 has no unit; read its ticks with getLong");
    assertThatThrownBy(() -> one("<m8[s]").getInstant(0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: an element of <m8[s] is not an Instant; read its ticks with getLong");
    assertThatThrownBy(() -> one("<M8[s]").getDuration(0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: an element of <M8[s] is not a Duration; read its ticks with getLong");
    assertThatThrownBy(() -> one("<i8").getInstant(0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: an element of <i8 is not an Instant");
    NdView<?> nat = one("<m8[s]");
    nat.setLong(AT, TimeType.NOT_A_TIME);
    assertThatThrownBy(() -> nat.getDuration(0))
        .isExactlyInstanceOf(DateTimeException.class)
        .hasMessage("NaT is neither a point in time nor a span of time");
    assertThatThrownBy(() -> one("<m8[s]").setValue(AT, Duration.ofMillis(1500)))
        .isExactlyInstanceOf(DateTimeException.class)
        .hasMessage("PT1.5S is not a whole number of <m8[s] in 64 bits");
  }

  /// NumPy makes such a dtype but neither prints nor converts its elements.
  @ParameterizedTest
  @ValueSource(strings = {"0s", "0Y", "0M", "0D", "0as"})
  void saysThatTicksHaveNoLength(String unit) {
    NdView<?> points = one("<M8[" + unit + "]");
    NdView<?> spans = one("<m8[" + unit + "]");
    points.setLong(AT, TimeType.NOT_A_TIME);
    assertThatThrownBy(() -> points.getInstant(0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("<M8[" + unit + "] has ticks of no length; read them with getLong");
    assertThatThrownBy(() -> points.setValue(AT, Instant.EPOCH))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("<M8[" + unit + "] has ticks of no length; read them with getLong");
    assertThatThrownBy(() -> spans.getDuration(0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("<m8[" + unit + "] has ticks of no length; read them with getLong");
    assertThatThrownBy(() -> spans.setValue(AT, Duration.ofDays(1)))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("<m8[" + unit + "] has ticks of no length; read them with getLong");
    assertThat(points).hasToString("['NaT']");
    spans.setLong(AT, 5);
    assertThat(spans).hasToString("[5]");
  }

  @Test
  void isTheInstantThatNumpyPrints() {
    try (Numpy numpy = Numpy.start()) {
      for (String unit : List.of("Y", "M", "W", "D", "h", "m", "s", "25s", "ms", "us", "ns")) {
        isTheInstantThatNumpyPrints(numpy, unit);
      }
    }
  }

  private static void isTheInstantThatNumpyPrints(Numpy numpy, String unit) {
    Random random = new Random(unit.hashCode());
    NdView<?> view = one("<M8[" + unit + "]");
    // Years from 0001 to 9999, which both write with four digits.
    long least = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
    long end = Instant.parse("9999-12-31T00:00:00Z").getEpochSecond();
    long[] ticks = new long[500];
    for (int i = 0; i < ticks.length; i++) {
      ticks[i] =
          switch (unit) {
            case "Y" -> random.nextLong(-1969, 8029);
            case "M" -> random.nextLong(-12 * 1969, 12 * 8029);
            case "W" -> random.nextLong(least / 604800, end / 604800);
            case "D" -> random.nextLong(least / 86400, end / 86400);
            case "h" -> random.nextLong(least / 3600, end / 3600);
            case "m" -> random.nextLong(least / 60, end / 60);
            case "25s" -> random.nextLong(least / 25, end / 25);
            case "s" -> random.nextLong(least, end);
            case "ms" -> random.nextLong(least * 1000, end * 1000);
            case "us" -> random.nextLong(least * 1_000_000, end * 1_000_000);
            default -> random.nextLong();
          };
    }
    List<String> expected =
        numpy.run(
            "a = np.array("
                + java.util.Arrays.toString(ticks)
                + ").view('<M8["
                + unit
                + "]')\n"
                + "result += [np.datetime_as_string(v, unit='ns' if '"
                + unit
                + "' == 'ns' else 'us')"
                + " for v in a]");
    for (int i = 0; i < ticks.length; i++) {
      view.setLong(AT, ticks[i]);
      OffsetDateTime time = OffsetDateTime.parse(expected.get(i) + "Z");
      assertThat(view.getInstant(0))
          .as("%s ticks of %s", ticks[i], unit)
          .isEqualTo(time.withOffsetSameInstant(ZoneOffset.UTC).toInstant());
    }
  }
}
