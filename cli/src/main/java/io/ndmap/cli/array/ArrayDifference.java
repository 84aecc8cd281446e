package io.ndmap.cli.array;

import com.google.gson.stream.JsonWriter;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TextType;
import io.ndmap.format.json.JsonNumbers;
import io.ndmap.format.json.JsonValues;
import io.ndmap.nd.NdView;
import io.ndmap.op.Differences;
import io.ndmap.op.Tolerance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The difference between two arrays, or between two fields of the same name in their structures.
///
/// @param field the path of the field, or empty for the whole array
/// @param reason the reason why the elements were not compared; empty if they were compared
/// @param items the number of elements that were compared
/// @param count the number of elements that differ
/// @param first the first element that differs
/// @param absolute the element with the largest absolute difference
/// @param relative the element with the largest relative difference
record ArrayDifference(
    String field,
    String reason,
    long items,
    long count,
    Optional<ElementPair> first,
    Optional<ElementPair> absolute,
    Optional<ElementPair> relative) {

  /// An element of both arrays.
  ///
  /// @param size the difference, or NaN if it is not reported
  /// @param index the index of the element
  /// @param a the element of the first array, of rank 0
  /// @param b the element of the second array, of rank 0
  record ElementPair(double size, List<Long> index, NdView<?> a, NdView<?> b) {

    private static Optional<ElementPair> of(NdView<?> a, NdView<?> b, long position, double size) {
      if (position < 0) {
        return Optional.empty();
      }
      long[] index = new long[a.rank()];
      long rest = position;
      for (int axis = index.length - 1; axis >= 0; axis--) {
        index[axis] = rest % a.size(axis);
        rest /= a.size(axis);
      }
      return Optional.of(
          new ElementPair(
              size, Arrays.stream(index).boxed().toList(), item(a, index), item(b, index)));
    }

    /// Returns a copy of an element, which outlives the file.
    private static NdView<?> item(NdView<?> array, long... index) {
      NdView<?> item = array;
      for (long position : index) {
        item = item.index(0, position);
      }
      return item.copy();
    }
  }

  /// The rules by which arrays are compared.
  ///
  /// @param tolerance decides which elements count as equal
  /// @param strict whether the dtypes must be equal
  /// @param quick whether to stop at the first difference; ignored unless the tolerance is exact
  ///   and the dtypes are equal
  /// @param running applies the execution options to a view
  record Rule(
      Tolerance tolerance, boolean strict, boolean quick, UnaryOperator<NdView<?>> running) {}

  /// Returns the differences. The list is empty if the arrays are equal; otherwise it has one entry
  /// for the array, or one per field that differs. If the dtypes must be equal but are not, the
  /// list begins with an entry that states this.
  static List<ArrayDifference> of(NdView<?> a, NdView<?> b, Rule rule) {
    List<ArrayDifference> all = new ArrayList<>();
    if (rule.strict() && !a.dtype().equals(b.dtype())) {
      all.add(apart("", "dtype " + a.dtype() + " and " + b.dtype()));
    }
    // For unequal dtypes, contentEquals would match fields by position, not by name.
    if (rule.quick()
        && rule.tolerance().isExact()
        && all.isEmpty()
        && a.dtype().equals(b.dtype())) {
      if (!rule.running().apply(a).contentEquals(b, rule.tolerance().nanEqual())) {
        all.add(apart("", "elements"));
      }
    } else {
      compare("", a, b, rule, all);
    }
    return all;
  }

  private static void compare(
      String field, NdView<?> a, NdView<?> b, Rule rule, List<ArrayDifference> all) {
    if (!a.shape().equals(b.shape())) {
      all.add(apart(field, "shape " + a.shape() + " and " + b.shape()));
    } else if (a.dtype() instanceof StructType one && b.dtype() instanceof StructType two) {
      List<String> names = names(one);
      List<String> others = names(two);
      for (String name : names) {
        String path = field.isEmpty() ? name : field + "." + name;
        if (others.contains(name)) {
          compare(path, a.field(name), b.field(name), rule, all);
        } else {
          all.add(apart(path, "a field of the first array only"));
        }
      }
      for (String name : others) {
        if (!names.contains(name)) {
          String path = field.isEmpty() ? name : field + "." + name;
          all.add(apart(path, "a field of the second array only"));
        }
      }
    } else {
      compareItems(field, a, b, rule, all);
    }
  }

  private static List<String> names(StructType struct) {
    return struct.fields().stream().map(field -> field.name()).toList();
  }

  private static void compareItems(
      String field, NdView<?> a, NdView<?> b, Rule rule, List<ArrayDifference> all) {
    Differences found;
    try {
      found = rule.running().apply(a).differences(b, rule.tolerance());
    } catch (DTypeException e) {
      all.add(apart(field, "elements of " + a.dtype() + " and " + b.dtype() + ", never equal"));
      return;
    }
    if (found.count() > 0) {
      all.add(
          new ArrayDifference(
              field,
              "",
              a.itemCount(),
              found.count(),
              ElementPair.of(a, b, found.first(), Double.NaN),
              ElementPair.of(a, b, found.largestAbsoluteAt(), found.largestAbsolute()),
              ElementPair.of(a, b, found.largestRelativeAt(), found.largestRelative())));
    }
  }

  /// Returns the difference of two arrays that are not compared element by element.
  static ArrayDifference apart(String field, String reason) {
    return new ArrayDifference(
        field, reason, 0, 0, Optional.empty(), Optional.empty(), Optional.empty());
  }

  // ---- output

  /// Returns the difference as lines of text, each terminated.
  ///
  /// @param a the name of the first array
  /// @param b the name of the second array
  String text(String a, String b) {
    StringBuilder text = new StringBuilder(a + " and " + b + " differ");
    text.append(field.isEmpty() ? "" : " in field '" + field + "'");
    if (!reason.isEmpty()) {
      return text.append(": ").append(reason).append('\n').toString();
    }
    text.append(": ").append(count).append(" of ").append(items).append(" elements\n");
    first.ifPresent(place -> row(text, "first", place));
    absolute.ifPresent(place -> row(text, "largest absolute difference", place));
    relative.ifPresent(place -> row(text, "largest relative difference", place));
    return text.toString();
  }

  private static void row(StringBuilder text, String name, ElementPair place) {
    text.append("  ").append(name);
    if (!Double.isNaN(place.size())) {
      text.append(' ').append(number(place.size()));
    }
    text.append(": ").append(item(place.a())).append(" and ").append(item(place.b()));
    text.append(" at ").append(place.index()).append('\n');
  }

  /// Returns an element's text. Strings are in quotes, which show their start and end.
  private static String item(NdView<?> item) {
    String text = item.toString();
    return item.dtype() instanceof TextType ? "'" + text + "'" : text;
  }

  private static String number(double size) {
    boolean isWhole = size == Math.rint(size) && size < 1L << 53;
    return isWhole ? Long.toString((long) size) : Double.toString(size);
  }

  /// Writes the keys `equal` and `differences`.
  static void write(JsonLine line, List<ArrayDifference> all) throws IOException {
    line.bool("equal", all.isEmpty());
    line.objects("differences", all, (each, difference) -> difference.write(each));
  }

  private void write(JsonLine line) throws IOException {
    if (!field.isEmpty()) {
      line.text("field", field);
    }
    if (!reason.isEmpty()) {
      line.text("reason", reason);
      return;
    }
    line.number("items", items).number("count", count);
    write(line.value("first"), first.orElse(null));
    write(line.value("largest_absolute"), absolute.orElse(null));
    write(line.value("largest_relative"), relative.orElse(null));
  }

  private static void write(JsonWriter json, @Nullable ElementPair place) throws IOException {
    if (place == null) {
      json.nullValue();
      return;
    }
    json.beginObject();
    if (!Double.isNaN(place.size())) {
      JsonNumbers.write(json.name("difference"), place.size());
    }
    json.name("index").beginArray();
    for (long position : place.index()) {
      json.value(position);
    }
    json.endArray();
    JsonValues.write(place.a(), json.name("a"), JsonValues.LIMIT);
    JsonValues.write(place.b(), json.name("b"), JsonValues.LIMIT);
    json.endObject();
  }
}
