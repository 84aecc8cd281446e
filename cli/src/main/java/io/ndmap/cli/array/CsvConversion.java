package io.ndmap.cli.array;

import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.csv.CsvFile;
import io.ndmap.cli.csv.CsvReader;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.dtype.DType;
import io.ndmap.format.csv.CsvFormat;
import io.ndmap.format.csv.CsvWriter;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzOptions;
import io.ndmap.op.Casting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/// Converts arrays to CSV and back.
///
/// @param format the CSV format
/// @param target the array or CSV file to create, or `-`
/// @param options the options for creating the target
/// @param limits the limits for opening archives
record CsvConversion(
    Session session, CsvFormat format, ArrayName target, TargetOptions options, NpzOptions limits) {

  /// The number of bytes of the array that are stored between two updates of the progress bar.
  private static final long BLOCK = 1 << 22;

  /// Writes a part of an array as CSV.
  void write(ArrayName source, Selection selection, Progress progress) throws IOException {
    try (NamedArray npy = NamedArray.open(source, session.streams(), limits)) {
      NdView<?> view = selection.of(npy.view());
      progress.begin(view.shape().byteSize(view.dtype().itemsize()));
      if (StandardInput.is(target)) {
        CsvWriter.write(session.out(), view, format, progress::advance);
      } else {
        create(view, progress);
      }
    }
  }

  private void create(NdView<?> view, Progress progress) throws OtherFileException {
    try {
      if (options.replaces() && NpzFile.isArchive(target.file())) {
        throw new IOException("an archive, whose members would be lost; remove it first");
      }
      CsvFile.create(
          target.file(),
          options.replaces(),
          out -> CsvWriter.write(out, view, format, progress::advance));
    } catch (IOException e) {
      throw new OtherFileException(target, e);
    }
  }

  /// Reads CSV into a new array.
  void read(Path source, DType dtype, Order order, Progress progress) throws IOException {
    try (CsvReader reader = open(source, dtype)) {
      Shape shape = reader.shape();
      DType into = reader.dtype();
      progress.begin(shape.byteSize(into.itemsize()));
      if (!StandardInput.is(target)) {
        try {
          options.create(target, into, shape, order, made -> fill(reader, made, progress), limits);
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
        return;
      }
      try (StreamTarget out =
          new StreamTarget(session.out().bytes(), into, shape, order, Casting.NO)) {
        long rows = order == Order.C ? blockRows(shape, into) : Math.max(1, shape.size(0));
        for (long first = 0; first < shape.size(0); first += rows) {
          long[] sizes = shape.toArray();
          sizes[0] = Math.min(rows, shape.size(0) - first);
          NdView<?> block = NdView.zeros(into, Shape.of(sizes), order);
          reader.fill(block);
          out.acceptAll(block);
          progress.advance(block.shape().byteSize(into.itemsize()));
        }
      }
    }
  }

  private CsvReader open(Path source, DType dtype) throws IOException {
    return StandardInput.is(source)
        ? CsvReader.read(session.streams().in(), dtype, format)
        : CsvReader.open(source, dtype, format);
  }

  /// Stores all rows of CSV into an array, which must have as many rows.
  ///
  /// @throws UncheckedIOException if the rows cannot be read
  /// @throws io.ndmap.format.csv.CsvException if the array has more or fewer rows
  static void fill(CsvReader reader, NdView<?> made, Progress progress) {
    try {
      long rows = made.rank() == 0 ? 1 : blockRows(made.shape(), made.dtype());
      for (long first = 0; made.rank() > 0 && first < made.size(0); first += rows) {
        NdView<?> part = made.slice(0, first, Math.min(made.size(0), first + rows), 1);
        reader.fill(part);
        progress.advance(part.shape().byteSize(part.dtype().itemsize()));
      }
      if (made.rank() == 0) {
        reader.fill(made);
      }
      reader.requireEnd(made.shape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The number of rows of about [#BLOCK] bytes.
  private static long blockRows(Shape shape, DType dtype) {
    long row = shape.byteSize(dtype.itemsize()) / Math.max(1, shape.size(0));
    return Math.max(1, BLOCK / Math.max(1, row));
  }
}
