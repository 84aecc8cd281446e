package io.ndmap.picture.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.picture.colour.Contrast;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TicksTest {

  private static final ValueScale NUMBERS = ValueScale.ofNumbers("value");

  private static String labels(List<Tick> ticks) {
    return ticks.stream().map(Tick::label).collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, false, 5, 0 0.2 0.4 0.6 0.8 1.0",
    "-3.7, 12.1, false, 4, 0 5 10",
    "-1.5, 1.5, false, 6, -1.5 -1.0 -0.5 0 0.5 1.0 1.5",
    "0, 25, false, 5, 0 5 10 15 20 25",
    "0, 3e9, false, 3, 0 1e9 2e9 3e9",
    "1000000.1, 1000000.3, false, 4, 1000000.1 1000000.2 1000000.3",
    "1e-310, 3e-310, false, 4, 1e-310 1.5e-310 2e-310 2.5e-310",
    "-1.7e308, 1.7e308, false, 4, -1e308 0 1e308",
    "7, 7, false, 5, 7",
    "0.001, 75000, true, 8, 0.001 0.01 0.1 1 10 100 1000 10000",
    "0.001, 75000, true, 3, 0.001 1 1000",
    "2, 70, true, 6, 2 5 10 20 50",
    "20, 41, true, 5, 20 25 30 35 40",
    "1e-300, 1e300, true, 4, 1e-151 1 1e151",
    "5, 5, true, 4, 5"
  })
  void numbersAreRound(double low, double high, boolean log, int most, String expected) {
    assertThat(labels(NUMBERS.ticks(new Contrast(low, high, log), most))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 7, 8, 0 1 2 3 4 5 6",
    "0, 1, 1, 8, 0",
    "0, 1, 100, 5, 0 20 40 60 80",
    "0, 1, 1000000000, 5, 0 200M 400M 600M 800M",
    "0, 1, 1000000, 4, 0 500k",
    "123456789, 1, 6000, 6, 123457000 123458000 123459000 123460000 123461000 123462000",
    "1000, -5, 64, 4, 700 800 900 1000",
    "3, 10, 4, 9, 3 13 23 33",
    "9223372036854775000, 1, 808, 3, 9223372036854775000 9223372036854775500"
  })
  void itemsHaveTheirIndices(long first, long step, long items, int most, String expected) {
    assertThat(labels(new ItemAxis("axis", first, step, items).ticks(most))).isEqualTo(expected);
  }

  @Test
  void itemsAreMarkedInTheirMiddles() {
    assertThat(ItemAxis.of("axis", 4).ticks(9))
        .extracting(Tick::position)
        .containsExactly(0.125, 0.375, 0.625, 0.875);
    assertThat(new ItemAxis("axis", 10, -1, 2).ticks(9))
        .containsExactly(new Tick(0.75, "9"), new Tick(0.25, "10"));
  }

  @Test
  void randomAxesHaveTicksInOrderWithinThem() {
    Random random = new Random(7);
    for (int i = 0; i < 3000; i++) {
      double low = random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
      double high = low + Math.abs(low) * Math.pow(10, random.nextInt(20) - 10);
      boolean log = low > 0 && random.nextBoolean();
      int most = 1 + random.nextInt(12);
      if (Double.isFinite(high)) {
        check(
            NUMBERS.ticks(new Contrast(low, high, log), most),
            "%s %s %s %s".formatted(low, high, log, most));
      }
      long items = 1 + (long) Math.pow(10, random.nextDouble() * 12);
      ItemAxis axis = new ItemAxis("axis", random.nextInt(1 << 30), 1 + random.nextInt(5), items);
      check(axis.ticks(most), axis + " " + most);
      assertThat(axis.ticks(most).size()).as(axis.toString()).isLessThanOrEqualTo(most + 1);
    }
  }

  private static void check(List<Tick> ticks, String what) {
    double before = -1;
    for (Tick tick : ticks) {
      assertThat(tick.position()).as(what).isBetween(0.0, 1.0).isGreaterThan(before);
      before = tick.position();
    }
    assertThat(ticks.stream().map(Tick::label)).as(what).doesNotHaveDuplicates();
  }

  private static ValueScale dates(TimeUnit unit, long origin) {
    TimeType type = new TimeType(TimeType.Kind.DATETIME, unit, 1, ByteOrder.LITTLE_ENDIAN);
    return ValueScale.ofTimes("time", type, origin);
  }

  /// From 2023-11-14T22:13:20.
  @ParameterizedTest
  @CsvSource({
    "NANOSECOND, 1000, 3, ' (2023-11-14)', 22:13:20.0000000 22:13:20.0000005 22:13:20.0000010",
    "SECOND, 60, 4, ' (2023-11-14)', 22:13:30 22:13:45 22:14:00 22:14:15",
    "SECOND, 18000, 5, ' (2023)', 11-14 23:00 11-15 00:00 11-15 01:00 11-15 02:00 11-15 03:00",
    "SECOND, 1728000, 4, '', 2023-11-20 2023-11-27 2023-12-04",
    "SECOND, 43200000, 6, '', 2024-01 2024-04 2024-07 2024-10 2025-01",
    "SECOND, 800000000, 6, '', 2025 2030 2035 2040 2045"
  })
  void datesAreRound(TimeUnit unit, long span, int most, String context, String expected) {
    long perSecond = unit == TimeUnit.NANOSECOND ? 1_000_000_000 : 1;
    ValueScale scale = dates(unit, 1_700_000_000 * perSecond);
    Contrast range = new Contrast(0, span, false);
    assertThat(labels(scale.ticks(range, most))).isEqualTo(expected);
    assertThat(scale.context(range)).isEqualTo(context);
    check(scale.ticks(range, most), unit + " " + span);
  }

  @Test
  void theFirstAndTheLastDateAreNotNaT() {
    ValueScale early = dates(TimeUnit.NANOSECOND, Long.MIN_VALUE + 1);
    assertThat(early.text(0)).isEqualTo("1677-09-21T00:12:43.145224193");
    assertThat(early.text(-1)).isEqualTo(early.text(0));
    assertThat(dates(TimeUnit.NANOSECOND, Long.MAX_VALUE).text(1e30))
        .isEqualTo("2262-04-11T23:47:16.854775807");
  }

  @Test
  void farDatesAndSpansHaveTicksToo() {
    assertThat(labels(dates(TimeUnit.YEAR, 0).ticks(new Contrast(-30, 30, false), 3)))
        .isEqualTo("1950 1970 1990");
    List<Tick> far = dates(TimeUnit.DAY, 0).ticks(new Contrast(-4e9, 4e9, false), 2);
    assertThat(labels(far)).isEqualTo("1970-01-01");
    ValueScale span =
        ValueScale.ofTimes(
            "time",
            new TimeType(TimeType.Kind.TIMEDELTA, TimeUnit.MILLISECOND, 1, ByteOrder.LITTLE_ENDIAN),
            0);
    Contrast hours = new Contrast(0, 9 * 3600e3, false);
    assertThat(labels(span.ticks(hours, 5))).isEqualTo("0 2 4 6 8");
    assertThat(span.context(hours)).isEqualTo(" (hours)");
    Contrast two = new Contrast(2 * 3600e3, 2 * 3600e3, false);
    assertThat(labels(span.ticks(two, 5))).isEqualTo("2");
    assertThat(span.context(two)).isEqualTo(" (hours)");
    assertThat(span.text(5400e3)).isEqualTo("90 minutes");
    assertThat(span.text(Double.NaN)).isEqualTo("NaT");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0", "1234567, 1234567", "0.1, 0.1", "1e300, 1e300", "0.000012345678, 1.23457e-5",
    "123456.789, 123457", "-2.5, -2.5", "NaN, nan", "-Infinity, -inf", "12345678, 1.23457e7"
  })
  void numbersHaveSixDigits(double value, String expected) {
    assertThat(NUMBERS.text(value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1, exact",
    "0.0042, sampled 0.41 %",
    "0.5, sampled 50 %",
    "0.999999, sampled 99 %",
    "1e-9, sampled < 0.001 %"
  })
  void whatWasReadIsSaid(double sampled, String expected) {
    assertThat(new Facts(0, 1, 0.5, 0, 0, sampled).reading()).isEqualTo(expected);
  }

  @Test
  void numbersThatDifferLookDifferent() {
    ValueScale values = ValueScale.ofNumbers("mean");
    assertThat(new Facts(1e9, 1e9 + 0.5, 1e9 + 0.25, 0, 0, 1).text(values))
        .isEqualTo("min 1e9 · max 1.0000000005e9 · mean 1.00000000025e9 · NaN 0 · inf 0");
    assertThat(new Facts(1e9, 1e9, 1e9, 0, 0, 1).text(values))
        .isEqualTo("min 1e9 · max 1e9 · mean 1e9 · NaN 0 · inf 0");
    double most = Double.MAX_VALUE;
    assertThat(new Facts(Math.nextDown(most), most, Double.POSITIVE_INFINITY, 0, 0, 1).text(values))
        .contains("max 1.7976931348623157e308 · mean inf");
  }
}
