package io.ndmap.cli.value;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import java.lang.foreign.MemorySegment;
import java.time.DateTimeException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/// Parses the text of a value and stores it as an element, either exactly (decimal fractions
/// rounded to nearest) or not at all. `ndmap set --help` lists the notations.
public final class ValueParser {

  private static final String HEX = "hex:";

  /// The index of the only element of an array of rank 0.
  private static final long[] HERE = {};

  private ValueParser() {}

  /// Parses a value into a new element.
  ///
  /// @return a view of rank 0
  /// @throws ValueException if the dtype cannot hold the value
  public static NdView<?> item(DType dtype, String text) {
    NdView<?> item =
        NdView.of(
            MemorySegment.ofArray(new byte[dtype.itemsize()]),
            dtype,
            Shape.SCALAR,
            Order.C,
            Backing.MEMORY);
    store(
        item,
        dtype instanceof StructType || isList(dtype, text)
            ? ValueNode.parse(text)
            : new ValueNode.Text(text));
    return item;
  }

  /// Parses the text of a scalar and stores it.
  ///
  /// @param item an array of rank 0
  /// @throws IllegalArgumentException if the dtype cannot hold the value
  public static void store(NdView<?> item, String text) {
    scalar(item, text);
  }

  /// Whether the text is a list although the dtype is a scalar type, such as `[1, 2]` for a complex
  /// number.
  private static boolean isList(DType dtype, String text) {
    return dtype instanceof ScalarType && text.strip().startsWith("[");
  }

  private static void store(NdView<?> item, ValueNode value) {
    if (item.rank() > 0) {
      subarray(item, value);
      return;
    }
    switch (item.dtype()) {
      case StructType struct -> struct(item, struct, value);
      case ScalarType scalar
          when scalar.kind().isComplex()
              && value instanceof ValueNode.Items(List<ValueNode> parts) -> {
        requireCount(parts.size(), 2, item.dtype());
        store(item.real(), parts.get(0));
        store(item.imag(), parts.get(1));
      }
      default -> {
        if (!(value instanceof ValueNode.Text(String text))) {
          throw new ValueException(item.dtype() + " takes one value, not a list");
        }
        scalar(item, text);
      }
    }
  }

  private static void subarray(NdView<?> items, ValueNode value) {
    if (value instanceof ValueNode.Items(List<ValueNode> parts)) {
      requireCount(parts.size(), items.size(0), items.dtype());
      for (int i = 0; i < parts.size(); i++) {
        store(items.index(0, i), parts.get(i));
      }
    } else {
      for (long i = 0; i < items.size(0); i++) {
        store(items.index(0, i), value);
      }
    }
  }

  private static void struct(NdView<?> item, StructType struct, ValueNode value) {
    if (!(value instanceof ValueNode.Items(List<ValueNode> parts))) {
      throw new ValueException(struct + " takes a list with a value for each field");
    }
    requireCount(parts.size(), struct.fields().size(), struct);
    for (int i = 0; i < parts.size(); i++) {
      Field field = struct.fields().get(i);
      try {
        store(item.field(field.name()), parts.get(i));
      } catch (ValueException e) {
        throw new ValueException("field '" + field.name() + "': " + e.getMessage(), e);
      }
    }
  }

  private static void requireCount(long found, long expected, DType dtype) {
    if (found != expected) {
      throw new ValueException(
          dtype + " takes a list of " + expected + " values here, found " + found);
    }
  }

  private static void scalar(NdView<?> item, String text) {
    DType dtype = item.dtype();
    try {
      switch (dtype) {
        case ScalarType scalar -> NumberParser.store(item, scalar.kind(), text.strip());
        case TimeType time -> TimeParser.store(item, time, text.strip());
        case TextType _ -> item.setValue(HERE, text);
        case BytesType _ when text.startsWith(HEX) -> item.setValue(HERE, hex(text));
        case BytesType _ -> item.setValue(HERE, text);
        case VoidType _ -> item.setValue(HERE, hex(text));
        case StructType _, SubarrayType _, ObjectType _ -> throw new AssertionError(dtype);
      }
    } catch (ValueException e) {
      throw e;
    } catch (ArithmeticException | DateTimeException | IllegalArgumentException e) {
      throw new ValueException(dtype + " cannot hold '" + text + "': " + e.getMessage(), e);
    }
  }

  private static byte[] hex(String text) {
    String digits = text.startsWith(HEX) ? text.substring(HEX.length()) : text;
    try {
      return HexFormat.of().parseHex(digits.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "not two hexadecimal digits for each byte, such as hex:00ff", e);
    }
  }
}
