package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Contrast;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// Finds round numbers for the ticks of an axis: multiples of 1, 2 or 5 times a power of ten.
final class TickMarks {

  private static final int[] NICE = {1, 2, 5};

  /// The multiples of powers of ten that are marked if a logarithmic range spans few decades. The
  /// first of these choices that does not give too many ticks is used.
  private static final int[][] WITHIN_DECADES = {{1, 2, 5}, {1, 3}, {1}};

  /// A unit is used only if the largest index is below this many units, so that a label has at most
  /// four digits before the decimal point.
  private static final BigInteger MOST_OF_UNIT = BigInteger.valueOf(10_000);

  /// If the largest index is below this number, all indices are written in full.
  private static final BigInteger LEAST_IN_UNITS = BigInteger.valueOf(100_000);

  /// The suffixes of the units from 10¹² down to 10³.
  private static final String[] SUFFIXES = {"T", "G", "M", "k"};

  private TickMarks() {}

  /// Returns ticks for a scale of numbers.
  ///
  /// @param most the approximate maximum number of ticks, at least 1
  static List<Tick> ofNumbers(Contrast range, int most) {
    if (range.low() == range.high()) {
      return List.of(new Tick(0.5, NumberLabels.text(range.low())));
    }
    return range.log() ? ofDecades(range, most) : linear(range, BigDecimal.ONE, most);
  }

  /// Returns ticks for a linear scale whose numbers are shown in another unit.
  ///
  /// @param unit the factor, above 0, by which a number is multiplied before it is shown
  static List<Tick> linear(Contrast range, BigDecimal unit, int most) {
    BigDecimal low = new BigDecimal(range.low()).multiply(unit);
    BigDecimal high = new BigDecimal(range.high()).multiply(unit);
    BigDecimal span = high.subtract(low);
    if (span.signum() <= 0) {
      return List.of(new Tick(0.5, NumberLabels.text(low.doubleValue())));
    }
    BigDecimal step = step(span, most);
    List<Tick> ticks = new ArrayList<>();
    for (BigDecimal at = ceiling(low, step); at.compareTo(high) <= 0; at = at.add(step)) {
      double position = at.subtract(low).divide(span, 12, RoundingMode.HALF_EVEN).doubleValue();
      ticks.add(new Tick(position, label(at, step)));
    }
    return ticks;
  }

  /// The smallest multiple of a step that is at least the given number.
  static BigDecimal ceiling(BigDecimal number, BigDecimal step) {
    return number.divide(step, 0, RoundingMode.CEILING).multiply(step);
  }

  /// The smallest step of 1, 2 or 5 times a power of ten that divides a span into at most the given
  /// number of steps.
  static BigDecimal step(BigDecimal span, int most) {
    BigDecimal least = span.divide(BigDecimal.valueOf(Math.max(1, most)), MathContext.DECIMAL64);
    int exponent = least.precision() - least.scale() - 1;
    for (int power = exponent; ; power++) {
      for (int nice : NICE) {
        BigDecimal step = BigDecimal.valueOf(nice).scaleByPowerOfTen(power);
        if (step.compareTo(least) >= 0) {
          return step;
        }
      }
    }
  }

  /// The label of a number. All labels of an axis have as many digits after the decimal point as
  /// the step.
  private static String label(BigDecimal number, BigDecimal step) {
    if (number.signum() == 0) {
      return "0";
    }
    int scale = Math.max(0, step.stripTrailingZeros().scale());
    boolean plain = number.abs().compareTo(BigDecimal.valueOf(10_000_000)) < 0 && scale <= 6;
    return plain
        ? number.setScale(scale, RoundingMode.HALF_EVEN).toPlainString()
        : NumberLabels.text(number);
  }

