package io.ndmap.cli.csv;

import io.ndmap.format.csv.CsvException;
import io.ndmap.format.csv.CsvFormat;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/// Iterates over the records of a CSV file.
final class CsvRecords implements Closeable {

  private final RecordReader reader;
  private final CSVParser parser;
  private final Iterator<CSVRecord> records;
  private @Nullable CSVRecord current;

  CsvRecords(InputStream in, CsvFormat format) throws IOException {
    this.reader = new RecordReader(in, format.charset());
    this.parser =
        CSVParser.builder()
            .setReader(reader)
            .setFormat(
                CSVFormat.RFC4180
                    .builder()
                    .setDelimiter(format.delimiter())
                    .setIgnoreEmptyLines(true)
                    .setCommentMarker(format.comment().orElse(null))
                    .get())
            .get();
    this.records = parser.iterator();
  }

  /// Returns the next record, or null at the end.
  ///
  /// @throws CsvException if the text is not CSV; the message has the line
  @Nullable CSVRecord next() throws IOException {
    reader.begin();
    long before = parser.getCurrentLineNumber();
    try {
      current = records.hasNext() ? records.next() : null;
      return current;
    } catch (CsvException e) {
      throw new CsvException("line " + (before + 1) + ": " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof org.apache.commons.csv.CSVException cause) {
        throw new CsvException(
            "line " + (before + 1) + ": not CSV by RFC 4180: " + cause.getMessage(), e);
      }
      throw e.getCause();
    }
  }

  /// The number of the line at which the current record begins, from 1.
  long line() {
    // The number of line ends within the cells of the record.
    long inside = 0;
    if (current != null) {
      for (String cell : current) {
        inside += cell.lines().count() - (cell.isEmpty() ? 0 : 1);
        inside += cell.endsWith("\n") || cell.endsWith("\r") ? 1 : 0;
      }
    }
    return parser.getCurrentLineNumber() - inside;
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
