package io.ndmap.benchmarks.mpi;

import io.ndmap.benchmarks.contest.ChildContender;
import io.ndmap.benchmarks.contest.Cleanup;
import io.ndmap.benchmarks.contest.Machine;
import io.ndmap.benchmarks.contest.RaceCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The command `benchmarks/race mpi`: several processes write and read one array, by rows and by
/// columns, with ndmap, with mpi4py's recipe, and with independent `np.memmap`s.
///
/// A write begins with the elements in memory, and ends when they are on the disk and the file has
/// its name. A read begins with the file in the page cache, and ends when each process has its part
/// in its own memory. Written files are checked before the timed laps; the sum of the elements is
/// checked after each lap. Each contender runs in several jobs. Within a job the contenders take
/// turns, lap by lap; waiting contenders are suspended by SIGSTOP.
public final class MpiRace {

  private static final String SCRIPT = "mpi_race.py";
  private static final String OURS = "ndmap";

  private static final int WARMUPS = 8;

  /// The number of warm-up rounds in which written files are checked.
  private static final int CHECKED = 2;

  /// A row of the table: an action, and the axis along which the array is divided.
  private record Row(String action, int axis) {
    @Override
    public String toString() {
      return action + " by " + (axis == 0 ? "rows" : "columns");
    }
  }

  private static final List<Row> ROWS =
      List.of(new Row("write", 0), new Row("write", 1), new Row("read", 0), new Row("read", 1));

  private final MpiRaceOptions options;
  private final Path directory;

  private MpiRace(MpiRaceOptions options, Path directory) {
    this.options = options;
    this.directory = directory;
  }

  /// Runs the race.
  ///
  /// @param arguments see the usage
  public static void main(String... arguments) {
    RaceCommand.main(
        arguments,
        MpiRaceOptions.USAGE,
        MpiRaceOptions::parse,
        (options, _, cleanup) -> {
          Path directory = Files.createTempDirectory(options.directory(), "ndmap-mpi-race-");
          cleanup.add(() -> remove(directory));
          new MpiRace(options, directory).run(cleanup);
          return true;
        });
  }

