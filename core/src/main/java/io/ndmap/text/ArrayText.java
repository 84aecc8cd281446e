package io.ndmap.text;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.MappingFaultException;
import io.ndmap.pass.Hold;
import io.ndmap.pass.Items;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Prints arrays as NumPy does (`str(a)` with the print options it starts with): brackets for the
/// axes, columns that line up, lines of at most 75 characters where the items allow it, and of more
/// than 1000 items only the first and last three along each axis. Only the items that are printed
/// are read.
///
/// The text is NumPy's, character by character, except where NumPy has none or a wrong one: a
/// datetime without unit is printed as its ticks (there: an error); long doubles in encodings that
/// no processor makes are `nan`, or, if their exponent alone is out of the ordinary, the number
/// that they are (there alone: other digits); and text of an array without axes has U+FFFD for
/// units above 10FFFF, which no Java string holds. Sets in arrays of objects are printed in the
/// order in which they were stored.
public final class ArrayText {

  private static final int LINE_WIDTH = 75;
  private static final String GAP = "...";
  private static final String REPR = "array(";

  /// What `repr` does not name.
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

  /// @param objects the objects that items of `|O` are indices of; `null` is `None`
  /// @param text how they are printed
  /// @throws MappingFaultException if the memory cannot be accessed
  public static String of(Items view, LongFunction<@Nullable Object> objects, ObjectText text) {
    return Hold.get(() -> print(view, objects, text), view.backing());
  }

  /// An array in an array of objects: its `repr`, which names the dtype unless the items imply it,
  /// and the shape where they do not show it.
  ///
  /// @param objects the objects that items of `|O` are indices of; `null` is `None`
  /// @param text how they are printed
  public static String repr(Items view, LongFunction<@Nullable Object> objects, ObjectText text) {
    Strided layout = view.strided();
    Corners corners = Corners.of(layout);
    ItemFormat format =
        ItemFormat.of(
            view.segment(),
            view.dtype(),
            corners,
            ItemFormat.Place.ARRAY,
            index -> text.item(objects.apply(index)));
    long count = layout.shape().itemCount();
    String items =
        count == 0
            ? "[]"
            : layout.rank() == 0
                // A truth value has its blank only where it stands in a column.
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

  /// As `dtype=` takes it.
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
            ItemFormat.Place.ARRAY,
            index -> text.item(objects.apply(index)));
    return new ArrayText(corners, format, " ").axis(0, layout.offset(), 1, LINE_WIDTH);
  }

  /// A subarray in a structure: all in one line, with commas.
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

  /// @param indent blanks before each line but the first
  /// @param width characters of a line, its indent included
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

  /// Words with separators between them, in lines. A word of several lines, such as an array,
  /// stands as a block, which what follows stands behind.
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
      // A word too long for any line stays where a line begins.
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
