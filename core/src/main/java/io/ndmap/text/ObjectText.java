package io.ndmap.text;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.literal.PyRepr;
import io.ndmap.python.NumpyScalar;
import io.ndmap.python.PyByteArray;
import io.ndmap.python.PyComplex;
import io.ndmap.python.PyDecimal;
import io.ndmap.python.PyFraction;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import io.ndmap.value.BinaryFloat;
import io.ndmap.value.NumberText;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Formats Python values as Python's `repr` does. The elements of sets are in the order in which
/// they were stored; Python's order is arbitrary.
public final class ObjectText {

  /// Formats values for which this class has no rule, such as arrays.
  private final Function<Object, String> others;

  /// @param others formats values for which this class has no rule, such as arrays
  public ObjectText(Function<Object, String> others) {
    this.others = others;
  }

  /// Formats an element of an array: a list as `list([1, 2])`, to distinguish it from an axis of
  /// the array.
  String item(@Nullable Object value) {
    return value instanceof List<?> ? "list(" + repr(value) + ")" : repr(value);
  }

  /// Formats the only element of an array of rank 0, as Python's `str` does.
  String scalar(@Nullable Object value) {
    return switch (value) {
      case String text -> text;
      case LocalDate date -> TimesText.iso(date);
      case LocalTime time -> TimesText.iso(time);
      case OffsetTime time -> TimesText.iso(time.toLocalTime()) + TimesText.iso(time.getOffset());
      case LocalDateTime when -> TimesText.iso(when);
      case OffsetDateTime when ->
          TimesText.iso(when.toLocalDateTime()) + TimesText.iso(when.getOffset());
      case ZoneOffset zone -> TimesText.text(zone);
      case Duration span -> TimesText.text(span);
      case BigDecimal number -> number.toString();
      case PyDecimal number -> number.text();
      case PyFraction number ->
          number.denominator().bitLength() == 1
              ? number.numerator().toString()
              : number.numerator() + "/" + number.denominator();
      case UUID id -> id.toString();
      case NumpyScalar scalar ->
          ItemText.scalar(MemorySegment.ofArray(scalar.bytes()), 0, scalar.dtype(), _ -> "");
      case null, default -> repr(value);
    };
  }

  public String repr(@Nullable Object value) {
    StringBuilder text = new StringBuilder();
    append(text, value);
    return text.toString();
  }

  private void append(StringBuilder text, @Nullable Object value) {
    switch (value) {
      case null -> text.append("None");
      case Boolean bool -> text.append(bool ? "True" : "False");
      case Double number -> text.append(NumberText.scalar(real(number)));
      case PyComplex number ->
          text.append(NumberText.scalar(real(number.real()), real(number.imaginary())));
      case String string -> PyRepr.append(text, string);
      case byte[] bytes -> text.append(ItemText.quoted(bytes));
      case ByteBuffer buffer -> {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        text.append(ItemText.quoted(bytes));
      }
      case PyByteArray array ->
          text.append("bytearray(").append(ItemText.quoted(array.bytes())).append(')');
      case PyTuple tuple -> all(text, "(", tuple.items(), tuple.items().size() == 1 ? ",)" : ")");
      case List<?> list -> all(text, "[", list, "]");
      case PyFrozenSet set when set.items().isEmpty() -> text.append("frozenset()");
      case PyFrozenSet set -> all(text, "frozenset({", set.items(), "})");
      case Set<?> set when set.isEmpty() -> text.append("set()");
      case Set<?> set -> all(text, "{", set, "}");
      case Map<?, ?> dict -> entries(text, dict);
      case BigDecimal number -> text.append("Decimal('").append(number).append("')");
      case PyDecimal number -> text.append("Decimal('").append(number.text()).append("')");
      case PyFraction number ->
          text.append("Fraction(")
              .append(number.numerator())
              .append(", ")
              .append(number.denominator())
              .append(')');
      case UUID id -> text.append("UUID('").append(id).append("')");
      case LocalDate date ->
          text.append("datetime.date(").append(TimesText.arguments(date)).append(')');
      case LocalTime time ->
          text.append("datetime.time(").append(TimesText.arguments(time)).append(')');
      case OffsetTime time ->
          text.append("datetime.time(")
              .append(TimesText.arguments(time.toLocalTime()))
              .append(", tzinfo=")
              .append(TimesText.repr(time.getOffset()))
              .append(')');
      case LocalDateTime when ->
          text.append("datetime.datetime(").append(TimesText.arguments(when)).append(')');
      case OffsetDateTime when ->
          text.append("datetime.datetime(")
              .append(TimesText.arguments(when.toLocalDateTime()))
              .append(", tzinfo=")
              .append(TimesText.repr(when.getOffset()))
              .append(')');
      case ZoneOffset zone -> text.append(TimesText.repr(zone));
      case Duration span -> text.append(TimesText.repr(span));
      case NumpyScalar scalar -> text.append(numpy(scalar));
      case Number number -> text.append(number);
      default -> text.append(others.apply(value));
    }
  }

  private static BinaryFloat real(double value) {
    return BinaryFloat.of(ScalarKind.FLOAT64, value);
  }

  private void all(StringBuilder text, String begin, Collection<?> items, String end) {
    String separator = "";
    text.append(begin);
    for (Object item : items) {
      append(text.append(separator), item);
      separator = ", ";
    }
    text.append(end);
  }

  private void entries(StringBuilder text, Map<?, ?> dict) {
    String separator = "";
    text.append('{');
    for (Map.Entry<?, ?> entry : dict.entrySet()) {
      append(text.append(separator), entry.getKey());
      append(text.append(": "), entry.getValue());
      separator = ", ";
    }
    text.append('}');
  }

  private static String numpy(NumpyScalar scalar) {
    String text =
        ItemText.scalar(MemorySegment.ofArray(scalar.bytes()), 0, scalar.dtype(), _ -> "");
    return NumpyScalarText.of(scalar, text);
  }
}
