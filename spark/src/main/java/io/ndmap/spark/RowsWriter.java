package io.ndmap.spark;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.ndmap.dtype.DType;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.encode.ItemEncoder;
import io.ndmap.spark.encode.RowLayout;
import io.ndmap.spark.encode.RowTypes;
import io.ndmap.spark.encode.WritePlan;
import io.ndmap.spark.option.Reason;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/// Writes the rows of one attempt of a task.
///
/// Rows are encoded into memory, which spills to a temporary file of this attempt. They are written
/// to the file that all tasks share only when Spark lets the attempt commit. Of all attempts of a
/// task, Spark lets only one commit; another attempt may commit only after the first has failed. So
/// the shared file contains the rows of a single attempt, even if other attempts have computed
/// other rows.
final class RowsWriter implements DataWriter<InternalRow> {

  /// The size of the buffer in bytes, unless a row is larger; also the maximum number of bytes of
  /// one write to the shared file.
  private static final int BUFFER = 4 << 20;

  private final WritePlan plan;
  private final int partition;
  private final long attempt;
  private final LongConsumer progress;

  /// The position of the index column in a row.
  private final int index;

  private final boolean isInt;
  private final IndexRuns runs = new IndexRuns();

  private @Nullable RowLayout layout;
  private @Nullable ItemEncoder encoder;
  private byte[] buffer = new byte[0];
  private MemorySegment memory = MemorySegment.ofArray(buffer);
  private int rowBytes;

  /// The number of bytes in the buffer that contain encoded rows.
  private int used;

  private @Nullable FileChannel spill;

  /// @param attempt a number that no other attempt of any task has
  RowsWriter(WritePlan plan, int partition, long attempt) {
    this(plan, partition, attempt, _ -> {});
  }

  /// Creates a writer that reports its commit.
  ///
  /// @param progress receives, after each write, the number of bytes of the current run that have
  ///   been written to the shared file
  RowsWriter(WritePlan plan, int partition, long attempt, LongConsumer progress) {
    this.plan = plan;
    this.partition = partition;
    this.attempt = attempt;
    this.progress = progress;
    this.index = plan.rows().fieldIndex(plan.indexColumn());
    DataType type = plan.rows().apply(index).dataType();
    this.isInt = type.equals(DataTypes.IntegerType);
  }

  @Override
  public void write(InternalRow row) throws IOException {
    long at = indexOf(row);
    if (encoder == null) {
      begin(row);
    }
    if (buffer.length - used < rowBytes) {
      spill();
    }
    try {
      encoder().put(row, index, memory, used);
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new NpySourceException(
          plan.target() + ": the row with index " + at + ": " + e.getMessage(), e);
    }
    used += rowBytes;
    if (!runs.add(at)) {
      throw new NpySourceException(
          plan.target()
              + ": the rows of one task are in more than "
              + IndexRuns.MOST
              + " runs of indices; let Spark sort them (shuffle=true)");
    }
  }

  private long indexOf(InternalRow row) {
    if (row.isNullAt(index)) {
      throw new NpySourceException(
          plan.target() + ": the column " + plan.indexColumn() + " of a row is null");
    }
    long at = isInt ? row.getInt(index) : row.getLong(index);
    if (at < 0) {
      throw new NpySourceException(
          plan.target()
              + ": the column "
              + plan.indexColumn()
              + " of a row is "
              + at
              + ", expected 0 or more");
    }
    return at;
  }

  private ItemEncoder encoder() {
    return Objects.requireNonNull(encoder);
  }

  private void begin(InternalRow row) {
    RowTypes types = new RowTypes(plan);
    DType dtype = dtype(types, row);
    RowLayout found = RowLayout.of(dtype, plan.fortranOrder());
    long bytes = found.rowBytes();
    if (bytes > Integer.MAX_VALUE - BUFFER) {
      throw new NpySourceException(
          plan.target() + ": a row has " + bytes + " bytes, expected less than 2 GiB");
    }
    layout = found;
    encoder = types.encoder(dtype);
    rowBytes = (int) bytes;
    buffer = new byte[Math.max(BUFFER, rowBytes)];
    memory = MemorySegment.ofArray(buffer);
  }

