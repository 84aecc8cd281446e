package io.ndmap.pickle;

import static java.util.stream.Collectors.joining;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.nd.ObjectView;
import io.ndmap.python.NumpyScalar;
import io.ndmap.python.PyByteArray;
import io.ndmap.python.PyComplex;
import io.ndmap.python.PyDecimal;
import io.ndmap.python.PyFraction;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One text for each value, the same as `described` of `values.py`.
final class Described {

  private static final HexFormat HEX = HexFormat.of();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS", Locale.ROOT);

  private Described() {}

  static String of(@Nullable Object value) {
    return switch (value) {
      case null -> "NoneType(None)";
      case Boolean bool -> "bool(" + (bool ? "True" : "False") + ")";
      case Long number -> "int(" + number + ")";
      case BigInteger number -> "int(" + number + ")";
      case Double number -> "float(" + bits(number) + ")";
      case PyComplex z -> "complex(" + bits(z.real()) + bits(z.imaginary()) + ")";
      case String text -> "str(" + utf16(text) + ")";
      case byte[] bytes -> "bytes(" + HEX.formatHex(bytes) + ")";
      case ByteBuffer buffer -> {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(0, bytes);
        yield of(bytes);
      }
      case PyByteArray array -> "bytearray(" + HEX.formatHex(array.bytes()) + ")";
      case PyTuple tuple -> "tuple(" + all(tuple.items()) + ")";
      case List<?> list -> "list(" + all(list) + ")";
      case PyFrozenSet set -> "frozenset(" + sorted(set.items()) + ")";
      case Set<?> set -> "set(" + sorted(set) + ")";
      case Map<?, ?> dict ->
          dict.entrySet().stream()
              .map(e -> of(e.getKey()) + ":" + of(e.getValue()))
              .collect(joining(" ", "dict(", ")"));
      case LocalDate date ->
          String.format(Locale.ROOT, "date(%04d-%s)", date.getYear(), monthAndDay(date));
      case LocalTime time -> "time(" + TIME.format(time) + ")";
      case OffsetTime time ->
          "time(" + TIME.format(time.toLocalTime()) + " " + of(time.getOffset()) + ")";
      case LocalDateTime when -> "datetime(" + text(when) + ")";
      case OffsetDateTime when ->
          "datetime(" + text(when.toLocalDateTime()) + " " + of(when.getOffset()) + ")";
      case Duration span ->
          "timedelta("
              + BigInteger.valueOf(span.getSeconds())
                  .multiply(BigInteger.valueOf(1_000_000))
                  .add(BigInteger.valueOf(span.getNano() / 1000))
              + ")";
      case ZoneOffset zone -> "timezone(" + zone.getTotalSeconds() + ")";
      case BigDecimal number -> "Decimal(" + number + ")";
      case PyDecimal number -> "Decimal(" + number.text() + ")";
      case PyFraction f ->
          "Fraction("
              + f.numerator()
              + (f.denominator().equals(BigInteger.ONE) ? "" : "/" + f.denominator())
              + ")";
      case UUID id -> "UUID(" + id + ")";
      case DType dtype -> "dtype(" + descr(dtype) + ")";
      case NumpyScalar scalar ->
          "scalar(" + descr(scalar.dtype()) + " " + meaning(scalar.dtype(), scalar.bytes()) + ")";
      case NdView<?> view -> array(view);
      default -> throw new AssertionError(value.getClass());
    };
  }

  private static String bits(double value) {
    return String.format(Locale.ROOT, "%016x", Double.doubleToRawLongBits(value));
  }

  private static String utf16(String text) {
    byte[] bytes = new byte[2 * text.length()];
    ByteBuffer.wrap(bytes).asCharBuffer().put(text);
    return HEX.formatHex(bytes);
  }

  private static String monthAndDay(LocalDate date) {
    return String.format(Locale.ROOT, "%02d-%02d", date.getMonthValue(), date.getDayOfMonth());
  }

  private static String text(LocalDateTime when) {
    return String.format(
        Locale.ROOT,
        "%04d-%sT%s",
        when.getYear(),
        monthAndDay(when.toLocalDate()),
        TIME.format(when.toLocalTime()));
  }

  private static String all(Collection<?> items) {
    return items.stream().map(Described::of).collect(joining(" "));
  }

  private static String sorted(Collection<?> items) {
    return items.stream().map(Described::of).sorted().collect(joining(" "));
  }

  /// As `str` shows it: one level of quotes is the literal's own.
  private static String descr(DType dtype) {
    String literal = dtype.descr();
    return literal.startsWith("'") ? literal.substring(1, literal.length() - 1) : literal;
  }

  private static String array(NdView<?> view) {
    boolean objects = view.dtype().hasObject();
    boolean fortran = !view.isContiguous(Order.C) && view.isContiguous(Order.F);
    String head =
        "array(%s %s %s "
            .formatted(
                descr(objects ? view.dtype() : DType.canonical(view.dtype())),
                List.of(boxed(view.shape().toArray())),
                fortran ? "True" : "False");
    if (objects) {
      List<@Nullable Object> items = new ArrayList<>();
      view.forEachBlock(1, item -> items.add(item(item.reshape())));
      return head + all(items) + ")";
    }
    NdView<?> little = NdView.zeros(DType.canonical(view.dtype()), view.shape(), Order.C);
    view.copyTo(little);
    byte[] bytes = new byte[(int) view.shape().byteSize(view.dtype().itemsize())];
    little.copyTo(MemorySegment.ofArray(bytes));
    return head + meaning(view.dtype(), bytes) + ")";
  }

  /// A long double without its padding.
  private static String meaning(DType dtype, byte[] bytes) {
    String hex = HEX.formatHex(bytes);
    return DType.canonical(dtype).equals(DType.LONGDOUBLE)
        ? hex.replaceAll("(.{20}).{12}", "$1")
        : hex;
  }

  private static Object[] boxed(long[] sizes) {
    Object[] boxed = new Object[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      boxed[i] = sizes[i];
    }
    return boxed;
  }

  /// An element, a structure as a tuple of its fields, a number in it as NumPy's scalar.
  private static @Nullable Object item(NdView<?> item) {
    if (item instanceof ObjectView objects) {
      return objects.get();
    }
    if (!(item.dtype() instanceof StructType struct)) {
      return switch (item.dtype()) {
        case BytesType _, TextType _ -> item.value();
        default -> {
          NdView<?> little = NdView.zeros(DType.canonical(item.dtype()));
          item.copyTo(little);
          yield new NumpyScalar(little.dtype(), little.getBytes());
        }
      };
    }
    List<@Nullable Object> parts = new ArrayList<>();
    for (Field field : struct.fields()) {
      NdView<?> part = item.field(field.name());
      parts.add(field.dtype() instanceof SubarrayType ? part.copy() : item(part));
    }
    return new PyTuple(parts);
  }
}
