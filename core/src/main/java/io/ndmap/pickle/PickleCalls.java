package io.ndmap.pickle;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ObjectType;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.python.NumpyScalar;
import io.ndmap.python.PyByteArray;
import io.ndmap.python.PyComplex;
import io.ndmap.python.PyDecimal;
import io.ndmap.python.PyFraction;
import io.ndmap.python.PyFrozenSet;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Creates the values that a pickle describes as calls. All callables are constants of [PyGlobal];
/// no class is looked up by its name.
final class PickleCalls {

  private static final Pattern FRACTION = Pattern.compile("(-?\\d+)(?:/(\\d+))?");

  private final Keys keys;
  private final int maxDigits;
  private final LongConsumer allocation;

  /// @param maxDigits the maximum number of digits of a number
  /// @param allocation receives the number of bytes that an array of structures is about to
  ///   allocate, and throws if there are too many
  PickleCalls(Keys keys, int maxDigits, LongConsumer allocation) {
    this.keys = keys;
    this.maxDigits = maxDigits;
    this.allocation = allocation;
  }

  /// Returns the result of `callable(*arguments)`.
  ///
  /// @throws BadValueException if the arguments are invalid for the callable
  Object call(PyGlobal callable, @Nullable Object tuple) {
    Arguments arguments = Arguments.of(callable.fullName(), tuple);
    return switch (callable) {
      case RECONSTRUCT -> {
        requireGlobal(arguments.requireCount(3, 3), 0, PyGlobal.NDARRAY);
        yield new UnbuiltArray(allocation);
      }
      case DTYPE -> UnbuiltDType.of(arguments);
      case STRING_DTYPE -> new ObjectType();
      case SCALAR -> scalar(arguments.requireCount(2, 2));
      case FROM_BUFFER -> fromBuffer(arguments.requireCount(4, 5));
      case ENCODE -> encode(arguments.requireCount(1, 2));
      case BYTES ->
          arguments.requireCount(0, 1).count() == 0 ? new byte[0] : arguments.bytes(0).clone();
      case BYTEARRAY -> new PyByteArray(bytes(arguments.requireCount(0, 2)));
      case COMPLEX -> new PyComplex(real(arguments.requireCount(2, 2), 0), real(arguments, 1));
      case SET -> keys.set(items(arguments));
      case FROZENSET -> new PyFrozenSet(keys.set(items(arguments)));
      case DATETIME -> PyTimes.datetime(arguments);
      case DATE -> PyTimes.date(arguments);
      case TIME -> PyTimes.time(arguments);
      case TIMEDELTA -> PyTimes.timedelta(arguments);
      case TIMEZONE -> PyTimes.timezone(arguments);
      case DECIMAL -> decimal(arguments.requireCount(1, 1).text(0));
      case FRACTION -> fraction(arguments.requireCount(1, 2));
      case RECONSTRUCTOR -> {
        requireGlobal(arguments.requireCount(3, 3), 0, PyGlobal.UUID);
        requireGlobal(arguments, 1, PyGlobal.OBJECT);
        yield new UnbuiltUuid();
      }
      case UUID, NDARRAY, OBJECT ->
          throw new BadValueException(callable.fullName() + " cannot be called");
    };
  }

  /// Returns the result of `cls.__new__(cls, *arguments)`.
  static Object create(PyGlobal type, @Nullable Object tuple) {
    if (type != PyGlobal.UUID) {
      throw new BadValueException(type.fullName() + " cannot be made without a call");
    }
    Arguments.of(type.fullName(), tuple).requireCount(0, 0);
    return new UnbuiltUuid();
  }

  private static void requireGlobal(Arguments arguments, int index, PyGlobal expected) {
    if (arguments.get(index) != expected) {
      throw new BadValueException(
          arguments.of()
              + " needs "
              + expected.fullName()
              + ", found "
              + Arguments.describe(arguments.get(index)));
    }
  }

  private static Object scalar(Arguments arguments) {
    DType dtype = arguments.get(0, DType.class, "a dtype");
    byte[] bytes = arguments.bytesOrLatin1(1);
    if (dtype.hasObject() || bytes.length != dtype.itemsize()) {
      throw new BadValueException("a scalar of %s with %s bytes".formatted(dtype, bytes.length));
    }
    return new NumpyScalar(dtype, bytes);
  }

