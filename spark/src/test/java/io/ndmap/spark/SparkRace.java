package io.ndmap.spark;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.rand;
import static org.apache.spark.sql.functions.sum;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/// Times queries over one array of doubles: read by this source, from Parquet, and decoded from the
/// bytes of `binaryFile`, in turns. Prints a table; ends with 1 if the results differ.
///
/// `binaryFile` takes files below 2 GiB only: its array is cut into files of 64 MiB.
final class SparkRace {

  private static final long ITEM = 8;
  private static final long PIECE = 64L << 20;
  private static final int HEADER = 128;
  private static final double NANOS = 1e9;

  private final SparkSession spark;
  private final Path folder;
  private final long rows;
  private final int rounds;

  private SparkRace(SparkSession spark, Path folder, long bytes, int rounds) {
    this.spark = spark;
    this.folder = folder;
    this.rows = bytes / ITEM;
    this.rounds = rounds;
  }

  /// @param args bytes of the array, rounds, a folder with room for three times as much
  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory(Path.of(args[2]), "ndmap-race-");
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "localhost")
            .config("spark.sql.shuffle.partitions", 2)
            .getOrCreate();
    try (spark) {
      new SparkRace(spark, folder, Long.parseLong(args[0]), Integer.parseInt(args[1])).run();
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void run() {
    System.out.printf("| written | s | GB/s |%n|---|---|---|%n");
    Dataset<Row> made = spark.range(rows).select(col("id").as("index"), rand(42).as("value"));
    timed(
        "npy, shuffle=false",
        () -> made.write().format("npy").option("shuffle", false).save(path("x.npy")));
    timed("parquet", () -> made.select("value").write().parquet(path("x.parquet")));
    timed("npy from npy, shuffle=false", this::copy);
    pieces();
    Map<String, Function<Query, Dataset<Row>>> contenders = new LinkedHashMap<>();
    contenders.put("npy", query -> query.of(spark.read().format("npy").load(path("x.npy"))));
    contenders.put(
        "npy, inPlace",
        query -> query.of(spark.read().format("npy").option("inPlace", true).load(path("x.npy"))));
    contenders.put("parquet", query -> query.of(spark.read().parquet(path("x.parquet"))));
    contenders.put("binaryFile, decoded", this::decoded);
    time(new Query("sum", false, Double.NEGATIVE_INFINITY), contenders);
    time(new Query("mean where value > 0.5", true, 0.5), contenders);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private void timed(String what, Runnable work) {
    long start = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - start) / NANOS;
    System.out.printf("| %s | %.1f | %.2f |%n", what, seconds, rate(seconds));
  }

  private double rate(double seconds) {
    return rows * ITEM / seconds / NANOS;
  }

  private void copy() {
    spark
        .read()
        .format("npy")
        .load(path("x.npy"))
        .write()
        .format("npy")
        .option("shuffle", false)
        .mode(SaveMode.Overwrite)
        .save(path("copy.npy"));
    try {
      Files.delete(folder.resolve("copy.npy"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void pieces() {
    long each = PIECE / ITEM;
    for (long start = 0; start < rows; start += each) {
      spark
          .read()
          .format("npy")
          .load(path("x.npy"))
          .where(col("index").geq(start).and(col("index").lt(Math.min(rows, start + each))))
          .select(col("index").minus(start).as("index"), col("value"))
          .write()
          .format("npy")
          .option("shuffle", false)
          .save(folder.resolve("piece-" + start + ".npy").toString());
    }
  }

  /// The program of a user who has no data source: a loop over the elements of each file, and its
  /// sum over all files of a task.
  private Dataset<Row> decoded(Query query) {
    double above = query.above();
    MapPartitionsFunction<byte[], Tuple2<Double, Long>> found = files -> found(files, above);
    Dataset<Row> tasks =
        spark
            .read()
            .format("binaryFile")
            .load(path("piece-*.npy"))
            .select("content")
            .as(Encoders.BINARY())
            .mapPartitions(found, Encoders.tuple(Encoders.DOUBLE(), Encoders.LONG()))
            .toDF("total", "items");
    return tasks.selectExpr(query.isMean() ? "sum(total) / sum(items)" : "sum(total)");
  }

  private static Iterator<Tuple2<Double, Long>> found(Iterator<byte[]> files, double above) {
    double total = 0;
    long items = 0;
    while (files.hasNext()) {
      byte[] bytes = files.next();
      DoubleBuffer values =
          ByteBuffer.wrap(bytes, HEADER, bytes.length - HEADER)
              .slice()
              .order(ByteOrder.LITTLE_ENDIAN)
              .asDoubleBuffer();
      for (int k = 0; k < values.limit(); k++) {
        double value = values.get(k);
        if (value > above) {
          total += value;
          items++;
        }
      }
    }
    return List.of(new Tuple2<>(total, items)).iterator();
  }

  /// A question about the data: the sum or mean of the values above a limit.
  private record Query(String name, boolean isMean, double above) {

    Dataset<Row> of(Dataset<Row> data) {
      Dataset<Row> some =
          above == Double.NEGATIVE_INFINITY ? data : data.where(col("value").gt(above));
      return some.agg(isMean ? avg("value") : sum("value"));
    }
  }

  private void time(Query query, Map<String, Function<Query, Dataset<Row>>> contenders) {
    Map<String, List<double[]>> times = new LinkedHashMap<>();
    double expected = Double.NaN;
    // The first round is the gate, and warms up.
    for (int round = -1; round < rounds; round++) {
      for (Map.Entry<String, Function<Query, Dataset<Row>>> each : contenders.entrySet()) {
        long start = System.nanoTime();
        Dataset<Row> result = each.getValue().apply(query);
        var _ = result.queryExecution().executedPlan();
        long planned = System.nanoTime();
        double found = result.first().getDouble(0);
        long end = System.nanoTime();
        if (Double.isNaN(expected)) {
          expected = found;
        }
        if (Math.abs(found - expected) > 1e-9 * Math.abs(expected)) {
          System.err.println(
              query.name() + ": " + each.getKey() + " found " + found + ", not " + expected);
          System.exit(1);
        }
        if (round >= 0) {
          times
              .computeIfAbsent(each.getKey(), _ -> new ArrayList<>())
              .add(new double[] {(planned - start) / NANOS, (end - start) / NANOS});
        }
      }
    }
    double ours = median(times.values().iterator().next(), 1);
    System.out.printf(
        "%n%s:%n%n| | planning ms | s | fastest | slowest | GB/s | ÷ npy"
            + " |%n|---|---|---|---|---|---|---|%n",
        query.name());
    times.forEach(
        (contender, all) -> {
          double[] sorted = all.stream().mapToDouble(time -> time[1]).sorted().toArray();
          double seconds = median(all, 1);
          System.out.printf(
              "| %s | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f |%n",
              contender,
              1000 * median(all, 0),
              seconds,
              sorted[0],
              sorted[sorted.length - 1],
              rate(seconds),
              seconds / ours);
        });
  }

  private static double median(List<double[]> times, int column) {
    double[] sorted = times.stream().mapToDouble(time -> time[column]).sorted().toArray();
    return Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElseThrow();
  }
}
