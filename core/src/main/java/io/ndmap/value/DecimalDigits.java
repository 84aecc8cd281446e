package io.ndmap.value;

import java.math.BigInteger;

/// The decimal digits of a finite floating-point number, d₀.d₁d₂… × 10^exponent.
///
/// NumPy prints the same digits, by the same rule (Steele and White, Burger and Dybvig): the
/// shortest digits that are closer to this number than to any other number of the format. If fewer
/// digits are requested, the digits are correctly rounded; if more, the exact digits of the number
/// follow.
///
/// @param digits the digits, at least one
/// @param exponent the power of ten of the first digit
record DecimalDigits(String digits, int exponent) {

  /// The value of `least` if there is no minimum number of digits.
  static final int UNLIMITED = -1;

  private static final double LOG10_OF_2 = Math.log10(2);

  /// The shortest digits that identify the number.
  static DecimalDigits shortest(BinaryFloat number) {
    // The JDK computes the same digits many times faster, but never fewer than two.
    String text =
        switch (number.kind()) {
          case FLOAT64 ->
              Double.toString(Math.scalb((double) number.mantissa(), number.exponent()));
          case FLOAT32 -> Float.toString(Math.scalb((float) number.mantissa(), number.exponent()));
          default -> "";
        };
    DecimalDigits known = ofJava(text);
    return known.digits.length() > 2
        ? known
        : new Generator(number).generate(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /// Parses the digits of a positive number in Java's notation.
  private static DecimalDigits ofJava(String text) {
    int mark = text.indexOf('E');
    String plain = mark < 0 ? text : text.substring(0, mark);
    int point = plain.indexOf('.');
    String digits = plain.replace(".", "");
    int first = 0;
    while (first < digits.length() && digits.charAt(first) == '0') {
      first++;
    }
    int exponent =
        point - 1 - first + (mark < 0 ? 0 : Integer.parseInt(text, mark + 1, text.length(), 10));
    return new DecimalDigits(withoutTrailingZeros(digits.substring(first)), exponent);
  }

  /// The digits of a number up to at most `most` places after the point, and at least up to `least`
  /// places after it even if fewer digits identify the number; with 0, all digits before the point.
  static DecimalDigits fractional(BinaryFloat number, int most, int least) {
    return new Generator(number).generate(-most, least == UNLIMITED ? Integer.MAX_VALUE : -least);
  }

  /// The first digits of a number, from `least` to `most` of them in total.
  static DecimalDigits significant(BinaryFloat number, int most, int least) {
    Generator generator = new Generator(number);
    return generator.generate(
        generator.magnitude - most,
        least == UNLIMITED ? Integer.MAX_VALUE : generator.magnitude - least);
  }

  /// Generates the digits of one number. `value / scale` is the rest of the number after the digits
  /// generated so far; `low / scale` and `high / scale` are half the distances to the next smaller
  /// and the next greater number of the format. All three are multiplied by ten before each digit.
  private static final class Generator {

    private final boolean zero;
    private final boolean even;

    /// The exponent of the least power of ten that exceeds the number.
    private final int magnitude;

    private final BigInteger scale;
    private BigInteger value;
    private BigInteger low;
    private BigInteger high;

    Generator(BinaryFloat number) {
      zero = number.isZero();
      even = (number.mantissa() & 1) == 0;
      boolean unequal = number.isLowerNeighbourNearer();
      int shift = unequal ? 2 : 1;
      int exponent = number.exponent();
      BigInteger unit = BigInteger.ONE.shiftLeft(shift + Math.max(0, -exponent));
      BigInteger margin = BigInteger.ONE.shiftLeft(Math.max(0, exponent));
      BigInteger whole = number.significand().shiftLeft(shift + Math.max(0, exponent));
      BigInteger upper = unequal ? margin.shiftLeft(1) : margin;
      // The estimate is too low by at most one, and never too high.
      int estimate =
          zero
              ? 1
              : (int)
                  Math.ceil((number.significand().bitLength() - 1 + exponent) * LOG10_OF_2 - 1e-10);
      BigInteger power = BigInteger.TEN.pow(Math.abs(estimate));
      if (estimate >= 0) {
        unit = unit.multiply(power);
      } else {
        whole = whole.multiply(power);
        margin = margin.multiply(power);
        upper = upper.multiply(power);
      }
      if (whole.compareTo(unit) >= 0) {
        unit = unit.multiply(BigInteger.TEN);
        estimate++;
      }
      magnitude = estimate;
      scale = unit;
      value = whole;
      low = margin;
      high = upper;
    }

    /// @param last the power of ten after which no further digit is generated
    /// @param needed the power of ten down to which digits are generated even if fewer would
    ///   suffice
    DecimalDigits generate(int last, int needed) {
      if (zero) {
        return new DecimalDigits("0", 0);
      }
      StringBuilder digits = new StringBuilder();
      int position = magnitude;
      while (true) {
        position--;
        value = value.multiply(BigInteger.TEN);
        low = low.multiply(BigInteger.TEN);
        high = high.multiply(BigInteger.TEN);
        BigInteger[] parts = value.divideAndRemainder(scale);
        int digit = parts[0].intValue();
        value = parts[1];
        int below = value.compareTo(low);
        int above = value.add(high).compareTo(scale);
        boolean downWorks = even ? below <= 0 : below < 0;
        boolean upWorks = even ? above >= 0 : above > 0;
        if (((downWorks || upWorks) && position <= needed) || position <= last) {
          boolean up = downWorks == upWorks ? isNearerAbove(digit) : upWorks;
          return rounded(digits.append((char) ('0' + digit)), up, magnitude - 1);
        }
        digits.append((char) ('0' + digit));
      }
    }

    private boolean isNearerAbove(int digit) {
      int comparison = value.shiftLeft(1).compareTo(scale);
      return comparison == 0 ? (digit & 1) == 1 : comparison > 0;
    }

    private static DecimalDigits rounded(StringBuilder digits, boolean up, int exponent) {
      if (!up) {
        return new DecimalDigits(digits.toString(), exponent);
      }
      int end = digits.length();
      while (end > 0 && digits.charAt(end - 1) == '9') {
        end--;
      }
      if (end == 0) {
        return new DecimalDigits("1", exponent + 1);
      }
      digits.setLength(end);
      digits.setCharAt(end - 1, (char) (digits.charAt(end - 1) + 1));
      return new DecimalDigits(digits.toString(), exponent);
    }
  }

  /// The digits before the point, or `0` if there are none.
  String whole() {
    if (exponent < 0) {
      return "0";
    }
    int count = exponent + 1;
    return digits.length() >= count
        ? digits.substring(0, count)
        : digits + "0".repeat(count - digits.length());
  }

  /// The digits after the point in positional notation, without trailing zeros.
  String fraction() {
    String fraction =
        exponent < 0
            ? "0".repeat(-exponent - 1) + digits
            : digits.substring(Math.min(digits.length(), exponent + 1));
    return withoutTrailingZeros(fraction);
  }

  /// The digits after the first in scientific notation, without trailing zeros.
  String scientificFraction() {
    return withoutTrailingZeros(digits.substring(1));
  }

  /// The exponent as in `1e-05`: with a sign and a minimum number of digits.
  String scientificExponent(int least) {
    String text = Integer.toString(Math.abs(exponent));
    return (exponent < 0 ? "-" : "+") + "0".repeat(Math.max(0, least - text.length())) + text;
  }

  private static String withoutTrailingZeros(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '0') {
      end--;
    }
    return text.substring(0, end);
  }
}