  private static Object fromBuffer(Arguments arguments) {
    byte[] bytes =
        arguments.get(0) instanceof PyByteArray array ? array.bytes() : arguments.bytes(0);
    DType dtype = arguments.get(1, DType.class, "a dtype");
    if (dtype.hasObject()) {
      throw new BadValueException("bytes that were Python objects");
    }
    UnbuiltArray.requireItems(dtype);
    NdView<?> view =
        UnbuiltArray.ofBytes(
            bytes,
            dtype,
            UnbuiltArray.shape(arguments.get(2)),
            arguments.text(3).equals("F") ? Order.F : Order.C);
    return arguments.count() == 5 && arguments.get(4) != null
        ? transposed(view, Arguments.of("the axes of numpy.ndarray", arguments.get(4)))
        : view;
  }

  private static NdView<?> transposed(NdView<?> view, Arguments axes) {
    int[] order = new int[axes.count()];
    for (int i = 0; i < order.length; i++) {
      order[i] = axes.size(i);
    }
    try {
      return view.transpose(order);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new BadValueException(String.valueOf(e.getMessage()));
    }
  }

  private static byte[] encode(Arguments arguments) {
    String encoding = arguments.count() == 1 ? "utf-8" : arguments.text(1);
    byte[] bytes =
        switch (encoding.toLowerCase(Locale.ROOT).replace('_', '-')) {
          case "latin1", "latin-1", "iso-8859-1" -> PickleText.latin1(arguments.text(0));
          case "utf-8", "utf8" -> arguments.text(0).getBytes(StandardCharsets.UTF_8);
          default ->
              throw new BadValueException(
                  "_codecs.encode with an encoding that is neither latin1 nor utf-8");
        };
    if (bytes == null) {
      throw new BadValueException("_codecs.encode of text that is not latin1");
    }
    return bytes;
  }

  private static byte[] bytes(Arguments arguments) {
    if (arguments.count() == 2) {
      return encode(arguments);
    }
    return arguments.count() == 0 ? new byte[0] : arguments.bytes(0);
  }

  private static double real(Arguments arguments, int index) {
    return arguments.get(index) instanceof Long number
        ? number
        : arguments.get(index, Double.class, "a float");
  }

  private static List<?> items(Arguments arguments) {
    return arguments.requireCount(0, 1).count() == 0
        ? List.of()
        : arguments.get(0, List.class, "a list");
  }

  private Object decimal(String text) {
    requireDigits(text);
    PyDecimal exact;
    try {
      String unsigned = text.startsWith("+") && !text.startsWith("+-") ? text.substring(1) : text;
      exact = new PyDecimal(unsigned.replace('e', 'E'));
    } catch (IllegalArgumentException e) {
      throw new BadValueException("text that is not a decimal.Decimal");
    }
    if (exact.text().indexOf('N') >= 0 || exact.text().indexOf('I') >= 0) {
      return exact;
    }
    try {
      BigDecimal number = new BigDecimal(text);
      return number.signum() == 0 && text.startsWith("-") ? exact : number;
    } catch (NumberFormatException e) {
      // BigDecimal has no exponents beyond 32 bits.
      return exact;
    }
  }

  private Object fraction(Arguments arguments) {
    BigInteger numerator;
    BigInteger denominator = BigInteger.ONE;
    if (arguments.count() == 2) {
      numerator = arguments.integer(0);
      denominator = arguments.integer(1);
    } else {
      String text = arguments.text(0);
      requireDigits(text);
      var parts = FRACTION.matcher(text);
      if (!parts.matches()) {
        throw new BadValueException("text that is not a fractions.Fraction");
      }
      numerator = new BigInteger(parts.group(1));
      if (parts.group(2) != null) {
        denominator = new BigInteger(parts.group(2));
      }
    }
    if (denominator.signum() == 0) {
      throw new BadValueException("a fractions.Fraction with a denominator of 0");
    }
    return new PyFraction(numerator, denominator);
  }

  private void requireDigits(String text) {
    if (text.length() > maxDigits) {
      throw new BadValueException("a number of more than " + maxDigits + " characters");
    }
  }
}
