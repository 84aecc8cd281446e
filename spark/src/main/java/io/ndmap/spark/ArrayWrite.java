package io.ndmap.spark;

import io.ndmap.dtype.DTypeException;
import io.ndmap.grow.NpyAppender;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.NpyHeader;
import io.ndmap.spark.column.NpySourceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;

/// The driver's part of a write: makes the file that all tasks write into, under a name that nobody
/// looks for, and when all tasks have committed checks that each row is there once, writes the
/// header, forces the file and gives it its name, or appends its rows.
final class ArrayWrite implements RequiresDistributionAndOrdering, BatchWrite {

  /// The mode for rows that a file grows by, beside the names of those of Spark that make one.
  static final String APPENDING = "appending";

  private final StructType rows;
  private final NpyOptions options;
  private final Path target;
  private final Path working;
  private final Optional<NpyHeader> appendsTo;

  ArrayWrite(StructType rows, NpyOptions options, String queryId) {
    this.rows = rows;
    this.options = options;
    this.target = realTarget(options.target());
    this.working =
        target.resolveSibling(
            "." + Objects.requireNonNull(target.getFileName()) + "." + queryId + ".tmp");
    this.appendsTo =
        options.mode().equals(APPENDING) ? Optional.of(header(target)) : Optional.empty();
    requireTypes();
  }

  /// Before anything is computed: what does not depend on the rows.
  private void requireTypes() {
    RowTypes types = new RowTypes(plan());
    try {
      var _ = types.encoder(types.dtype(null));
    } catch (DTypeException | NpySourceException e) {
      String option = options.dtype().isEmpty() ? "" : "the option dtype=" + options.dtype() + ": ";
      throw new NpySourceException(target + ": " + option + e.getMessage(), e);
    }
  }

  private static NpyHeader header(Path target) {
    try (NpyFile file = NpyFile.open(target)) {
      return file.header();
    } catch (IOException e) {
      throw new UncheckedIOException(target + ": " + e.getMessage(), e);
    }
  }

  /// A symbolic link stays, and what it leads to is written.
  private static Path realTarget(Path path) {
    try {
      return Files.exists(path) ? path.toRealPath() : path;
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String description() {
    return "npy " + target;
  }

  @Override
  public Distribution requiredDistribution() {
    return options.isShuffled()
        ? Distributions.ordered(requiredOrdering())
        : Distributions.unspecified();
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return options.isShuffled()
        ? new SortOrder[] {
          Expressions.sort(FieldReference.column(options.indexColumn()), SortDirection.ASCENDING)
        }
        : new SortOrder[0];
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public boolean useCommitCoordinator() {
    return true;
  }

  private WritePlan plan() {
    return new WritePlan(
        target.toString(),
        working.toString(),
        rows,
        options.indexColumn(),
        options.dtype().isEmpty()
            ? appendsTo.map(header -> header.dtype().descr()).orElse("")
            : options.dtype(),
        appendsTo.map(header -> header.order() == Order.F).orElseGet(options::isFortranOrder));
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    WritePlan plan = plan();
    try {
      create(plan);
    } catch (IOException e) {
      throw new UncheckedIOException(target + ": " + e.getMessage(), e);
    }
    return new NpyWriterFactory(plan);
  }

  /// The space is reserved if the size is known.
  private void create(WritePlan plan) throws IOException {
    Shape shape = options.shape().orElse(null);
    RowTypes types = new RowTypes(plan);
    if (shape == null) {
      Files.createFile(working);
    } else {
      RowLayout layout = RowLayout.of(types.dtype(null), plan.fortranOrder());
      NpyFile.create(working, layout.dtype(), shape, layout.order(), CreateOptions.DEFAULT).close();
    }
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    try {
      RowsOfAll all = RowsOfAll.of(target, messages);
      if (appendsTo.isPresent()) {
        append(all);
      } else {
        RowRanges.Range range = all.requireDense(0);
        complete(layout(all), range.end());
        NpyFile.publish(working, target, replacing());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(target + ": " + e.getMessage(), e);
    }
  }

  private RowLayout layout(RowsOfAll all) {
    RowLayout found = all.layout();
    return found == null
        ? RowLayout.of(new RowTypes(plan()).dtype(null), plan().fortranOrder())
        : found;
  }

  private CreateOptions replacing() {
    return options.mode().equals(SaveMode.Overwrite.name())
        ? CreateOptions.DEFAULT.withReplacing()
        : CreateOptions.DEFAULT;
  }

  /// Appends all rows by one change of the header.
  private void append(RowsOfAll all) throws IOException {
    try (NpyAppender appender = NpyAppender.open(target)) {
      RowRanges.Range range = all.requireDense(appender.shape().size(appender.axis()));
      if (range.start() < range.end()) {
        complete(layout(all), range.end());
        try (NpyFile file = NpyFile.open(working)) {
          var _ = appender.append(file.view().slice(appender.axis(), range.start(), range.end()));
        }
        appender.force();
      }
    }
    deleteWorking();
  }

  /// The rows are there: to fail now would have them appended twice.
  private void deleteWorking() {
    try {
      Files.delete(working);
    } catch (IOException e) {
      System.getLogger(ArrayWrite.class.getPackageName())
          .log(Level.WARNING, working + " cannot be deleted, which nobody needs any more", e);
    }
  }

  private void complete(RowLayout layout, long count) throws IOException {
    Shape shape = layout.shape(count);
    options
        .shape()
        .filter(wanted -> !wanted.equals(shape))
        .ifPresent(
            wanted -> {
              throw new NpySourceException(
                  target
                      + ": the rows are an array of shape "
                      + shape
                      + ", the option shape says "
                      + wanted);
            });
    byte[] header = layout.header(count);
    long size = header.length + shape.byteSize(layout.dtype().itemsize());
    try (FileChannel file = FileChannel.open(working, StandardOpenOption.WRITE)) {
      if (file.size() < size && size > header.length) {
        throw new NpySourceException(
            working + ": expected " + size + " bytes of " + count + " rows, found " + file.size());
      }
      file.truncate(size);
      ByteBuffer bytes = ByteBuffer.wrap(header);
      while (bytes.hasRemaining()) {
        var _ = file.write(bytes, bytes.position());
      }
      file.force(true);
    }
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    try {
      Files.deleteIfExists(working);
    } catch (IOException e) {
      throw new UncheckedIOException(working + ": cannot be deleted: " + e.getMessage(), e);
    }
  }
}
