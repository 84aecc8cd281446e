package io.ndmap.spark;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.grow.NpyAppender;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.encode.RowLayout;
import io.ndmap.spark.encode.RowTypes;
import io.ndmap.spark.encode.WritePlan;
import io.ndmap.spark.filter.RowRanges;
import io.ndmap.spark.option.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

/// The driver's part of a write. It creates the file that all tasks write into, under a hidden
/// temporary name. When all tasks have committed, it checks that each index occurs exactly once,
/// writes the header and forces the file to disk. Then it either gives the file its final name or
/// appends its rows to the target.
final class ArrayWrite implements RequiresDistributionAndOrdering, BatchWrite {

  /// The mode for appending to an existing file. For a new file, the mode is the name of one of
  /// Spark's save modes.
  static final String APPENDING = "appending";

  private final StructType rows;
  private final NpyOptions options;
  private final Path target;
  private final UnpublishedFile file;
  private final Optional<AppendedFile> appendsTo;

  /// Checks everything that does not depend on the rows, before any row is computed.
  ///
  /// @throws NpySourceException if the columns cannot be stored as an array, or not with the
  ///   requested dtype
  /// @throws UncheckedIOException if the file cannot be created or opened
  ArrayWrite(StructType rows, NpyOptions options, String queryId) {
    this.rows = rows;
    this.options = options;
    try {
      this.file = UnpublishedFile.of(options.target(), queryId);
      this.target = file.target();
      this.appendsTo =
          options.mode().equals(APPENDING)
              ? Optional.of(AppendedFile.open(target))
              : Optional.empty();
      appendsTo.ifPresent(there -> there.require(options));
      RowLayout layout = requireTypes();
      file.requirePlace(appendsTo.isEmpty() && !isReplacing());
      if (options.shape().isPresent() && appendsTo.isEmpty()) {
        file.requireSpace(bytes(options.shape().get(), layout.dtype()));
      }
    } catch (IOException e) {
      throw failed(options.target(), e);
    }
  }

  private long bytes(Shape shape, DType dtype) {
    try {
      return shape.byteSize(dtype.itemsize());
    } catch (IllegalArgumentException e) {
      throw new NpySourceException(target + ": the option shape: " + e.getMessage(), e);
    }
  }

  /// Requires that the columns can be encoded, and returns the layout of the rows as far as it is
  /// known before the first row.
  private RowLayout requireTypes() {
    try {
      WritePlan plan = plan();
      RowTypes types = new RowTypes(plan);
      DType dtype = types.dtype(null);
      var _ = types.encoder(dtype);
      return RowLayout.of(dtype, plan.fortranOrder());
    } catch (DTypeException | NpySourceException e) {
      String option = options.dtype().isEmpty() ? "" : "the option dtype=" + options.dtype() + ": ";
      throw new NpySourceException(target + ": " + option + e.getMessage(), e);
    }
  }

