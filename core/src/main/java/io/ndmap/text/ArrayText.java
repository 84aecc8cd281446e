package io.ndmap.text;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.MappingFaultException;
import io.ndmap.pass.Items;
import io.ndmap.pass.Pin;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Formats arrays as NumPy does (`str(a)` with its default print options): brackets for the axes,
/// aligned columns, lines of at most 75 characters if the elements allow it, and only the first and
/// last three elements along each axis for arrays of more than 1000 elements. Only the printed
/// elements are read.
///
/// The text equals NumPy's character by character, except where NumPy has no text or a wrong one. A
/// datetime without a unit is printed as its ticks, where NumPy raises an error. A long double in
/// an encoding that no processor generates is printed as `nan` or, if only its exponent is unusual,
/// as its value, where NumPy prints other digits. In the text of an array without axes, U+FFFD
/// replaces units above 10FFFF, which a Java string cannot represent. The elements of sets in
/// arrays of objects are printed in the order in which they were stored.
public final class ArrayText {

  private static final int LINE_WIDTH = 75;
  private static final String GAP = "...";
  private static final String REPR = "array(";

  /// The dtypes that `repr` omits.
  private static final Set<DType> IMPLIED =
      Set.of(DType.BOOL, DType.INT64, DType.FLOAT64, DType.COMPLEX128);

  private final Corners corners;
  private final ItemFormat format;
  private final String separator;

  private ArrayText(Corners corners, ItemFormat format, String separator) {
    this.corners = corners;
    this.format = format;
    this.separator = separator;
  }

  /// @param objects the object table into which elements of `|O` are indices; `null` is `None`
  /// @param text the formatter of the objects
  /// @throws MappingFaultException if the memory cannot be accessed
  public static String of(Items view, LongFunction<@Nullable Object> objects, ObjectText text) {
    return Pin.get(() -> print(view, objects, text), view.backing());
  }

  /// The `repr` of an array that is an element of an array of objects. It names the dtype unless
  /// the elements imply the dtype, and the shape if the elements do not show the shape.
  ///
  /// @param objects the object table into which elements of `|O` are indices; `null` is `None`
  /// @param text the formatter of the objects
  public static String repr(Items view, LongFunction<@Nullable Object> objects, ObjectText text) {
    Strided layout = view.strided();
    Corners corners = Corners.of(layout);
    ItemFormat format =
        ItemFormat.of(
            view.segment(),
            view.dtype(),
            corners,
            ItemFormat.Context.ARRAY,
            index -> text.item(objects.apply(index)));
    long count = layout.shape().itemCount();
    String items =
        count == 0
            ? "[]"
            : layout.rank() == 0
                // `True` is padded only in a column.
                ? format.text(layout.offset()).stripLeading()
                : new ArrayText(corners, format, ", ")
                    .axis(0, layout.offset(), REPR.length() + 1, LINE_WIDTH - 1);
    List<String> extras = new ArrayList<>();
    if (count == 0 ? !layout.shape().equals(Shape.of(0)) : count > Corners.THRESHOLD) {
      extras.add("shape=" + layout.shape());
    }
    if (count == 0 || !IMPLIED.contains(view.dtype())) {
      extras.add("dtype=" + dtypeName(view.dtype()));
    }
    if (extras.isEmpty()) {
      return REPR + items + ")";
    }
    String array = REPR + items + ",";
    String rest = String.join(", ", extras) + ")";
    int column = array.codePointCount(array.lastIndexOf('\n') + 1, array.length());
    boolean fits = column + rest.length() + 1 <= LINE_WIDTH;
    return array + (fits ? " " : "\n" + " ".repeat(REPR.length())) + rest;
  }

  /// The dtype as an argument of `dtype=`.
  private static String dtypeName(DType dtype) {
    return switch (dtype) {
      case ObjectType _ -> "object";
      case ScalarType scalar when isNative(scalar.order(), scalar.itemsize()) ->
          NumpyScalarText.name(scalar.kind());
      case TimeType time when isNative(time.order(), time.itemsize()) ->
          time.descr().replaceFirst("^'<M8", "'datetime64").replaceFirst("^'<m8", "'timedelta64");
      default -> dtype.descr();
    };
  }

  private static boolean isNative(ByteOrder order, int itemsize) {
    return itemsize == 1 || order == ByteOrder.LITTLE_ENDIAN;
  }

