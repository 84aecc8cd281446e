package io.ndmap.nd;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.op.Casting;
import io.ndmap.value.PythonNumber;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Stores a Java object in a single element, see [NdView#setValue].
final class StoredValue {

  /// The index of the only element of a view of rank 0.
  private static final long[] HERE = {};

  private StoredValue() {}

  /// Stores a value by the rules of [NdView#setValue].
  ///
  /// @param item a view of rank 0, of a dtype without Python objects
  static void store(NdView<?> item, Object value) {
    boolean isScalar = item.dtype instanceof ScalarType;
    boolean isReal = item.dtype instanceof ScalarType scalar && !scalar.kind().isComplex();
    boolean isNumber = isReal || item.dtype instanceof TimeType;
    boolean isText = item.dtype instanceof TextType || item.dtype instanceof BytesType;
    switch (value) {
      case Byte _, Short _, Integer _, Long _ when isNumber ->
          item.setLong(HERE, ((Number) value).longValue());
      case BigInteger integer when isNumber -> item.setBigInteger(HERE, integer);
      case Float real when isReal -> item.setDouble(HERE, real);
      case Double real when isReal -> item.setDouble(HERE, real);
      case Boolean truth when isReal -> item.setBoolean(HERE, truth);
      case String text when isText -> item.setText(HERE, text);
      case byte[] bytes -> item.setBytes(HERE, bytes);
      case Instant time -> item.setInstant(HERE, time);
      case Duration time -> item.setDuration(HERE, time);
      case BigInteger integer when isText -> item.setText(HERE, integer.toString());
      case BigInteger integer when isScalar -> store(item, PythonNumber.toDouble(integer));
      case Number number -> convert(item, PythonNumber.of(number));
      case Boolean _, String _ -> convert(item, value);
      default ->
          throw new DTypeException(
              "elements of " + item.dtype + " cannot be made of a " + value.getClass().getName());
    }
  }

  /// Converts a value by unsafe casting, as the element of an array of the value's own dtype, and
  /// stores it.
  private static void convert(NdView<?> item, Object value) {
    NdView.of(List.of(value)).index(0, 0).copyTo(item, Casting.UNSAFE);
  }
}
