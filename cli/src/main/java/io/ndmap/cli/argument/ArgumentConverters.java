package io.ndmap.cli.argument;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Casting;
import io.ndmap.pickle.PickleEncoding;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Converts the text of arguments to values; text that cannot be parsed is wrong usage.
public final class ArgumentConverters {

  private ArgumentConverters() {}

  /// Registers the converters of all argument types that commands share.
  public static void register(CommandLine line) {
    line.registerConverter(String.class, NegativeArguments::unmark)
        .registerConverter(Path.class, of(ArgumentConverters::path))
        .registerConverter(ArrayArgument.class, of(ArrayArgument::parse))
        .registerConverter(NamedFile.class, of(NamedFile::parse))
        .registerConverter(Long.class, of(ArgumentConverters::integer))
        .registerConverter(Double.class, of(ArgumentConverters::real))
        .registerConverter(Selection.IndexText.class, of(Selection.IndexText::parse))
        .registerConverter(DType.class, of(DType::parse))
        .registerConverter(Order.class, of(ArgumentConverters::order))
        .registerConverter(ByteOrder.class, of(ArgumentConverters::byteOrder))
        .registerConverter(Casting.class, of(ArgumentConverters::casting))
        .registerConverter(PickleEncoding.class, of(ArgumentConverters::encoding))
        .registerConverter(AxisList.class, of(AxisList::parse))
        .registerConverter(TakeIndices.class, of(TakeIndices::parse))
        .registerConverter(QuantileList.class, of(QuantileList::parse))
        .registerConverter(Range.class, of(Range::parse))
        .registerConverter(Shape.class, of(ArgumentConverters::shape));
  }

  /// Returns a converter that reports the parser's message if the text is refused.
  public static <T> ITypeConverter<T> of(Function<String, T> parser) {
    return text -> {
      try {
        return parser.apply(NegativeArguments.unmark(text));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    };
  }

  /// @param text such as `3,4`, `(3, 4)` or `1_000`; empty, or `()`, for an array of rank 0
  static Shape shape(String text) {
    String body = text.strip();
    if (body.startsWith("(") && body.endsWith(")")) {
      body = body.substring(1, body.length() - 1).strip();
    }
    if (body.isEmpty()) {
      return Shape.SCALAR;
    }
    // A comma may follow the last size, as in Python.
    String[] sizes =
        (body.endsWith(",") ? body.substring(0, body.length() - 1) : body).split(",", -1);
    long[] axes = new long[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      String size = sizes[i].strip();
      if (!size.matches("-?[0-9]+(_[0-9]+)*")) {
        throw new IllegalArgumentException(
            "'" + text + "' is not a shape such as 3,4: '" + size + "' is not an integer");
      }
      try {
        axes[i] = Long.parseLong(size.replace("_", ""));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "'" + text + "': an axis has at most 2^63-1 elements", e);
      }
    }
    return Shape.of(axes);
  }

  static Path path(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("a file name must not be empty");
    }
    return Path.of(text);
  }

  static long integer(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not an integer of 64 bits", e);
    }
  }

  static double real(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a number", e);
    }
  }

  static Order order(String text) {
    return switch (text) {
      case "C", "c" -> Order.C;
      case "F", "f" -> Order.F;
      default -> throw new IllegalArgumentException("'" + text + "' is neither C nor F");
    };
  }

  static ByteOrder byteOrder(String text) {
    return switch (text) {
      case "little" -> ByteOrder.LITTLE_ENDIAN;
      case "big" -> ByteOrder.BIG_ENDIAN;
      default -> throw new IllegalArgumentException("'" + text + "' is neither little nor big");
    };
  }

  static PickleEncoding encoding(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "ascii" -> PickleEncoding.ASCII;
      case "latin1" -> PickleEncoding.LATIN1;
      case "bytes" -> PickleEncoding.BYTES;
      default ->
          throw new IllegalArgumentException("'" + text + "' is none of ASCII, latin1, bytes");
    };
  }

  static Casting casting(String text) {
    return switch (text) {
      case "no" -> Casting.NO;
      case "equiv" -> Casting.EQUIV;
      case "safe" -> Casting.SAFE;
      case "same_kind" -> Casting.SAME_KIND;
      case "unsafe" -> Casting.UNSAFE;
      default ->
          throw new IllegalArgumentException(
              "'" + text + "' is none of no, equiv, safe, same_kind, unsafe");
    };
  }
}
