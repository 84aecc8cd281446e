package io.ndmap.serve.api;

import io.ndmap.dtype.StructType;
import io.ndmap.format.csv.CsvFormat;
import io.ndmap.format.csv.CsvWriter;
import io.ndmap.format.csv.TextEncoding;
import io.ndmap.nd.NdView;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Elements as CSV, in the form that `ndmap convert --undecodable escape` writes. A row has the
/// elements along the last axis, the fields of one structure, or the single element if there is
/// only one axis.
final class CsvBody implements Answer.Pieces {

  /// The maximum number of bytes of the elements in one row, which is in memory as a whole.
  private static final long MOST_ROW_BYTES = 4 << 20;

  private final Selected selected;
  private final NdView<?> rows;
  private final ItemBlocks blocks;

  /// Whether the first block, which may begin with a header line, was written.
  private boolean begun;

  /// @param most the maximum number of rows; a limit for bytes does not suffice, because rows along
  ///   an axis of length 0 have no bytes
  /// @throws Problem with 413 if a row is too long, or there are too many rows
  CsvBody(Selected selected, long most) {
    this.selected = selected;
    NdView<?> items = selected.items();
    this.rows = items.rank() == 0 ? items.newAxis(0) : items;
    boolean isRow = rows.rank() > 1 && !(rows.dtype() instanceof StructType);
    int whole = isRow ? 1 : 0;
    long bytes = ItemBlocks.rowBytes(rows, whole);
    if (bytes > MOST_ROW_BYTES) {
      throw new Problem(
          413,
          "%s: a row of the selection of shape %s has %s bytes, the most in CSV is %s"
              .formatted(selected.array().name(), items.shape(), bytes, MOST_ROW_BYTES));
    }
    this.blocks = new ItemBlocks(rows, whole);
    if (blocks.rows() > most) {
      throw new Problem(
          413,
          "%s: the selection of shape %s has %s rows, the most in CSV is %s"
              .formatted(selected.array().name(), items.shape(), blocks.rows(), most));
    }
  }

  @Override
  public boolean next(OutputStream out) throws IOException {
    NdView<?> block = blocks.next();
    if (block == null && begun) {
      return false;
    }
    StringWriter text = new StringWriter();
    // If there are no rows, write at most a header line, however long the other axes are.
    NdView<?> part = block == null ? rows.slice(0, 0, 0) : block;
    CsvWriter.write(text, part, format(begun), _ -> {});
    begun = true;
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    return true;
  }

  private static CsvFormat format(boolean begun) {
    return new CsvFormat(
        ',',
        begun ? Optional.of(false) : Optional.empty(),
        TextEncoding.ESCAPE,
        StandardCharsets.UTF_8,
        Optional.empty(),
        List.of());
  }

  @Override
  public long memory() {
    return blocks.textMemory();
  }

  @Override
  public void close() {
    selected.close();
  }
}
