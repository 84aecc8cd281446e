package io.ndmap.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.spark.encode.WritePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// Writes an array as [NpyTarget] does, but ends the process of the first attempt that commits rows
/// of the first task, in the middle of the commit.
public final class HaltingTarget implements TableProvider {

  /// The option that names the file which the attempt makes before.
  static final String MARK = "halting.mark";

  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    throw new UnsupportedOperationException("nothing is read");
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new Target(schema);
  }

  private record Target(StructType rows) implements SupportsWrite {

    @Override
    public Column[] columns() {
      return NpyTable.columns(rows);
    }

    @Override
    public String name() {
      return "halting";
    }

    @Override
    public Set<TableCapability> capabilities() {
      return EnumSet.of(TableCapability.BATCH_WRITE, TableCapability.ACCEPT_ANY_SCHEMA);
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
      return new WriteBuilder() {
        @Override
        public Write build() {
          return new Halting(info);
        }
      };
    }
  }

  /// Delegates all but the making of writers, and leaves rows where they are.
  private static final class Halting implements Write, BatchWrite {

    private final ArrayWrite write;
    private final String mark;

    Halting(LogicalWriteInfo info) {
      this.write = new ArrayWrite(info.schema(), new NpyOptions(info.options()), info.queryId());
      this.mark = Objects.requireNonNull(info.options().get(MARK));
    }

    @Override
    public BatchWrite toBatch() {
      return this;
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
      NpyWriterFactory made = (NpyWriterFactory) write.createBatchWriterFactory(info);
      return new Factory(made.plan(), mark);
    }

    @Override
    public boolean useCommitCoordinator() {
      return write.useCommitCoordinator();
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
      write.commit(messages);
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
      write.abort(messages);
    }
  }

  private record Factory(WritePlan plan, String mark) implements DataWriterFactory {

    private static final long serialVersionUID = 1L;

    @Override
    public DataWriter<InternalRow> createWriter(int partition, long attempt) {
      int number = TaskContext.get().attemptNumber();
      return new RowsWriter(
          plan,
          partition,
          attempt,
          _ -> {
            if (partition == 0) {
              haltOnce(number);
            }
          });
    }

    /// The rows are written, and neither forced nor reported. Which attempt that is depends on
    /// speculation.
    private void haltOnce(int attempt) {
      try {
        Path file = Path.of(mark);
        Path working = file.resolveSibling(file.getFileName() + "." + attempt);
        Files.writeString(working, Integer.toString(attempt), UTF_8);
        Files.createLink(file, working);
        Runtime.getRuntime().halt(1);
      } catch (FileAlreadyExistsException e) {
        // Another attempt has ended its process.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
