package io.ndmap.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import io.ndmap.mmap.NpyFile;
import io.ndmap.op.Reduction;
import io.ndmap.testing.TimeLimit;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.SparkSubmit;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;

/// A driver with two executors, each in a JVM of its own. Prints a line for each thing it does; see
/// [ClusterTest].
///
/// Tasks and driver tell each other by files that they make in one folder.
final class Cluster {

  private static final int ROWS = 100_000;

  /// The longest that one thing may take, and all of them.
  private static final Duration TIMEOUT = TimeLimit.TIMEOUT;

  private static final long LOOK_MILLIS = 10;

  private static final long MOST_MINUTES = 25;

  private final SparkSession spark;
  private final Path folder;

  private Cluster(SparkSession spark, Path folder) {
    this.spark = spark;
    this.folder = folder;
  }

  /// @param args a folder for arrays, one for executors, and the jar of a program; or an array and
  ///   the home of an older JDK
  public static void main(String[] args) throws Exception {
    CompletableFuture.delayedExecutor(MOST_MINUTES, TimeUnit.MINUTES).execute(Cluster::giveUp);
    System.setOut(new PrintStream(new Said(System.out), true, UTF_8));
    Path folder = Path.of(args[0]);
    if (args.length == 2) {
      try (SparkSession spark = session("local-cluster[1,1,1024]", args[1])) {
        isTooOld(spark, args[0]);
      }
      return;
    }
    String master = master(args[1]);
    try (SparkSession spark = session(master, System.getProperty("java.home"))) {
      Cluster cluster = new Cluster(spark, folder);
      cluster.reads();
      cluster.retries();
      cluster.speculates();
      cluster.isTruncated();
      cluster.losesAnExecutor();
      cluster.losesOneThatCommits();
      cluster.leavesNothing();
    }
    submit(args[2]);
    // It has no end of its own: master and workers have none either.
    new Cluster(session("local[1]", System.getProperty("java.home")), folder).isKilled();
    Runtime.getRuntime().halt(1);
  }

  /// As spark-submit does.
  private static void submit(String jar) {
    SparkSubmit.main(
        new String[] {
          "--master", "local[1]", "--conf", "spark.ui.enabled=false", "--class", "Example", jar
        });
  }

  private static void giveUp() {
    System.err.println("not done after " + MOST_MINUTES + " minutes; its threads are");
    Thread.getAllStackTraces()
        .forEach((thread, frames) -> System.err.println(thread + " " + List.of(frames)));
    Runtime.getRuntime().halt(1);
  }

  /// Starts a master and two workers. Spark speculates only between hosts, of which a local cluster
  /// has one: these have an address each.
  private static String master(String folder) {
    SparkConf conf = new SparkConf().set("spark.worker.ui.port", "0");
    String url = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1().address().toSparkURL();
    for (int k = 2; k < 4; k++) {
      var _ =
          Worker.startRpcEnvAndEndpoint(
              "127.0.0." + k,
              0,
              0,
              1,
              1024,
              new String[] {url},
              folder,
              Option.apply(k),
              conf,
              Option.empty());
    }
    return url;
  }