  private DType dtype(RowTypes types, InternalRow row) {
    try {
      return types.dtype(row);
    } catch (NpySourceException e) {
      throw new NpySourceException(plan.target() + ": " + e.getMessage(), e);
    }
  }

  private void spill() throws IOException {
    if (spill == null) {
      spill = openSpill();
    }
    writeFully(spill, ByteBuffer.wrap(buffer, 0, used), spill.size());
    Arrays.fill(buffer, (byte) 0);
    used = 0;
  }

  /// Opens a file on one of Spark's local disks. The file has no name, so it disappears with the
  /// process.
  private static FileChannel openSpill() throws IOException {
    Path path =
        SparkEnv.get().blockManager().diskBlockManager().createTempLocalBlock()._2().toPath();
    FileChannel file = FileChannel.open(path, CREATE, READ, WRITE);
    Files.delete(path);
    return file;
  }

  private static void writeFully(FileChannel file, ByteBuffer bytes, long position)
      throws IOException {
    for (long at = position; bytes.hasRemaining(); ) {
      at += file.write(bytes, at);
    }
  }

  /// Writes the rows to their offsets in the shared file and forces it to disk. Called once Spark
  /// has let this attempt commit.
  @Override
  public WriterCommitMessage commit() throws IOException {
    if (layout != null) {
      long dataOffset = layout.dataOffset();
      try (FileChannel file = open();
          ByteLock _ = ByteLock.hold(Path.of(plan.working()), ByteLock.DRIVER + 1 + attempt)) {
        long from = 0;
        for (int k = 0; k < runs.count(); k++) {
          long bytes = Math.multiplyExact(runs.length(k), rowBytes);
          long to = Math.addExact(dataOffset, Math.multiplyExact(runs.start(k), rowBytes));
          copy(from, bytes, file, to);
          from += bytes;
        }
        file.force(true);
      } catch (ArithmeticException e) {
        throw failed(new IOException("the rows reach beyond 2^63-1 bytes", e));
      } catch (IOException e) {
        throw failed(e);
      }
    }
    return new RowsWritten(partition, layout, runs);
  }

  private IOException failed(IOException e) {
    return new IOException(
        plan.target() + ": " + plan.working() + ": " + Reason.of(e, plan.working()), e);
  }

  private FileChannel open() throws IOException {
    try {
      return FileChannel.open(Path.of(plan.working()), WRITE);
    } catch (NoSuchFileException e) {
      throw new IOException(
          "the file that the driver has made is not there; all executors must see the driver's file"
              + " system at the same path, or the write has been aborted",
          e);
    }
  }

  private void copy(long from, long bytes, FileChannel file, long to) throws IOException {
    for (long done = 0; done < bytes; ) {
      requireUnpublished();
      done += piece(from + done, Math.min(BUFFER, bytes - done), file, to + done);
      progress.accept(done);
    }
  }

  /// Requires that the shared file still has its temporary name. Spark may wrongly consider this
  /// executor dead. Then another attempt has written the rows, and the file may already be
  /// complete. Renaming it is the last step of a write, so a missing name means that this attempt
  /// must stop.
  private void requireUnpublished() throws IOException {
    if (!Files.exists(Path.of(plan.working()))) {
      throw new IOException(
          "the file has another name or none: the write has ended while this attempt was"
              + " committing, which Spark took for dead");
    }
  }

  /// Writes rows from the spill file, or from the buffer if they were not spilled.
  ///
  /// @param from the offset of the rows among all encoded rows of this attempt, in bytes
  /// @return the number of bytes that were written, at most `bytes`
  private long piece(long from, long bytes, FileChannel file, long to) throws IOException {
    long spilled = spill == null ? 0 : spill.size();
    if (spill != null && from < spilled) {
      return spill.transferTo(from, Math.min(bytes, spilled - from), file.position(to));
    }
    int at = Math.toIntExact(from - spilled);
    writeFully(file, ByteBuffer.wrap(buffer, at, Math.toIntExact(bytes)), to);
    return bytes;
  }

  @Override
  public void abort() throws IOException {
    close();
  }

  @Override
  public void close() throws IOException {
    if (spill != null) {
      spill.close();
    }
    buffer = new byte[0];
  }
}
