package io.ndmap.format.csv;

import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.nd.NdView;
import java.util.ArrayList;
import java.util.List;

/// A column of a table of structures: a field, or one element of a field, such as `a`, `a.b` or
/// `a[0][1]`.
///
/// @param name the name of the column
/// @param items the elements, one per row
public record CsvColumn(String name, NdView<?> items) {

  /// Returns the columns in the order of the fields.
  ///
  /// @param rows structures along a single axis
  /// @throws CsvException if there are no columns: the structure has no fields, or only fields
  ///   without elements
  public static List<CsvColumn> of(NdView<?> rows) {
    List<CsvColumn> columns = new ArrayList<>();
    add(columns, "", rows);
    if (columns.isEmpty()) {
      throw new CsvException("elements of " + rows.dtype() + " have no columns");
    }
    return columns;
  }

  private static void add(List<CsvColumn> columns, String name, NdView<?> items) {
    if (items.rank() > 1) {
      for (long i = 0; i < items.size(1); i++) {
        add(columns, name + "[" + i + "]", items.index(1, i));
      }
    } else if (items.dtype() instanceof StructType struct) {
      for (Field field : struct.fields()) {
        String prefix = name.isEmpty() ? "" : name + ".";
        add(columns, prefix + field.name(), items.field(field.name()));
      }
    } else {
      columns.add(new CsvColumn(name, items));
    }
  }
}
