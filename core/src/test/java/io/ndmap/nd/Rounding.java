package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.value.BinaryFloat;
import io.ndmap.value.ItemValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/// How far results are from the exact ones, ours and NumPy's.
final class Rounding {

  private static final MathContext DIGITS = new MathContext(60);

  private BigDecimal ours = BigDecimal.ZERO;
  private BigDecimal numpys = BigDecimal.ZERO;
  private long compared;

  void compare(JsonObject json, NdView<?> found, NdView<?> numpy, String what) {
    boolean rounded = json.has("rounded") && json.get("rounded").getAsBoolean();
    String op = json.get("op").getAsString();
    NdView<?> foundParts = parts(found);
    NdView<?> numpyParts = parts(numpy);
    ScalarKind kind = foundParts.dtype() instanceof ScalarType s ? s.kind() : ScalarKind.INT64;
    long count = foundParts.itemCount();
    for (long k = 0; k < count; k++) {
      long at = foundParts.strided().offset() + k * foundParts.dtype().itemsize();
      long numpyAt = numpyParts.strided().offset() + k * foundParts.dtype().itemsize();
      if (!kind.isFloat()) {
        assertThat(foundParts.bitsAt(at)).as(what).isEqualTo(numpyParts.bitsAt(numpyAt));
        continue;
      }
      BinaryFloat a = ItemValue.binaryFloat(foundParts.segment(), at, kind, false);
      BinaryFloat b = ItemValue.binaryFloat(numpyParts.segment(), numpyAt, kind, false);
      if (!rounded && isNaN(foundParts, kind, k, found) && isNaN(numpyParts, kind, k, numpy)) {
        // NumPy leaves open which NaN is taken.
        continue;
      }
      if (!rounded) {
        // NumPy leaves open which of two zeros is the smaller one.
        boolean same = a.category() == b.category() && ((a.isZero() && b.isZero()) || a.equals(b));
        assertThat(same).as(what + ": element " + k + ": " + a + " and not " + b).isTrue();
        continue;
      }
      JsonArray exact = json.getAsJsonArray("exact");
      String text = exact.get((int) k).getAsString();
      if (text.equals("skip")) {
        continue;
      }
      if (text.matches("nan|-?inf")) {
        double expected = Double.parseDouble(text.replace("inf", "Infinity").replace("nan", "NaN"));
        BinaryFloat.Category category =
            Double.isNaN(expected) ? BinaryFloat.Category.NAN : BinaryFloat.Category.INFINITE;
        assertThat(a.category()).as(what + ": element " + k + ": " + a).isEqualTo(category);
        assertThat(Double.isNaN(expected) || a.negative() == expected < 0).as(what).isTrue();
        continue;
      }
      if (text.equals("any")) {
        boolean sameClass =
            a.category() == b.category()
                && (a.category() == BinaryFloat.Category.NAN
                    || a.isFinite()
                    || a.negative() == b.negative());
        assertThat(sameClass).as(what + ": element " + k + ": " + a + " and not " + b).isTrue();
        continue;
      }
      BigDecimal value = fraction(text);
      BigDecimal magnitude = fraction(json.getAsJsonArray("magnitude").get((int) k).getAsString());
      boolean squares =
          op.toLowerCase(java.util.Locale.ROOT).endsWith("var")
              || op.toLowerCase(java.util.Locale.ROOT).endsWith("std");
      if (op.toLowerCase(java.util.Locale.ROOT).endsWith("std")) {
        value = value.sqrt(DIGITS);
      }
      boolean complex = foundParts != found;
      boolean product = op.toLowerCase(java.util.Locale.ROOT).endsWith("prod");
      if (product && a.category() == BinaryFloat.Category.INFINITE) {
        // NumPy may have met infinity or zero before the end.
        assertThat((complex ? magnitude : value.abs())).as(what).isGreaterThan(greatest(kind));
        assertThat(complex || a.negative() == value.signum() < 0).as(what).isTrue();
        continue;
      }
      if (!a.isFinite()) {
        // Beyond what the format holds: then so it is for NumPy.
        assertThat(b.isFinite()).as(what + ": element " + k + ": " + a + " and not " + b).isFalse();
        continue;
      }
      BigDecimal error = decimal(a).subtract(value).abs();
      BigDecimal unit = BigDecimal.valueOf(kind == ScalarKind.LONGDOUBLE ? 0x1p-64 : 0x1p-53);
      BigDecimal bound;
      BigDecimal last = halfUnit(value, kind);
      if (squares) {
        // The deviations of long doubles are those of their nearest doubles.
        BigDecimal u = BigDecimal.valueOf(0x1p-53);
        BigDecimal relative = value.multiply(u).multiply(BigDecimal.valueOf(400));
        BigDecimal spread = magnitude.multiply(u).multiply(BigDecimal.valueOf(8));
        bound =
            relative
                .add(
                    kind == ScalarKind.LONGDOUBLE || op.endsWith("td")
                        ? spread
                        : spread.multiply(spread))
                .add(last);
      } else {
        bound =
            magnitude
                .multiply(unit)
                .multiply(
                    BigDecimal.valueOf(
                        kind == ScalarKind.LONGDOUBLE && !(product && complex) ? 0 : 22))
                .add(last.multiply(BigDecimal.valueOf(1.01)));
      }
      assertThat(error)
          .as(
              what
                  + ": element "
                  + k
                  + ": "
                  + decimal(a).toString()
                  + ", exactly "
                  + value
                  + ", numpy "
                  + (b.isFinite() ? decimal(b) : b))
          .isLessThanOrEqualTo(bound);
      if (b.isFinite() && !squares && !product) {
        BigDecimal other = decimal(b).subtract(value).abs();
        if (kind == ScalarKind.FLOAT16
            || kind == ScalarKind.FLOAT32
            || kind == ScalarKind.LONGDOUBLE) {
          assertThat(error)
              .as(what + ": element " + k + " numpy " + b)
              .isLessThanOrEqualTo(other.add(last.multiply(BigDecimal.valueOf(1e-6))));
        } else if (magnitude.signum() > 0) {
          ours = ours.add(error.divide(magnitude, DIGITS));
          numpys = numpys.add(other.divide(magnitude, DIGITS));
          compared++;
        }
      }
    }
  }

