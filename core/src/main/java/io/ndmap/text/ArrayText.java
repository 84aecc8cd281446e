package io.ndmap.text;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Strided;
import io.ndmap.op.MappingFaultException;
import io.ndmap.pass.Hold;
import io.ndmap.pass.Items;
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
/// units above 10FFFF, which no Java string holds. Of arrays of objects the arrays in them are
/// printed in one line, and sets in the order in which they were stored.

public final class ArrayText {

  private static final int LINE_WIDTH = 75;
  private static final String GAP = "...";

  /// What `repr` does not name.
  private static final Set<DType> IMPLIED =
      Set.of(DType.BOOL, DType.INT64, DType.FLOAT64, DType.COMPLEX128);

  private final Corners corners;
  private final ItemFormat format;

  private ArrayText(Corners corners, ItemFormat format) {
    this.corners = corners;
    this.format = format;
  }

  /// @param objects the objects that items of `|O` are indices of; `null` is `None`
  /// @param text how they are printed
  /// @throws MappingFaultException if the memory cannot be accessed
  public static String of(Items view, LongFunction<@Nullable Object> objects, ObjectText text) {
    return Hold.get(() -> print(view, objects, text), view.backing());
  }

  /// An array in an array of objects: its `repr`, but in one line.
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
    boolean implied = layout.shape().itemCount() > 0 && IMPLIED.contains(view.dtype());
    String dtype =
        view.dtype() instanceof ObjectType
            ? "object"
            : view.dtype() instanceof ScalarType scalar
                ? NumpyScalarText.name(scalar.kind())
                : view.dtype().descr();
    return "array(" + inline(layout, format) + (implied ? "" : ", dtype=" + dtype) + ")";
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
    return new ArrayText(corners, format).axis(0, layout.offset(), 1, LINE_WIDTH);
  }

  /// A subarray in a structure: all in one line, with commas.
  static String inline(Strided layout, ItemFormat format) {
    StringBuilder text = new StringBuilder();
    new ArrayText(Corners.of(layout), format).inline(text, 0, layout.offset());
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
      text.append(i == 0 ? "" : ", ").append(isGapBefore(axis, i) ? GAP + ", " : "");
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
    String separator = "\n".repeat(corners.layout().rank() - axis - 1) + " ".repeat(indent);
    StringBuilder text = new StringBuilder();
    long count = corners.count(axis);
    for (long i = 0; i < count; i++) {
      text.append(i == 0 ? "" : separator).append(isGapBefore(axis, i) ? GAP + separator : "");
      text.append(axis(axis + 1, offset + corners.distance(axis, i), indent + 1, width));
    }
    return text.toString();
  }

  private String items(int axis, long offset, int indent, int width) {
    Lines lines = new Lines(indent, width);
    long count = corners.count(axis);
    for (long i = 0; i < count; i++) {
      if (isGapBefore(axis, i)) {
        lines.add(GAP);
      }
      lines.add(format.text(offset + corners.distance(axis, i)));
    }
    return lines.toString();
  }

  /// Words with blanks between them, in lines.
  private static final class Lines {

    private final StringBuilder text = new StringBuilder();
    private final int indent;
    private final int width;
    private int column;

    Lines(int indent, int width) {
      this.indent = indent;
      this.width = width;
      this.column = indent;
    }

    void add(String word) {
      int length = word.codePointCount(0, word.length());
      if (!text.isEmpty()) {
        text.append(' ');
        column++;
      }
      // A word too long for any line stays where a line begins.
      if (column + length > width && column > indent) {
        while (text.charAt(text.length() - 1) == ' ') {
          text.setLength(text.length() - 1);
        }
        text.append('\n').repeat(' ', indent);
        column = indent;
      }
      text.append(word);
      column += length;
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
