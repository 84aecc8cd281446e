package io.ndmap.cli.csv;

import io.ndmap.cli.output.QuantityText;
import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.format.csv.CsvColumn;
import io.ndmap.format.csv.CsvException;
import io.ndmap.format.csv.CsvFormat;
import io.ndmap.format.csv.CsvWriter;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVRecord;

/// Reads an array from CSV, with one row in memory at a time. The file is read twice: once to count
/// its rows, and once to store them. A stream is copied to a temporary file first.
///
/// If the dtype is a structure, each row becomes a structure, and columns are matched by name if
/// there is a header. Otherwise the rows become an array of rank 2, or of rank 1 if there is a
/// single column. Empty lines are skipped.
public final class CsvReader implements Closeable {

  private final FileChannel file;
  private final CsvFormat format;
  private final CellParser cells;
  private final DType dtype;
  private final boolean hasHeader;
  private final long rows;
  private final int columns;
  private CsvRecords records;

  /// For each column of a structure, its position in a row of the file.
  private int[] positions = {};

  private CsvReader(FileChannel file, DType dtype, CsvFormat format) throws IOException {
    if (dtype.hasObject() || dtype instanceof SubarrayType) {
      throw new DTypeException("CSV has no cells for elements of " + dtype.descr());
    }
    this.file = file;
    this.format = format;
    this.cells = new CellParser(format.encoding(), Set.copyOf(format.missing()));
    this.hasHeader = format.header().orElse(dtype instanceof StructType);
    this.records = new CsvRecords(beginning(), format);
    long count = 0;
    int width = 0;
    int longest = 1;
    // Text without a length gets the length of the longest cell.
    boolean measures = dtype.itemsize() == 0 && !(dtype instanceof StructType);
    for (CSVRecord row = records.next(); row != null; row = records.next()) {
      if (count == 0) {
        width = row.size();
      } else if (row.size() != width) {
        throw atLine(count(row.size()) + ", where the rows before have " + width);
      }
      if (measures && (count > 0 || !hasHeader)) {
        try {
          longest = Math.max(longest, longest(row, dtype));
        } catch (CsvException e) {
          throw atLine(String.valueOf(e.getMessage()));
        }
      }
      count++;
    }
    this.rows = count - (hasHeader && count > 0 ? 1 : 0);
    this.columns = width;
    this.dtype = measures ? withLength(dtype, longest) : dtype;
    restart();
  }

  /// Opens a file and counts its rows.
  ///
  /// @param dtype the dtype of the elements; text without a length gets the length of the longest
  ///   cell
  /// @throws CsvException if the file is not CSV, or its columns do not match the dtype
  /// @throws DTypeException if CSV cannot represent the dtype
  public static CsvReader open(Path path, DType dtype, CsvFormat format) throws IOException {
    if (!Files.isRegularFile(path)) {
      // A FIFO can be read only once.
      try (InputStream in = Files.newInputStream(path)) {
        return read(in, dtype, format);
      }
    }
    return of(FileChannel.open(path), dtype, format);
  }