  private static void remove(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      System.err.println("race: " + e.getMessage());
    }
  }

  private void run(Cleanup cleanup) throws IOException {
    if (!options.json()) {
      System.out.printf(
          "%s%n%s%n%d ranks, %d x %d doubles, %d MiB, in %s%n%n",
          Machine.describe(),
          Machine.speed(directory),
          options.ranks(),
          options.side(),
          options.side(),
          options.bytes() >> 20,
          Files.getFileStore(directory).type());
    }
    Path script = directory.resolve(SCRIPT);
    try (InputStream in = MpiRace.class.getResourceAsStream("/race/" + SCRIPT)) {
      Files.copy(Objects.requireNonNull(in), script);
    }
    // The medians of all jobs, by row and contender.
    Map<Row, Map<String, List<Double>>> medians = new LinkedHashMap<>();
    ROWS.stream()
        .filter(row -> options.only().matcher(row.toString()).find())
        .forEach(row -> medians.put(row, new LinkedHashMap<>()));
    Map<String, List<String>> commands = commands(script);
    for (int run = 0; run < options.runs(); run++) {
      List<ChildContender> contenders = new ArrayList<>();
      try {
        for (Map.Entry<String, List<String>> each : commands.entrySet()) {
          ChildContender contender = ChildContender.start(each.getKey(), each.getValue());
          contenders.add(contender);
          cleanup.add(contender::close);
          contender.pause();
        }
        for (Map.Entry<Row, Map<String, List<Double>>> each : medians.entrySet()) {
          race(contenders, each.getKey())
              .forEach(
                  (name, laps) -> {
                    each.getValue().computeIfAbsent(name, _ -> new ArrayList<>()).add(median(laps));
                    report(each.getKey(), name, laps);
                  });
        }
        for (ChildContender contender : contenders) {
          contender.resume();
          end(contender);
        }
      } finally {
        contenders.forEach(ChildContender::close);
      }
    }
    print(medians);
  }

  private void report(Row row, String name, List<Double> laps) {
    if (options.laps()) {
      System.err.println(row + ", " + name + ": " + laps.stream().map(Math::round).toList());
    }
  }

  /// Asks the ranks to end and waits for the launcher. If the launcher were killed, ranks might
  /// survive.
  private static void end(ChildContender contender) throws IOException {
    contender.send("");
    if (!contender.hasEnded()) {
      System.err.println("race: " + contender.name() + " does not end");
    }
  }

  private Map<String, List<String>> commands(Path script) throws IOException {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put(
        OURS,
        launched(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx512m",
                "-XX:MaxDirectMemorySize=64g",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                MpiWorker.class.getName())));
    if (hasMpi4py()) {
      commands.put("mpi4py", launched(List.of(options.python(), script.toString(), "mpi4py")));
    }
    commands.put(
        "memmap",
        List.of("python3", script.toString(), "memmap", Integer.toString(options.ranks())));
    return commands;
  }

  private boolean hasMpi4py() throws IOException {
    try {
      return new ProcessBuilder(options.python(), "-c", "import mpi4py, numpy").start().waitFor()
          == 0;
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  private List<String> launched(List<String> program) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "OMPI_ALLOW_RUN_AS_ROOT=1",
                "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                options.mpirun(),
                "--oversubscribe",
                "--mca",
                "mpi_yield_when_idle",
                "1",
                "-n",
                Integer.toString(options.ranks())));
    command.addAll(program);
    return command;
  }

  /// Returns the times of the laps of a row, in milliseconds, by the name of the contender. Untimed
  /// rounds before the laps warm up the JVMs, and the first of them check the written files.
  private Map<String, List<Double>> race(List<ChildContender> contenders, Row row)
      throws IOException {
    Path kept = directory.resolve("kept.npy");
    if (row.action().equals("read") && !Files.exists(kept)) {
      var _ = ask(contenders.getFirst(), new Row("write", 0), kept);
    }
    Map<String, List<Double>> laps = new LinkedHashMap<>();
    contenders.forEach(contender -> laps.put(contender.name(), new ArrayList<>()));
    for (int round = -WARMUPS; round < options.rounds(); round++) {
      for (int turn = 0; turn < contenders.size(); turn++) {
        // Each round begins with a different contender.
        ChildContender contender = contenders.get(Math.floorMod(turn + round, contenders.size()));
        double millis = lap(contender, row, kept, round < CHECKED - WARMUPS);
        if (round >= 0) {
          Objects.requireNonNull(laps.get(contender.name())).add(millis);
        }
      }
    }
    return laps;
  }

  private double lap(ChildContender contender, Row row, Path kept, boolean checked)
      throws IOException {
    if (row.action().equals("read")) {
      return ask(contender, row, kept);
    }
    Path path = directory.resolve("x.npy");
    settle();
    double millis = ask(contender, row, path);
    if (checked) {
      check(contender.name(), path);
    }
    Files.delete(path);
    return millis;
  }

  private double ask(ChildContender contender, Row row, Path path) throws IOException {
    contender.resume();
    String[] answer =
        contender
            .ask(
                row.action(),
                Integer.toString(row.axis()),
                Integer.toString(options.side()),
                path.toString())
            .split("\t", -1);
    contender.pause();
    long items = (long) options.side() * options.side();
    long expected = items % 2 == 0 ? items / 2 * (items - 1) : (items - 1) / 2 * items;
    if (!answer[0].equals("ok") || Long.parseLong(answer[2]) != expected) {
      throw new IOException(
          contender.name() + ", " + row + ": " + Arrays.toString(answer) + ", not " + expected);
    }
    return Long.parseLong(answer[1]) / 1e6;
  }

  /// Checks every element of a written file with NumPy.
  private void check(String name, Path path) throws IOException {
    String program =
        """
        import sys
        import numpy as np
        a = np.load(sys.argv[1], mmap_mode='r')
        n = int(sys.argv[2])
        assert a.shape == (n, n) and a.dtype == '<f8' and a.flags.c_contiguous
        for k in range(n):
            assert (a[k] == np.arange(k * n, (k + 1) * n)).all(), k
        """;
    try {
      int status =
          new ProcessBuilder(
                  "python3", "-c", program, path.toString(), Integer.toString(options.side()))
              .inheritIO()
              .start()
              .waitFor();
      if (status != 0) {
        throw new IOException(name + " has written another array");
      }
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
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

  private void print(Map<Row, Map<String, List<Double>>> medians) {
    if (!options.json()) {
      System.out.println("| | ndmap | mpi4py | memmap | ÷ best | worst job |");
      System.out.println("|---|---|---|---|---|---|");
    }
    medians.forEach(
        (row, times) -> {
          if (options.json()) {
            times.forEach(
                (name, millis) ->
                    System.out.printf(
                        Locale.ROOT,
                        "{\"op\":\"%s\",\"contender\":\"%s\",\"median_ms\":%.1f,\"gb_per_s\":%.3f}%n",
                        row,
                        name,
                        median(millis),
                        options.bytes() / median(millis) / 1e6));
          } else {
            System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s | %.2f | %.2f |%n",
                row,
                text(times, OURS),
                text(times, "mpi4py"),
                text(times, "memmap"),
                best(times) / median(Objects.requireNonNull(times.get(OURS))),
                worst(times));
          }
        });
  }

  private static String text(Map<String, List<Double>> times, String name) {
    List<Double> millis = times.get(name);
    return millis == null ? "–" : String.format(Locale.ROOT, "%.0f ms", median(millis));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  private static double best(Map<String, List<Double>> times) {
    return times.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(OURS))
        .mapToDouble(entry -> median(entry.getValue()))
        .min()
        .orElse(Double.NaN);
  }

  /// Returns the ratio of the worst job: in each job, the time of the fastest other contender is
  /// divided by ndmap's time, and the smallest of these ratios is returned.
  private static double worst(Map<String, List<Double>> times) {
    List<Double> ours = Objects.requireNonNull(times.get(OURS));
    double worst = Double.MAX_VALUE;
    for (int run = 0; run < ours.size(); run++) {
      int at = run;
      double best =
          times.entrySet().stream()
              .filter(entry -> !entry.getKey().equals(OURS))
              .mapToDouble(entry -> entry.getValue().get(at))
              .min()
              .orElse(Double.NaN);
      worst = Math.min(worst, best / ours.get(run));
    }
    return worst;
  }
}
