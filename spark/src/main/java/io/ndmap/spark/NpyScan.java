package io.ndmap.spark;

import io.ndmap.spark.option.SkippedFiles;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportOrdering;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/// A read of some rows and columns. Spark runs equal scans of a query only once.
///
/// @param ranges the rows of each array
/// @param readSchema the columns
/// @param options the options of the read
/// @param pushed the conditions that selected files and rows
/// @param skipped the number of files that the driver could not read and skipped
record NpyScan(
    List<ArrayRanges> ranges,
    StructType readSchema,
    NpyOptions options,
    List<Predicate> pushed,
    long skipped)
    implements Scan, Batch, SupportsReportStatistics, SupportsReportOrdering {

  /// The maximum number of arrays in the description.
  private static final int SHOWN = 3;

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public String description() {
    return "npy "
        + ranges.stream()
            .limit(SHOWN)
            .map(each -> each.file().name() + each.rows())
            .collect(Collectors.joining(", ", "[", ranges.size() > SHOWN ? ", ...]" : "]"))
        + ", rows: "
        + rows()
        + ", pushed: "
        + pushed;
  }

  private long rows() {
    return ranges.stream().mapToLong(each -> each.rows().rows()).sum();
  }

  @Override
  public Statistics estimateStatistics() {
    long rows = rows();
    long bytes = 0;
    for (ArrayRanges each : ranges) {
      // Spark plans joins by this size, so only the requested columns count.
      bytes += each.rows().rows() * (Long.BYTES + each.file().bytesOf(readSchema));
    }
    OptionalLong size = OptionalLong.of(bytes);
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return size;
      }

      @Override
      public OptionalLong numRows() {
        return OptionalLong.of(rows);
      }
    };
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return new CustomMetric[] {new SkippedFiles()};
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return new CustomTaskMetric[] {SkippedFiles.of(skipped)};
  }

  /// Rows of a task are sorted by the index if the scan reads a single array and the index is
  /// requested.
  @Override
  public SortOrder[] outputOrdering() {
    String index = options.indexColumn();
    return ranges.size() == 1 && readSchema.getFieldIndex(index).isDefined()
        ? new SortOrder[] {Expressions.sort(FieldReference.column(index), SortDirection.ASCENDING)}
        : new SortOrder[0];
  }

  @Override
  public InputPartition[] planInputPartitions() {
    SQLConf conf = SQLConf.get();
    long most = options.maxPartitionBytes().orElse(conf.filesMaxPartitionBytes());
    int least =
        conf.filesMinPartitionNum().isDefined()
            ? (Integer) conf.filesMinPartitionNum().get()
            : ((org.apache.spark.sql.classic.SparkSession) SparkSession.active())
                .leafNodeDefaultParallelism();
    BlockHosts hosts = new BlockHosts(ranges, options);
    return new PartitionPlan(most, conf.filesOpenCostInBytes(), least)
        .tasks(ranges).stream()
            .map(slices -> new NpyPartition(slices, hosts.of(slices)))
            .toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new NpyReaderFactory(
        readSchema,
        options.reading(),
        SerializableConfiguration.broadcast(
            SparkSession.active().sparkContext(), options.hadoop()));
  }
}
