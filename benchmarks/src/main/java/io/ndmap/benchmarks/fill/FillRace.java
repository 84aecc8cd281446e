package io.ndmap.benchmarks.fill;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The command `benchmarks/race fill`. Several processes fill one array, either with ndmap's shared
/// fills, or with NumPy's `open_memmap`, each process an equal part. The processes are started and
/// warmed up before the timed fills. Plain `write` calls of the same number of bytes show the cost
/// of the system itself.
///
/// Times begin with the creation of the file and end when all processes are done and the array has
/// its name. The contenders take turns, and the table shows medians.
public final class FillRace {

  private static final String USAGE =
      "Usage: benchmarks/race fill [--dir DIR] [--mib N] [--rounds N] [--only WORK]\n";
  private static final String SCRIPT = "fill_race.py";
  private static final long COLUMNS = 8192;
  private static final long ROW_BYTES = COLUMNS * Double.BYTES;
  private static final long CHUNK = 1 << 20;
  private static final int[] PROCESSES = {1, 2, 4};
  private static final long MEBI = 1 << 20;

  private final Path directory;
  private final long bytes;
  private final int rounds;
  private final List<Worker> workers = new ArrayList<>();

  private FillRace(Path directory, long bytes, int rounds) {
    this.directory = directory;
    this.bytes = bytes;
    this.rounds = rounds;
  }

  /// A child process that answers each line of its input with one line of output.
  private record Worker(Process process, BufferedReader answers) implements AutoCloseable {

    static Worker start(List<String> command) throws IOException {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().put("OMP_NUM_THREADS", "1");
      Process process = builder.start();
      Worker worker = new Worker(process, process.inputReader(StandardCharsets.UTF_8));
      worker.answer();
      return worker;
    }

