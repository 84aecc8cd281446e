package io.ndmap.cli.output;

import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Writes an array as comma-separated values (RFC 4180), each as NumPy prints it alone. A line is a
/// row, an item of an array of one axis, or a structure, below a line of the names of its fields.
public final class CsvValues {

  private CsvValues() {}

  /// Writes all items.
  ///
  /// @throws IllegalArgumentException if the array has too many axes for lines and columns
  /// @throws DTypeException if a field has no single value
  public static void write(Output out, NdView<?> view) throws IOException {
    List<NdView<?>> columns = new ArrayList<>();
    if (view.dtype() instanceof StructType struct) {
      requireAxes(view, 1, " of structures");
      NdView<?> lines = view.rank() == 0 ? view.newAxis(0) : view;
      for (Field field : struct.fields()) {
        columns.add(column(lines, field));
      }
      out.write(line(struct.fields(), Field::name));
    } else {
      requireAxes(view, 2, "");
      NdView<?> lines = view;
      while (lines.rank() < 2) {
        lines = lines.newAxis(lines.rank());
      }
      for (long j = 0; j < lines.size(1); j++) {
        columns.add(lines.index(1, j));
      }
    }
    long count = columns.isEmpty() ? 0 : columns.getFirst().size(0);
    for (long i = 0; i < count; i++) {
      long at = i;
      out.write(line(columns, column -> column.index(0, at).toString()));
    }
    // Only now is it known that every item was really there.
    view.backing().barrier();
  }

  private static void requireAxes(NdView<?> view, int most, String what) {
    if (view.rank() > most) {
      throw new IllegalArgumentException(
          "CSV takes arrays%s of at most %s axes, found shape %s; select by an INDEX"
              .formatted(what, most, view.shape()));
    }
  }

  private static NdView<?> column(NdView<?> lines, Field field) {
    NdView<?> column = lines.field(field.name());
    if (column.rank() != 1 || column.dtype() instanceof StructType) {
      throw new DTypeException(
          "the field '%s' of %s is no column of CSV; select by --field"
              .formatted(field.name(), field.dtype()));
    }
    return column;
  }

  private static <T> String line(List<T> cells, Function<T, String> text) {
    return cells.stream().map(text).map(CsvValues::quoted).collect(Collectors.joining(",")) + "\n";
  }

  private static String quoted(String text) {
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