  /// Whether a part of the number is NaN that a part belongs to.
  private static boolean isNaN(NdView<?> parts, ScalarKind kind, long k, NdView<?> numbers) {
    int perNumber = numbers.dtype().itemsize() / kind.itemsize();
    long first = k / perNumber * perNumber;
    for (long p = first; p < first + perNumber; p++) {
      long at = parts.strided().offset() + p * kind.itemsize();
      if (ItemValue.binaryFloat(parts.segment(), at, kind, false).category()
          == BinaryFloat.Category.NAN) {
        return true;
      }
    }
    return false;
  }

  /// Over all sums of doubles together: their single errors are a matter of luck.
  void assertNoWorseThanNumpy() {
    assertThat(compared).isGreaterThan(400);
    assertThat(ours).isLessThanOrEqualTo(numpys);
  }

  /// Complex numbers as twice as many real ones.
  private static NdView<?> parts(NdView<?> view) {
    if (!(view.dtype() instanceof ScalarType scalar) || !scalar.kind().isComplex()) {
      return view;
    }
    return NdView.of(
        view.segment(),
        new ScalarType(scalar.kind().part(), scalar.order()),
        Shape.of(2 * view.itemCount()),
        Order.C,
        Backing.MEMORY);
  }

  private static BigDecimal fraction(String text) {
    String[] parts = text.split("/", 2);
    return new BigDecimal(new BigInteger(parts[0], 16))
        .divide(new BigDecimal(new BigInteger(parts[1], 16)), DIGITS);
  }

  private static BigDecimal decimal(BinaryFloat number) {
    BigDecimal magnitude = new BigDecimal(number.significand());
    BigDecimal power = new BigDecimal(BigInteger.TWO.pow(Math.abs(number.exponent())));
    BigDecimal value =
        number.exponent() >= 0 ? magnitude.multiply(power) : magnitude.divide(power, DIGITS);
    return number.negative() ? value.negate() : value;
  }

  /// A little less than the largest number of a kind.
  private static BigDecimal greatest(ScalarKind kind) {
    int exponent =
        switch (kind) {
          case FLOAT16 -> 15;
          case FLOAT32 -> 127;
          case FLOAT64 -> 1023;
          default -> 16383;
        };
    BigDecimal power = new BigDecimal(BigInteger.TWO.pow(exponent));
    return power.multiply(BigDecimal.valueOf(1.999));
  }

  /// Half of the distance between numbers of the kind near a value.
  private static BigDecimal halfUnit(BigDecimal value, ScalarKind kind) {
    int precision =
        switch (kind) {
          case FLOAT16 -> 11;
          case FLOAT32 -> 24;
          case FLOAT64 -> 53;
          default -> 64;
        };
    BigDecimal relative = value.abs().divide(new BigDecimal(BigInteger.TWO.pow(precision)), DIGITS);
    BigDecimal lowest =
        switch (kind) {
          case FLOAT16 -> BigDecimal.valueOf(0x1p-25);
          case FLOAT32 -> BigDecimal.valueOf(0x1p-150);
          default -> BigDecimal.valueOf(Double.MIN_VALUE);
        };
    return relative.max(lowest);
  }
}