    void send(Object... fields) throws IOException {
      String line = String.join("\t", Arrays.stream(fields).map(Object::toString).toList()) + "\n";
      OutputStream out = process.getOutputStream();
      out.write(line.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    String answer() throws IOException {
      String line = answers.readLine();
      if (line == null) {
        throw new IOException("a worker ended without an answer");
      }
      return line;
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /// A contender, which fills the array once per call and returns the nanoseconds that this took.
  private interface Contender {
    long nanos() throws IOException;
  }

  /// Runs the race.
  ///
  /// @param arguments see the usage
  public static void main(String... arguments) throws IOException {
    if (List.of(arguments).contains("--help")) {
      System.out.print(USAGE);
      return;
    }
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    long bytes = 4096 * MEBI;
    int rounds = 5;
    String only = "";
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--dir" -> parent = Path.of(arguments[i + 1]);
        case "--mib" -> bytes = count(arguments[i + 1]) * MEBI;
        case "--rounds" -> rounds = count(arguments[i + 1]);
        case "--only" -> only = arguments[i + 1];
        default -> usage();
      }
    }
    if (arguments.length % 2 != 0) {
      usage();
    }
    Path directory = Files.createTempDirectory(parent, "ndmap-fill-race-");
    FillRace race = new FillRace(directory, bytes, rounds);
    Thread cleanup = new Thread(race::close);
    Runtime.getRuntime().addShutdownHook(cleanup);
    race.run(only);
  }

  private static int count(String text) {
    if (!text.matches("[1-9][0-9]{0,5}")) {
      usage();
    }
    return Integer.parseInt(text);
  }

  private static void usage() {
    System.err.print(USAGE);
    System.exit(2);
  }

  private void close() {
    workers.forEach(Worker::close);
    try {
      clean();
      Files.deleteIfExists(directory.resolve(SCRIPT));
      Files.delete(directory);
    } catch (IOException e) {
      System.err.println("race: " + e.getMessage());
    }
  }

  private void clean() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        if (!file.endsWith(SCRIPT)) {
          Files.delete(file);
        }
      }
    }
  }

  private void run(String only) throws IOException {
    System.out.printf(
        "%s, %d processors, JDK %s, %d MiB%n%n",
        LocalDate.now(ZoneOffset.UTC),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vm.version"),
        bytes >> 20);
    int most = PROCESSES[PROCESSES.length - 1];
    List<Worker> java = startAll(most, javaCommand());
    List<Worker> numpy = startAll(most, List.of("python3", script().toString()));
    warmUp(java);
    warmUp(numpy);
    System.out.println(
        "| work | processes | ndmap | durable | numpy | write | ÷ numpy | ÷ 1 process |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    for (ChunkWork work : List.of(ChunkWork.INDEX, ChunkWork.LOGISTIC)) {
      if (work.toString().contains(only)) {
        table(work, java, numpy);
      }
    }
    System.out.println(
        """

        | bytes of a chunk | claim | commit | protocol alone | of the work, index | logistic \
        | with ÷ without it, index | logistic |
        |---|---|---|---|---|---|---|---|\
        """);
    warmUpCosts(java.getFirst());
    for (long chunk = 64 << 10; chunk <= 16 << 20; chunk *= 4) {
      cost(java.getFirst(), chunk);
    }
  }

  private List<Worker> startAll(int count, List<String> command) throws IOException {
    List<Worker> started = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      started.add(Worker.start(command));
      workers.add(started.getLast());
    }
    return started;
  }

  private static List<String> javaCommand() {
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        "--enable-native-access=ALL-UNNAMED",
        "-Xmx128m",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        FillWorker.class.getName());
  }

  private Path script() throws IOException {
    Path path = directory.resolve(SCRIPT);
    try (InputStream in = FillRace.class.getResourceAsStream("/race/" + SCRIPT)) {
      Files.copy(Objects.requireNonNull(in), path);
    }
    return path;
  }

  private void warmUp(List<Worker> all) throws IOException {
    for (int round = 0; round < 3; round++) {
      for (Worker worker : all) {
        for (ChunkWork work : List.of(ChunkWork.INDEX, ChunkWork.LOGISTIC, ChunkWork.NOTHING)) {
          fill(List.of(worker), work, 64 * MEBI, CHUNK, "fast");
        }
      }
    }
  }

  /// Warms up the modes `halves` and `alone`, which only ndmap's workers have.
  private void warmUpCosts(Worker worker) throws IOException {
    for (int round = 0; round < 3; round++) {
      cost(worker, ChunkWork.NOTHING, 64 * MEBI, CHUNK, "halves");
      for (ChunkWork work : List.of(ChunkWork.INDEX, ChunkWork.LOGISTIC)) {
        cost(worker, work, 64 * MEBI, CHUNK, "alone");
      }
    }
  }

  private void table(ChunkWork work, List<Worker> java, List<Worker> numpy) throws IOException {
    Map<String, Contender> contenders = new LinkedHashMap<>();
    for (int processes : PROCESSES) {
      List<Worker> some = java.subList(0, processes);
      List<Worker> others = numpy.subList(0, processes);
      contenders.put("ndmap " + processes, () -> fill(some, work, bytes, CHUNK, "fast"));
      contenders.put("durable " + processes, () -> fill(some, work, bytes, CHUNK, "durable"));
      contenders.put("numpy " + processes, () -> fill(others, work, bytes, CHUNK, "fast"));
    }
    contenders.put("write", this::plainWrites);
    Map<String, long[]> laps = new LinkedHashMap<>();
    contenders.keySet().forEach(name -> laps.put(name, new long[rounds]));
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, Contender> contender : contenders.entrySet()) {
        Objects.requireNonNull(laps.get(contender.getKey()))[round] = contender.getValue().nanos();
      }
    }
    for (int processes : PROCESSES) {
      double ours = median(laps, "ndmap " + processes);
      double theirs = median(laps, "numpy " + processes);
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %.2f s | %.2f s | %.2f s | %.2f s | %.2f | %.2f |%n",
          work,
          processes,
          ours,
          median(laps, "durable " + processes),
          theirs,
          median(laps, "write"),
          theirs / ours,
          median(laps, "ndmap 1") / ours);
    }
  }

  private static double median(Map<String, long[]> laps, String name) {
    long[] sorted = Objects.requireNonNull(laps.get(name)).clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] / 1e9;
  }

  /// Fills the array once, and returns the nanoseconds from the creation of the fill to its end.
  private long fill(List<Worker> some, ChunkWork work, long size, long chunk, String mode)
      throws IOException {
    settle();
    long begin = System.nanoTime();
    send(some, work, size, chunk, mode);
    for (Worker worker : some) {
      worker.answer();
    }
    long nanos = System.nanoTime() - begin;
    clean();
    return nanos;
  }

  private void send(List<Worker> some, ChunkWork work, long size, long chunk, String mode)
      throws IOException {
    Path path = directory.resolve("x.npy");
    long rowBytes = Math.min(ROW_BYTES, chunk);
    for (int k = 0; k < some.size(); k++) {
      some.get(k)
          .send(
              path,
              work,
              size / rowBytes,
              rowBytes / Double.BYTES,
              chunk / rowBytes,
              mode,
              k,
              some.size());
    }
  }

  /// Waits until the system has written the dirty pages of the previous contender to the disk.
  private static void settle() throws IOException {
    try {
      var _ = new ProcessBuilder("sync").start().waitFor(10, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  private long plainWrites() throws IOException {
    settle();
    ByteBuffer block = ByteBuffer.allocateDirect((int) CHUNK);
    long begin = System.nanoTime();
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("plain"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (long at = 0; at < bytes; at += CHUNK) {
        var _ = channel.write(block.clear(), at);
      }
    }
    long nanos = System.nanoTime() - begin;
    clean();
    return nanos;
  }

  /// Prints three costs of the protocol for chunks of one size. The first is the time of a claim
  /// and of a commit of a contiguous chunk, whose pages the claim faults in. The second is the time
  /// of both for a chunk that is not contiguous, where it is the cost of the protocol alone, and
  /// its share of the work of a chunk. The third is the time of a whole fill, divided by the time
  /// of the same writes without the protocol.
  private void cost(Worker worker, long chunk) throws IOException {
    long size = Math.max(256 * MEBI, 64 * chunk);
    double[] claims = new double[rounds];
    double[] commits = new double[rounds];
    double[] protocol = new double[rounds];
    Map<ChunkWork, double[]> shares = new LinkedHashMap<>();
    Map<ChunkWork, double[]> ratios = new LinkedHashMap<>();
    for (ChunkWork work : List.of(ChunkWork.INDEX, ChunkWork.LOGISTIC)) {
      shares.put(work, new double[rounds]);
      ratios.put(work, new double[rounds]);
    }
    for (int round = 0; round < rounds; round++) {
      Cost empty = cost(worker, ChunkWork.NOTHING, size, chunk, "halves");
      protocol[round] = empty.claim() + empty.commit();
      for (ChunkWork work : shares.keySet()) {
        Cost with = cost(worker, work, size, chunk, "fast");
        Cost without = cost(worker, work, size, chunk, "alone");
        claims[round] = with.claim();
        commits[round] = with.commit();
        Objects.requireNonNull(shares.get(work))[round] = 100 * protocol[round] / without.all();
        Objects.requireNonNull(ratios.get(work))[round] = with.all() / without.all();
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %d KiB | %.1f µs | %.1f µs | %.1f µs | %.2f %% | %.2f %% | %.2f | %.2f |%n",
        chunk >> 10,
        middle(claims),
        middle(commits),
        middle(protocol),
        middle(Objects.requireNonNull(shares.get(ChunkWork.INDEX))),
        middle(Objects.requireNonNull(shares.get(ChunkWork.LOGISTIC))),
        middle(Objects.requireNonNull(ratios.get(ChunkWork.INDEX))),
        middle(Objects.requireNonNull(ratios.get(ChunkWork.LOGISTIC))));
  }

  /// The mean times for one chunk, in microseconds: of its claim, of its commit, and in all.
  private record Cost(double claim, double commit, double all) {}

  private Cost cost(Worker worker, ChunkWork work, long size, long chunk, String mode)
      throws IOException {
    settle();
    send(List.of(worker), work, size, chunk, mode);
    double[] answer =
        Arrays.stream(worker.answer().split("\t", -1)).mapToDouble(Double::parseDouble).toArray();
    clean();
    double micros = 1e3 * answer[0];
    return new Cost(answer[1] / micros, answer[2] / micros, answer[3] / micros);
  }

  private static double middle(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
