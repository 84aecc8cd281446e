package io.ndmap.pickle;

import io.ndmap.python.PyTuple;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The arguments of a call, or the elements of a state, converted to the required types.
///
/// @param of the callee or the state, as messages name it
/// @param values the arguments, or the elements of the state
record Arguments(String of, List<?> values) {

  static Arguments of(String what, @Nullable Object tuple) {
    if (tuple instanceof PyTuple(List<?> items)) {
      return new Arguments(what, items);
    }
    throw new BadValueException(what + " needs a tuple, found " + describe(tuple));
  }

  int count() {
    return values.size();
  }

  /// Checks the number of arguments.
  Arguments requireCount(int least, int most) {
    if (count() < least || count() > most) {
      throw new BadValueException(
          of
              + " needs "
              + (least == most ? "" : least + " to ")
              + most
              + " arguments, found "
              + count());
    }
    return this;
  }

  @Nullable Object get(int index) {
    return Unbuilt.built(values.get(index));
  }

  <T> T get(int index, Class<T> type, String expected) {
    Object value = get(index);
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    throw new BadValueException(
        "argument " + index + " of " + of + " must be " + expected + ", found " + describe(value));
  }

  String text(int index) {
    return get(index, String.class, "a str");
  }

  /// Returns an argument as text. Bytes are accepted, too, because Python 2 wrote the names of
  /// dtypes as bytes.
  String name(int index) {
    return get(index) instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.ISO_8859_1)
        : text(index);
  }

  byte[] bytes(int index) {
    return get(index, byte[].class, "bytes");
  }

  /// Returns an argument as bytes. Latin-1 text is accepted, too, as in numpy: Python 2 wrote text.
  byte[] bytesOrLatin1(int index) {
    byte[] bytes = get(index) instanceof String text ? PickleText.latin1(text) : null;
    return bytes == null ? bytes(index) : bytes;
  }

  boolean bool(int index) {
    return switch (get(index)) {
      case Boolean bool -> bool;
      case Long number -> number != 0;
      case null, default -> get(index, Boolean.class, "a bool");
    };
  }

  BigInteger integer(int index) {
    return switch (get(index)) {
      case Long number -> BigInteger.valueOf(number);
      case Boolean bool -> bool ? BigInteger.ONE : BigInteger.ZERO;
      case null, default -> get(index, BigInteger.class, "an int");
    };
  }

  long number(int index) {
    BigInteger value = integer(index);
    if (value.bitLength() > 63) {
      throw new BadValueException("argument " + index + " of " + of + " exceeds 64 bits");
    }
    return value.longValue();
  }

  /// Returns an argument that is a non-negative integer and fits an `int`.
  int size(int index) {
    long value = number(index);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new BadValueException(
          "argument " + index + " of " + of + " must be from 0 to 2^31-1, found " + value);
    }
    return (int) value;
  }

  /// Describes a value for messages, without its content, which may be long.
  static String describe(@Nullable Object value) {
    return switch (value) {
      case null -> "None";
      case PyGlobal global -> global.fullName();
      case Unbuilt unbuilt -> unbuilt.describe() + " without a state";
      case Long _, BigInteger _ -> "an int";
      case String _ -> "a str";
      case byte[] _ -> "bytes";
      case PyTuple _ -> "a tuple";
      default -> "a " + value.getClass().getSimpleName();
    };
  }
}
