package io.ndmap.format.csv;

import io.ndmap.dtype.StructType;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.LongConsumer;

/// Writes arrays as CSV. A row is a structure, or the elements along the last axis; an array of
/// rank 1 is one column. The other axes are flattened into rows in C order.
public final class CsvWriter {

  private final Writer out;
  private final CsvFormat format;
  private final CellWriter cells;
  private final LongConsumer progress;
  private final StringBuilder line = new StringBuilder();
  private long row;

  private CsvWriter(Writer out, CsvFormat format, LongConsumer progress) {
    this.out = out;
    this.format = format;
    this.cells = new CellWriter(format.encoding());
    this.progress = progress;
  }

  /// Writes all elements.
  ///
  /// @param progress receives, after each row, the number of bytes that the row has in the array
  /// @throws CsvException if structures have no columns or a name of a column has no text, and
  ///   nothing is written; or if an element has no text, and the rows before it are already written
  public static void write(Writer out, NdView<?> view, CsvFormat format, LongConsumer progress)
      throws IOException {
    CsvWriter writer = new CsvWriter(out, format, progress);
    boolean structured = view.dtype() instanceof StructType;
    NdView<?> array = view.rank() == 0 ? view.newAxis(0) : view;
    if (format.header().orElse(structured)) {
      writer.header(array);
    }
    if (structured) {
      writer.structures(array);
    } else {
      writer.rows(array.rank() == 1 ? array.newAxis(1) : array);
    }
    // Check after the last access that the mapped file was not truncated.
    view.backing().barrier();
  }

  /// Writes the names of the columns: the fields of structures, otherwise the numbers from 0.
  private void header(NdView<?> array) throws IOException {
    if (array.dtype() instanceof StructType) {
      List<CsvColumn> columns = CsvColumn.of(NdView.zeros(array.dtype(), 0));
      for (CsvColumn column : columns) {
        int[] name = column.name().codePoints().toArray();
        cell(format.encoding().ofUnits(name), columns.size());
      }
    } else {
      long columns = array.rank() == 1 ? 1 : array.size(array.rank() - 1);
      for (long j = 0; j < columns; j++) {
        cell(Long.toString(j), columns);
      }
    }
    endLine();
  }

  private void structures(NdView<?> array) throws IOException {
    if (array.rank() > 1) {
      for (long i = 0; i < array.size(0); i++) {
        structures(array.index(0, i));
      }
      return;
    }
    List<CsvColumn> columns = CsvColumn.of(array);
    for (long i = 0; i < array.size(0); i++) {
      for (CsvColumn column : columns) {
        element(column.name(), columns.size(), column.items(), i);
      }
      endRow(array.dtype().itemsize());
    }
  }

  private void rows(NdView<?> array) throws IOException {
    if (array.rank() > 2) {
      for (long i = 0; i < array.size(0); i++) {
        rows(array.index(0, i));
      }
      return;
    }
    long columns = array.size(1);
    for (long i = 0; i < array.size(0); i++) {
      for (long j = 0; j < columns; j++) {
        element("", columns, array, i, j);
      }
      endRow(columns * array.dtype().itemsize());
    }
  }

  private void element(String name, long columns, NdView<?> items, long... index) {
    String text;
    try {
      text = cells.text(items, index);
    } catch (CsvException e) {
      String column = name.isEmpty() ? Long.toString(index[index.length - 1]) : "'" + name + "'";
      throw new CsvException("row %s, column %s: %s".formatted(row, column, e.getMessage()), e);
    }
    cell(text, columns);
  }

  /// Writes a cell, in quotes if readers would otherwise misread it: they would skip an empty line,
  /// and take U+FEFF at the start of a file for a byte order mark.
  ///
  /// @param columns the number of columns of the table
  private void cell(String text, long columns) {
    boolean isPlain =
        text.isEmpty()
            ? columns > 1
            : text.charAt(0) != '\ufeff'
                && text.chars()
                    .noneMatch(c -> c == format.delimiter() || c == '"' || c == '\n' || c == '\r');
    line.append(isPlain ? text : '"' + text.replace("\"", "\"\"") + '"').append(format.delimiter());
  }

  private void endRow(long bytes) throws IOException {
    endLine();
    row++;
    progress.accept(bytes);
  }

  private void endLine() throws IOException {
    line.setLength(Math.max(0, line.length() - 1));
    out.append(line.append('\n'));
    line.setLength(0);
  }
}