  /// Returns ticks for a logarithmic scale.
  private static List<Tick> ofDecades(Contrast range, int most) {
    int first = (int) Math.floor(Math.log10(range.low()));
    int last = (int) Math.floor(Math.log10(range.high()));
    for (int[] within : WITHIN_DECADES) {
      List<Tick> ticks = new ArrayList<>();
      for (int decade = first; decade <= last; decade++) {
        for (int digit : within) {
          addIfWithin(range, new BigDecimal(BigInteger.valueOf(digit), -decade), ticks);
        }
      }
      if (ticks.size() <= most) {
        return ticks.size() >= 2 ? ticks : logOfFew(range, most);
      }
    }
    int stride = (last - first) / Math.max(1, most) + 1;
    List<Tick> ticks = new ArrayList<>();
    for (int decade = Math.ceilDiv(first, stride) * stride; decade <= last; decade += stride) {
      addIfWithin(range, new BigDecimal(BigInteger.ONE, -decade), ticks);
    }
    return ticks;
  }

  /// Returns ticks for a logarithmic scale with too few ticks at multiples of powers of ten: round
  /// numbers as on a linear scale, at their positions on the logarithmic scale.
  private static List<Tick> logOfFew(Contrast range, int most) {
    BigDecimal high = new BigDecimal(range.high());
    BigDecimal step = step(high.subtract(new BigDecimal(range.low())), most);
    List<Tick> ticks = new ArrayList<>();
    for (BigDecimal at = ceiling(new BigDecimal(range.low()), step);
        at.compareTo(high) <= 0;
        at = at.add(step)) {
      ticks.add(new Tick(range.position(at.doubleValue()), label(at, step)));
    }
    return ticks;
  }

  private static void addIfWithin(Contrast range, BigDecimal number, List<Tick> ticks) {
    double value = number.doubleValue();
    if (value >= range.low() && value <= range.high()) {
      ticks.add(new Tick(range.position(value), NumberLabels.text(number)));
    }
  }

  /// Returns ticks for element indices, each in the middle of its element. Large indices are
  /// written in thousands (k), millions (M), billions (G) or trillions (T).
  static List<Tick> ofItems(long firstItem, long by, long items, int most) {
    BigInteger first = BigInteger.valueOf(firstItem);
    BigInteger distance = BigInteger.valueOf(by);
    BigInteger last = first.add(distance.multiply(BigInteger.valueOf(items - 1)));
    BigInteger low = first.min(last);
    BigInteger high = first.max(last);
    if (low.equals(high)) {
      return List.of(new Tick(0.5, low.toString()));
    }
    BigInteger step =
        step(new BigDecimal(high.subtract(low)), most).toBigInteger().max(BigInteger.ONE);
    // If ticks would be closer than elements, each element has a tick. Indices of adjacent elements
    // differ by the step of the slice.
    if (distance.abs().compareTo(step) > 0) {
      step = distance.abs();
    }
    boolean few = step.equals(distance.abs());
    BigInteger begin =
        few ? low : ceiling(new BigDecimal(low), new BigDecimal(step)).toBigInteger();
    BigDecimal unit = unit(high, step);
    List<Tick> ticks = new ArrayList<>();
    for (BigInteger at = begin; at.compareTo(high) <= 0; at = at.add(step)) {
      double place = new BigDecimal(at.subtract(first)).doubleValue() / by;
      ticks.add(new Tick((place + 0.5) / items, inUnit(at, unit)));
    }
    return ticks;
  }

  /// The largest unit for which labels have at most one digit after the decimal point; 1 if indices
  /// are written in full.
  private static BigDecimal unit(BigInteger high, BigInteger step) {
    for (int power = 12; power >= 3; power -= 3) {
      BigInteger unit = BigInteger.TEN.pow(power);
      boolean isWhole = step.mod(unit.divide(BigInteger.TEN)).signum() == 0;
      if (high.compareTo(unit.max(LEAST_IN_UNITS)) >= 0
          && isWhole
          && high.compareTo(unit.multiply(MOST_OF_UNIT)) < 0) {
        return new BigDecimal(unit);
      }
    }
    return BigDecimal.ONE;
  }

  /// Writes an index in thousands, millions, billions or trillions.
  private static String inUnit(BigInteger number, BigDecimal unit) {
    if (unit.compareTo(BigDecimal.ONE) == 0 || number.signum() == 0) {
      return number.toString();
    }
    int power = unit.precision() - 1;
    return new BigDecimal(number).divide(unit).stripTrailingZeros().toPlainString()
        + SUFFIXES[4 - power / 3];
  }
}