  private static UncheckedIOException failed(Path path, IOException e) {
    return new UncheckedIOException(path + ": " + Reason.of(e, path), e);
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
        file.path().toString(),
        rows,
        options.indexColumn(),
        appendsTo.map(there -> there.row().descr()).orElseGet(options::dtype),
        appendsTo.map(AppendedFile::isFortranOrder).orElseGet(options::isFortranOrder));
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    WritePlan plan = plan();
    try {
      create(plan);
    } catch (IOException e) {
      throw failed(target, e);
    }
    return new NpyWriterFactory(plan);
  }

  /// Creates the file that the tasks write. If the options have the shape, and a new array is
  /// written, disk space is reserved.
  private void create(WritePlan plan) throws IOException {
    Shape shape = options.shape().orElse(null);
    RowTypes types = new RowTypes(plan);
    if (shape == null || appendsTo.isPresent()) {
      Files.createFile(file.path());
    } else {
      RowLayout layout = RowLayout.of(types.dtype(null), plan.fortranOrder());
      NpyFile.create(file.path(), layout.dtype(), shape, layout.order(), CreateOptions.DEFAULT)
          .close();
    }
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    try {
      RowsOfAll all = RowsOfAll.of(target, messages);
      if (appendsTo.isPresent()) {
        append(all, appendsTo.get());
      } else {
        RowRanges.Range range = all.requireDense(0);
        complete(layout(all), range.end());
        NpyFile.publish(
            file.path(),
            target,
            isReplacing() ? CreateOptions.DEFAULT.withReplacing() : CreateOptions.DEFAULT);
      }
    } catch (IOException e) {
      throw failed(target, e);
    }
  }

  private RowLayout layout(RowsOfAll all) {
    RowLayout found = all.layout();
    return found == null ? layoutOfNoRows() : found;
  }

  /// The layout if there are no rows. Unknown lengths of the axes of a row are taken from the
  /// option `shape`.
  private RowLayout layoutOfNoRows() {
    RowLayout found = RowLayout.of(new RowTypes(plan()).dtype(null), plan().fortranOrder());
    if (!found.rowShape().contains(0)) {
      return found;
    }
    Optional<Shape> shape =
        options.shape().filter(each -> each.rank() == found.rowShape().size() + 1);
    if (shape.isEmpty()) {
      System.getLogger(ArrayWrite.class.getPackageName())
          .log(
              Level.WARNING,
              "{0}: there are no rows, so the lengths of their axes are not known and become 0; set"
                  + " them with the option shape, such as shape=0,3",
              target);
    }
    return shape.map(found::withRowShapeOf).orElse(found);
  }

  private boolean isReplacing() {
    return options.mode().equals(SaveMode.Overwrite.name());
  }

  /// Appends all rows, with a single change of the header.
  private void append(RowsOfAll all, AppendedFile there) throws IOException {
    try (NpyAppender appender = there.appender()) {
      RowRanges.Range range = all.requireDense(appender.shape().size(appender.axis()));
      if (range.start() < range.end()) {
        complete(layout(all), range.end());
        try (NpyFile found = NpyFile.open(file.path())) {
          var _ = appender.append(found.view().slice(appender.axis(), range.start(), range.end()));
        }
        appender.force();
      }
    }
    deleteWorking();
  }

  /// A failure here is only logged: the rows are already appended, and a retry would append them
  /// again.
  private void deleteWorking() {
    try {
      Files.delete(file.path());
    } catch (IOException e) {
      System.getLogger(ArrayWrite.class.getPackageName())
          .log(Level.WARNING, file.path() + " is not needed any more, but cannot be deleted", e);
    }
  }

  /// Writes the header, sets the length of the file and forces it to disk.
  ///
  /// @param count the number of rows
  private void complete(RowLayout layout, long count) throws IOException {
    Shape shape = layout.shape(count);
    options
        .shape()
        .filter(requested -> !requested.equals(shape))
        .ifPresent(
            requested -> {
              throw new NpySourceException(
                  target
                      + ": the rows are an array of shape "
                      + shape
                      + ", the option shape says "
                      + requested);
            });
    byte[] header = layout.header(count);
    long size = header.length + shape.byteSize(layout.dtype().itemsize());
    try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.WRITE);
        ByteLock _ = ByteLock.hold(file.path(), ByteLock.DRIVER)) {
      if (channel.size() < size && size > header.length) {
        throw new NpySourceException(
            file.path()
                + ": expected "
                + size
                + " bytes of "
                + count
                + " rows, found "
                + channel.size());
      }
      channel.truncate(size);
      ByteBuffer bytes = ByteBuffer.wrap(header);
      while (bytes.hasRemaining()) {
        var _ = channel.write(bytes, bytes.position());
      }
      channel.force(true);
    }
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    try {
      Files.deleteIfExists(file.path());
    } catch (IOException e) {
      throw new UncheckedIOException(
          file.path() + ": cannot be deleted: " + Reason.of(e, file.path()), e);
    }
  }
}