  private static SparkSession session(String master, String java) {
    return SparkSession.builder()
        .master(master)
        .appName("ndmap")
        .config("spark.ui.enabled", false)
        .config("spark.driver.host", "127.0.0.1")
        // Users set this serializer; the other tests have Spark's default.
        .config("spark.serializer", KryoSerializer.class.getName())
        .config("spark.executorEnv.JAVA_HOME", java)
        .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
        .config(
            "spark.executor.extraJavaOptions",
            JavaModuleOptions.defaultModuleOptions() + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .config("spark.executor.memory", "512m")
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.speculation", true)
        .config("spark.speculation.interval", "100ms")
        .config("spark.speculation.multiplier", 1.1)
        .config("spark.speculation.quantile", 0.5)
        .config("spark.speculation.minTaskRuntime", "100ms")
        .getOrCreate();
  }

  private static void say(String what, Object found) {
    System.out.println(what + ": " + found);
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  /// Four partitions of the numbers from 0 on, with a value that a task computes.
  private Dataset<Row> rows(UDF1<Long, Long> value) {
    Column column = udf(value, DataTypes.LongType).asNondeterministic().apply(col("id"));
    return spark.range(0, ROWS, 1, 4).select(col("id").as("index"), column.as("value"));
  }

  private void save(Dataset<Row> rows, String name) {
    // Each task writes the rows that it computes: no shuffle is between.
    rows.write()
        .format("npy")
        .option("shuffle", false)
        .mode(SaveMode.Overwrite)
        .save(file(name).toString());
  }

  private String valuesOf(String name) throws IOException {
    try (NpyFile array = NpyFile.open(file(name))) {
      return array.shape()
          + " "
          + LongStream.range(0, 4)
              .mapToObj(
                  k -> {
                    var part = array.view().slice(0, k * ROWS / 4, (k + 1) * ROWS / 4);
                    return part.reduce(Reduction.MIN).getLong()
                        + "-"
                        + part.reduce(Reduction.MAX).getLong();
                  })
              .toList();
    }
  }

  /// The processes of both executors; each gets tasks sooner or later.
  private Set<Long> executors() {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Set<Long> pids = new TreeSet<>();
    while (pids.size() < 2) {
      pids.addAll(
          context
              .parallelize(IntStream.range(0, 20).boxed().toList(), 20)
              .map(_ -> pidSlowly())
              .collect());
    }
    return pids;
  }

  // Each gets some, if none ends at once.
  private static long pidSlowly() throws InterruptedException {
    Thread.sleep(20);
    return ProcessHandle.current().pid();
  }

  /// A task waits for another: as an executor has one core, each has a part of the array.
  private void reads() throws TimeoutException {
    Writers writers = new Writers();
    spark.sparkContext().addSparkListener(writers);
    Mark other = new Mark(file("other"));
    Mark never = new Mark(file("never"));
    save(
        rows(
            id -> {
              if (TaskContext.get().attemptNumber() > 0) {
                // Spark speculates: on the executor of the others.
                var _ = never.await();
              }
              if (id == 0) {
                var _ = other.await();
              } else if (id == ROWS / 4 && !other.isSet()) {
                other.set("");
              }
              return id;
            }),
        "x.npy");
    // The listener has then heard of all tasks.
    spark.sparkContext().listenerBus().waitUntilEmpty(TIMEOUT.toMillis());
    spark.sparkContext().removeSparkListener(writers);
    say("executors of one write", writers.executors.size());
    Dataset<Row> read = spark.read().format("npy").load(file("x.npy").toString());
    say("sum", read.selectExpr("sum(value)", "count(*)").first());
    Set<Long> pids = executors();
    pids.add(ProcessHandle.current().pid());
    say("processes", pids.size());
  }

  /// The first attempt of a task fails at its end.
  private void retries() throws IOException {
    save(
        rows(
            id -> {
              int attempt = TaskContext.get().attemptNumber();
              if (attempt == 0 && id == ROWS / 2 - 1) {
                throw new IllegalStateException("on purpose");
              }
              return (long) attempt;
            }),
        "retried.npy");
    say("retried", valuesOf("retried.npy"));
  }

  /// The first attempt of a task waits until another has been started and has done its work.
  private void speculates() throws IOException {
    Mark done = new Mark(file("speculated"));
    save(
        rows(
            id -> {
              TaskContext task = TaskContext.get();
              if (task.partitionId() == 3 && id == ROWS - 1) {
                if (task.attemptNumber() == 0) {
                  done.await();
                } else {
                  done.set("");
                }
              }
              return (long) task.attemptNumber();
            }),
        "speculated.npy");
    // Else the first one gave up, and what came was a retry.
    say("speculated", !done.wasGivenUp() + " " + valuesOf("speculated.npy"));
  }

  /// The driver truncates a file of which a task has read a part.
  private void isTruncated() throws IOException, InterruptedException {
    Path array = file("truncated.npy");
    Files.copy(file("x.npy"), array);
    Failures failures = new Failures();
    spark.sparkContext().addSparkListener(failures);
    spark.sparkContext().setJobGroup(Failures.GROUP, "a file is truncated", false);
    Mark reading = new Mark(file("reading"));
    Mark truncated = new Mark(file("cut"));
    UDF1<Long, Long> wait =
        value -> {
          if (value == 10) {
            reading.set("");
            truncated.await();
          }
          return value;
        };
    Thread cutting =
        Thread.ofPlatform()
            .start(
                () -> {
                  reading.await();
                  try (FileChannel channel = FileChannel.open(array, StandardOpenOption.WRITE)) {
                    channel.truncate(4096);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                  truncated.set("");
                });
    Column waiting = udf(wait, DataTypes.LongType).asNondeterministic().apply(col("value"));
    try {
      var _ =
          spark
              .read()
              .format("npy")
              .option("maxPartitionBytes", "1g")
              .load(array.toString())
              .select(waiting.as("v"))
              .selectExpr("sum(v)")
              .collectAsList();
      say("truncated", "no error");
    } catch (Exception e) {
      say("truncated", failures.first.poll(TIMEOUT.toMinutes(), TimeUnit.MINUTES));
      say("truncated again", String.valueOf(e.getMessage()).replace('\n', ' '));
    }
    spark.sparkContext().clearJobGroup();
    requireEnd(cutting, "the file is truncated");
    say("executors lost", failures.lost.size());
  }

  private static void requireEnd(Thread thread, String what) throws InterruptedException {
    if (!thread.join(TIMEOUT)) {
      throw new IllegalStateException("expected within " + TIMEOUT + ": " + what);
    }
  }

  /// The driver kills an executor, which has a part of its rows.
  private void losesAnExecutor() throws Exception {
    Mark writing = new Mark(file("writing"));
    Mark never = new Mark(file("never"));
    Thread killing =
        Thread.ofPlatform()
            .start(
                () -> {
                  long pid = Long.parseLong(writing.await());
                  var _ = ProcessHandle.of(pid).orElseThrow().destroyForcibly();
                });
    save(
        rows(
            id -> {
              TaskContext task = TaskContext.get();
              if (id == ROWS / 8 && task.attemptNumber() == 0) {
                writing.set(Long.toString(ProcessHandle.current().pid()));
                never.await();
              }
              return (long) task.attemptNumber();
            }),
        "killed.npy");
    requireEnd(killing, "the executor is killed");
    say("killed", valuesOf("killed.npy"));
  }

  /// An executor ends while it writes the rows of the first task, which Spark has let it do.
  private void losesOneThatCommits() throws IOException {
    Mark halted = new Mark(file("halted"));
    rows(_ -> (long) TaskContext.get().attemptNumber())
        .write()
        .format(HaltingTarget.class.getName())
        .options(
            Map.of(
                "path",
                file("committing.npy").toString(),
                NpyOptions.MODE,
                SaveMode.Overwrite.name(),
                HaltingTarget.MARK,
                halted.path()))
        .mode(SaveMode.Append)
        .save();
    say("killed in its commit", halted.await() + " " + valuesOf("committing.npy"));
  }

  private void leavesNothing() throws IOException {
    try (var files = Files.list(folder)) {
      List<String> hidden =
          files.map(each -> each.getFileName().toString()).filter(n -> n.startsWith(".")).toList();
      say("left", hidden);
    }
  }

  /// The driver ends when all tasks have committed, and before the file gets its name.
  private void isKilled() {
    Said.isLast = true;
    save(rows(id -> id), "unnamed.npy");
    say("killed as a driver", "no, it has committed");
  }

  private static void isTooOld(SparkSession spark, String array) {
    try {
      var _ = spark.read().format("npy").load(array).collectAsList();
      say("old", "no error");
    } catch (Exception e) {
      say("old", String.valueOf(e.getMessage()).replace('\n', ' '));
    }
  }

  /// The standard output. Spark logs there that a write is committing, in the thread that does.
  private static final class Said extends FilterOutputStream {

    /// Whether the next commit is to be the end of the process.
    private static volatile boolean isLast;

    Said(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int at, int length) throws IOException {
      out.write(bytes, at, length);
      if (isLast && new String(bytes, at, length, UTF_8).contains(" is committing.")) {
        out.flush();
        Runtime.getRuntime().halt(0);
      }
    }
  }

  /// Which executors ran the tasks of a job.
  private static final class Writers extends SparkListener {

    private final Set<String> executors = ConcurrentHashMap.newKeySet();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      executors.add(end.taskInfo().executorId());
    }
  }

  /// Why tasks fail; the driver's exception tells of the last attempt alone.
  private static final class Failures extends SparkListener {

    private static final String GROUP = "truncated";

    private final Set<Integer> stages = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<String> first = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> lost = new LinkedBlockingQueue<>();

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
      lost.add(removed.reason());
    }

    /// Attempts of earlier jobs may still end, those that lost a speculation.
    @Override
    public void onJobStart(SparkListenerJobStart start) {
      if (GROUP.equals(start.properties().getProperty("spark.jobGroup.id"))) {
        start.stageInfos().foreach(stage -> stages.add(stage.stageId()));
      }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      if (stages.contains(end.stageId()) && end.reason() instanceof ExceptionFailure failure) {
        first.add(failure.className() + ": " + failure.description());
      }
    }
  }

  /// Something that has happened, for all processes.
  private record Mark(String path) implements Serializable {

    private static final long serialVersionUID = 1L;

    Mark(Path path) {
      this(path.toString());
    }

    void set(String text) {
      try {
        Path written = Files.writeString(Path.of(path + "." + UUID.randomUUID()), text, UTF_8);
        var _ = Files.move(written, Path.of(path));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    boolean isSet() {
      return Files.exists(Path.of(path));
    }

    boolean wasGivenUp() {
      return Files.exists(Path.of(path + ".given-up"));
    }

    String await() {
      try {
        for (long left = TIMEOUT.toMillis(); !isSet(); left -= LOOK_MILLIS) {
          if (left <= 0) {
            var _ = Files.createFile(Path.of(path + ".given-up"));
            throw new IllegalStateException("expected within " + TIMEOUT + ": the file " + path);
          }
          Thread.sleep(LOOK_MILLIS);
        }
        return Files.readString(Path.of(path), UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