  private static String print(Items view, LongFunction<@Nullable Object> objects, ObjectText text) {
    Strided layout = view.strided();
    if (layout.rank() == 0) {
      return ItemText.scalar(
          view.segment(),
          layout.offset(),
          view.dtype(),
          index ->
              view.dtype() instanceof ObjectType
                  ? text.scalar(objects.apply(index))
                  : text.repr(objects.apply(index)));
    }
    if (layout.shape().itemCount() == 0) {
      return "[]";
    }
    Corners corners = Corners.of(layout);
    ItemFormat format =
        ItemFormat.of(
            view.segment(),
            view.dtype(),
            corners,
            ItemFormat.Context.ARRAY,
            index -> text.item(objects.apply(index)));
    return new ArrayText(corners, format, " ").axis(0, layout.offset(), 1, LINE_WIDTH);
  }

  /// Formats a subarray in a structure: on one line, with commas.
  static String inline(Strided layout, ItemFormat format) {
    StringBuilder text = new StringBuilder();
    new ArrayText(Corners.of(layout), format, ", ").inline(text, 0, layout.offset());
    return text.toString();
  }

  private void inline(StringBuilder text, int axis, long offset) {
    if (axis == corners.layout().rank()) {
      text.append(format.text(offset));
      return;
    }
    long count = corners.count(axis);
    text.append('[');
    for (long i = 0; i < count; i++) {
      text.append(i == 0 ? "" : separator).append(isGapBefore(axis, i) ? GAP + separator : "");
      inline(text, axis + 1, offset + corners.distance(axis, i));
    }
    text.append(']');
  }

  private boolean isGapBefore(int axis, long printed) {
    return corners.isCut(axis) && printed == Corners.EDGE;
  }

  /// @param indent the number of blanks before each line but the first
  /// @param width the number of characters of a line, including the indent
  private String axis(int axis, long offset, int indent, int width) {
    boolean last = axis == corners.layout().rank() - 1;
    return "["
        + (last ? items(axis, offset, indent, width - 1) : rows(axis, offset, indent, width - 1))
        + "]";
  }

  private String rows(int axis, long offset, int indent, int width) {
    String end =
        separator.stripTrailing()
            + "\n".repeat(corners.layout().rank() - axis - 1)
            + " ".repeat(indent);
    StringBuilder text = new StringBuilder();
    long count = corners.count(axis);
    for (long i = 0; i < count; i++) {
      text.append(i == 0 ? "" : end).append(isGapBefore(axis, i) ? GAP + end : "");
      text.append(axis(axis + 1, offset + corners.distance(axis, i), indent + 1, width));
    }
    return text.toString();
  }

  private String items(int axis, long offset, int indent, int width) {
    Lines lines = new Lines(separator, indent, width);
    long count = corners.count(axis);
    for (long i = 0; i < count; i++) {
      if (isGapBefore(axis, i)) {
        lines.add(GAP);
      }
      lines.add(format.text(offset + corners.distance(axis, i)));
    }
    return lines.toString();
  }

  /// Breaks words with separators between them into lines. A word with several lines, such as an
  /// array, stays a block; the next word follows the last line of the block.
  private static final class Lines {

    private final StringBuilder done = new StringBuilder();
    private final StringBuilder line = new StringBuilder();
    private final String separator;
    private final String prefix;
    private final int width;
    private boolean isFirst = true;

    Lines(String separator, int indent, int width) {
      this.separator = separator;
      this.prefix = " ".repeat(indent);
      this.width = width;
      line.append(prefix);
    }

    void add(String word) {
      if (!isFirst) {
        line.append(separator);
      }
      isFirst = false;
      List<String> parts = word.lines().toList();
      int longest = parts.stream().mapToInt(Lines::length).max().orElse(0);
      // A word that is too long for any line is put at the beginning of a line.
      String indent = " ".repeat(length(line));
      if (length(line) + longest > width && length(line) > prefix.length()) {
        end(prefix);
        indent = prefix;
      }
      for (int i = 0; i < parts.size(); i++) {
        if (i > 0) {
          end(indent);
        }
        line.append(parts.get(i));
      }
      if (parts.size() > 1) {
        line.repeat(' ', longest - length(parts.getLast()));
      }
    }

    private void end(String indent) {
      done.append(line.toString().stripTrailing()).append('\n');
      line.setLength(0);
      line.append(indent);
    }

    private static int length(CharSequence text) {
      return Character.codePointCount(text, 0, text.length());
    }

    @Override
    public String toString() {
      return done.append(line).substring(prefix.length());
    }
  }
}