  /// Copies a stream to a temporary file, which [#close] deletes, and reads that file.
  public static CsvReader read(InputStream in, DType dtype, CsvFormat format) throws IOException {
    Path copy = Files.createTempFile("ndmap-", ".csv");
    FileChannel file =
        FileChannel.open(
            copy,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    try {
      in.transferTo(Channels.newOutputStream(file));
    } catch (Throwable e) {
      file.close();
      throw e;
    }
    return of(file, dtype, format);
  }

  private static CsvReader of(FileChannel file, DType dtype, CsvFormat format) throws IOException {
    try {
      return new CsvReader(file, dtype, format);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  private InputStream beginning() throws IOException {
    return Channels.newInputStream(file.position(0));
  }

  /// The length of the longest cell of a row, in code units or bytes.
  private int longest(CSVRecord row, DType dtype) {
    return row.stream()
        .filter(cell -> !cells.isMissing(cell))
        .mapToInt(
            cell ->
                dtype instanceof TextType
                    ? format.encoding().toUnits(cell).length
                    : format.encoding().toBytes(cell).length)
        .max()
        .orElse(0);
  }

  /// Returns the dtype of text or bytes with a given length.
  private static DType withLength(DType dtype, int length) {
    return switch (dtype) {
      case TextType text -> new TextType(length, text.order());
      case BytesType _ -> new BytesType(length);
      default -> dtype;
    };
  }

  /// Positions the reader at the first row.
  private void restart() throws IOException {
    records = new CsvRecords(beginning(), format);
    CSVRecord header = hasHeader ? records.next() : null;
    if (dtype instanceof StructType) {
      List<String> names =
          CsvColumn.of(NdView.zeros(dtype, 0)).stream().map(CsvColumn::name).toList();
      positions =
          header == null
              ? IntStream.range(0, names.size()).toArray()
              : names.stream().mapToInt(name -> position(header, name)).toArray();
      if (header == null && rows > 0 && names.size() != columns) {
        throw new CsvException(
            count(columns) + ", where " + dtype.descr() + " has " + names.size());
      }
    }
  }

  private int position(CSVRecord header, String name) {
    List<String> names = header.toList();
    int at = names.indexOf(name);
    if (at < 0 || at != names.lastIndexOf(name)) {
      throw atLine(
          (at < 0 ? "no column '%s'; there are %s" : "two columns '%s': %s")
                  .formatted(name, "'" + String.join("', '", names) + "'")
              + "; --no-header takes columns by their order");
    }
    return at;
  }

  /// The dtype of the elements.
  public DType dtype() {
    return dtype;
  }

  /// The shape of the array.
  public Shape shape() {
    return dtype instanceof StructType || columns <= 1 ? Shape.of(rows) : Shape.of(rows, columns);
  }

  /// Stores the next rows of the file, until the target is full.
  ///
  /// @param target an array of [#dtype]; unless it is an array of structures or of rank 1, its last
  ///   axis has the columns, as in [CsvWriter]
  /// @throws CsvException if a cell cannot be stored, or rows are missing; the message names the
  ///   line and the column of a cell
  public void fill(NdView<?> target) throws IOException {
    boolean structured = dtype instanceof StructType;
    NdView<?> array = target.rank() == 0 ? target.newAxis(0) : target;
    if (structured) {
      structures(array);
    } else {
      NdView<?> table = array.rank() == 1 ? array.newAxis(1) : array;
      if (rows > 0 && columns != table.size(table.rank() - 1)) {
        throw new CsvException(count(columns) + " do not fit the shape " + target.shape());
      }
      rows(table);
    }
  }

  /// Checks that all rows were read.
  ///
  /// @param shape the shape of the filled array, for the message
  /// @throws CsvException if there is a further row
  public void requireEnd(Shape shape) throws IOException {
    if (records.next() != null) {
      throw atLine("the shape %s has no place for this row".formatted(shape));
    }
  }

  private void structures(NdView<?> array) throws IOException {
    if (array.rank() > 1) {
      for (long i = 0; i < array.size(0); i++) {
        structures(array.index(0, i));
      }
      return;
    }
    List<CsvColumn> fields = CsvColumn.of(array);
    for (long i = 0; i < array.size(0); i++) {
      CSVRecord row = next();
      for (int j = 0; j < positions.length; j++) {
        CsvColumn field = fields.get(j);
        store(row, positions[j], " ('" + field.name() + "')", field.items(), i);
      }
    }
  }

  private void rows(NdView<?> array) throws IOException {
    if (array.rank() > 2) {
      for (long i = 0; i < array.size(0); i++) {
        rows(array.index(0, i));
      }
      return;
    }
    for (long i = 0; i < array.size(0); i++) {
      CSVRecord row = next();
      for (int j = 0; j < columns; j++) {
        store(row, j, "", array, i, j);
      }
    }
  }

  private CSVRecord next() throws IOException {
    CSVRecord row = records.next();
    if (row == null) {
      throw new CsvException(rows + " rows are too few for the array");
    }
    if (row.size() != columns) {
      throw atLine(count(row.size()) + ", where there were " + columns);
    }
    return row;
  }

  private void store(CSVRecord row, int column, String name, NdView<?> items, long... index) {
    try {
      cells.store(items, row.get(column), index);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw atLine("column %s%s: %s".formatted(column + 1, name, e.getMessage()));
    }
  }

  private static String count(int columns) {
    return QuantityText.count(columns, "column");
  }

  private CsvException atLine(String message) {
    return new CsvException("line " + records.line() + ": " + message);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
