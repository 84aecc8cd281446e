package io.ndmap.benchmarks.matrix;

import io.ndmap.benchmarks.contest.ChildContender;
import io.ndmap.benchmarks.contest.Children;
import io.ndmap.benchmarks.contest.Cleanup;
import io.ndmap.benchmarks.contest.Machine;
import io.ndmap.benchmarks.contest.RaceCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;

/// The command `benchmarks/race matrix`: every bulk operation on many dtypes and layouts. One JVM
/// after the other runs all cells that it has to run, each JVM in a different order. The laps of a
/// cell take turns with laps of numpy and C. Before a cell is timed in the first JVM, its results
/// are compared with numpy's.
///
/// Each measurement is written at once, so that a stopped run can be continued.
///
/// The exit codes are those of [RaceCommand].
public final class Matrix {

  private static final String NATIVE = "--enable-native-access";
  private static final int LAPS = 5;

  /// The time, in nanoseconds, after which no further lap of a cell begins.
  private static final long MOST_NANOS = 400_000_000;

  private static final String LAP_MILLIS = "2";
  private static final String WARM_UP_MILLIS = "15";

  /// The warm-up in a JVM that runs only one cell. It is long enough for the trials of the vector
  /// loops.
  private static final String WARM_UP_MILLIS_ALONE = "800";

  private final MatrixOptions options;
  private final PrintStream out;
  private final Cleanup cleanup;
  private final Path directory;
  private final Map<String, List<MatrixSample>> samples = new HashMap<>();

  private Matrix(MatrixOptions options, PrintStream out, Cleanup cleanup) throws IOException {
    this.options = options;
    this.out = out;
    this.cleanup = cleanup;
    this.directory =
        Files.createTempDirectory(options.directory(), "ndmap-matrix").toAbsolutePath();
    cleanup.add(this::removeFiles);
  }

  /// Runs the matrix, or reports on files of results.
  ///
  /// @param arguments see the usage
  public static void main(String... arguments) {
    RaceCommand.main(
        arguments,
        MatrixOptions.USAGE,
        MatrixOptions::parse,
        (options, out, cleanup) -> {
          List<Path> files = options.join();
          if (files.isEmpty()) {
            run(options, out, cleanup);
            files = List.of(options.out());
          }
          return report(files, out);
        });
  }

  /// Runs cells.
  ///
  /// @param options selects the cells and the file of results
  /// @param out receives messages about the progress
  /// @param cleanup receives the actions that end the processes and remove the files
  public static void run(MatrixOptions options, PrintStream out, Cleanup cleanup)
      throws IOException {
    new Matrix(options, out, cleanup).run();
  }

  /// Prints a report on files of results.
  ///
  /// @return whether all contenders agreed
  public static boolean report(List<Path> files, PrintStream out) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files) {
      lines.addAll(Files.readAllLines(file));
    }
    MatrixReport report = MatrixReport.of(lines);
    out.println(report.text());
    return report.agreed();
  }

  private void removeFiles() {
    try {
      PathUtils.deleteDirectory(directory);
    } catch (IOException e) {
      System.err.println("race: could not remove " + directory + ": " + e.getMessage());
    }
  }

  private void run() throws IOException {
    if (Files.exists(options.out())) {
      Files.readAllLines(options.out()).stream()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(MatrixSample::parse)
          .forEach(this::add);
    }
    String alone = options.isAlone() ? "; each cell alone" : "";
    write("# " + Machine.describe() + "; " + Machine.speed(directory) + alone);
    Children children = new Children(directory, 0, out);
    ChildContender numpy =
        children
            .numpy("matrix.py")
            .orElseThrow(() -> new IOException("there is no program to compare with"));
    cleanup.add(numpy::close);
    Optional<ChildContender> c = children.c("matrix");
    c.ifPresent(it -> cleanup.add(it::close));
    List<MatrixCell> cells = options.cells();
    makeFiles(cells, numpy);
    for (boolean isNative : options.isNative()) {
      for (int jvm = 1; jvm <= MatrixSample.MOST; jvm++) {
        run(cells, isNative, jvm, numpy, c);
      }
    }
  }

  private void makeFiles(List<MatrixCell> cells, ChildContender numpy) throws IOException {
    Map<String, String> sizes =
        cells.stream()
            .collect(
                Collectors.groupingBy(
                    MatrixCell::dtype,
                    Collectors.mapping(
                        cell -> Long.toString(cell.bytes()),
                        Collectors.collectingAndThen(
                            Collectors.toSet(), set -> String.join("\t", set)))));
    for (Map.Entry<String, String> entry : sizes.entrySet()) {
      ask(numpy, "make", entry.getKey(), entry.getValue());
    }
  }

  private void run(
      List<MatrixCell> cells,
      boolean isNative,
      int jvm,
      ChildContender numpy,
      Optional<ChildContender> c)
      throws IOException {
    List<MatrixCell> due =
        cells.stream()
            .filter(cell -> MatrixSample.isDue(jvm, samples(cell.name(), isNative)))
            .toList();
    if (due.isEmpty()) {
      return;
    }
    long begin = System.nanoTime();
    out.printf(
        "%s native access, JVM %s: %s of %s cells ...%n",
        isNative ? "with" : "without", jvm, due.size(), cells.size());
    ChildContender ndmap = null;
    for (MatrixCell cell : shuffled(due, jvm)) {
      if (cleanup.isDone()) {
        throw new IOException("the run has ended");
      }
      if (ndmap == null) {
        ndmap = jvm(isNative);
      }
      MatrixSample sample;
      try {
        sample = measure(cell, isNative, jvm, ndmap, numpy, c);
      } catch (Failure e) {
        sample = MatrixSample.failed(cell.name(), isNative, jvm, e);
      } catch (IOException e) {
        // After Ctrl-C, or if another process than the JVM has ended, the cell has not failed.
        if (cleanup.isDone() || !ndmap.hasEnded()) {
          throw e;
        }
        // The JVM has ended; a new JVM runs the remaining cells.
        ndmap.close();
        ndmap = null;
        sample = MatrixSample.failed(cell.name(), isNative, jvm, e);
      }
      add(sample);
      write(sample.line());
      if (options.isAlone() && ndmap != null) {
        ndmap.close();
        ndmap = null;
      }
    }
    if (ndmap != null) {
      ndmap.close();
    }
    out.printf("... took %s s%n", Duration.ofNanos(System.nanoTime() - begin).toSeconds());
  }

  /// Returns the cells in an order that differs between JVMs but not between runs. Cells with the
  /// same operands are neighbours.
  private static List<MatrixCell> shuffled(List<MatrixCell> cells, int jvm) {
    Random random = new Random(jvm);
    List<List<MatrixCell>> groups =
        new ArrayList<>(cells.stream().collect(Collectors.groupingBy(MatrixCell::group)).values());
    groups.sort((a, b) -> a.getFirst().group().compareTo(b.getFirst().group()));
    Collections.shuffle(groups, random);
    List<MatrixCell> all = new ArrayList<>();
    for (List<MatrixCell> group : groups) {
      List<MatrixCell> own = new ArrayList<>(group);
      Collections.shuffle(own, random);
      all.addAll(own);
    }
    return all;
  }

  private MatrixSample measure(
      MatrixCell cell,
      boolean isNative,
      int jvm,
      ChildContender ndmap,
      ChildContender numpy,
      Optional<ChildContender> c)
      throws IOException, Failure {
    agree(ndmap, "cell", cell.name());
    agree(numpy, cell.forNumpy());
    List<ChildContender> racers = new ArrayList<>(List.of(ndmap, numpy));
    if (c.isPresent()
        && cell.layout() == MatrixLayout.CONTIGUOUS
        && c.get().ask(cell.forC()).equals("ok")) {
      racers.add(c.get());
    }
    if (jvm == 1) {
      String file = directory.resolve("result.npy").toString();
      Files.deleteIfExists(Path.of(file));
      agree(ndmap, "check", file);
      agree(numpy, "check", file, Double.toString(cell.bound()));
    }
    boolean isCached = cell.bytes() != options.memory();
    String warmUp = options.isAlone() ? WARM_UP_MILLIS_ALONE : WARM_UP_MILLIS;
    agree(ndmap, "warm", isCached ? warmUp : "0");
    List<List<Double>> nanos = racers.stream().<List<Double>>map(_ -> new ArrayList<>()).toList();
    long end = System.nanoTime() + MOST_NANOS;
    for (int lap = 0; lap < LAPS && (lap == 0 || System.nanoTime() < end); lap++) {
      for (int turn = 0; turn < racers.size(); turn++) {
        int racer = (lap + turn) % racers.size();
        String answer = agree(racers.get(racer), "lap", LAP_MILLIS, options.clock().toString());
        nanos.get(racer).add(Double.valueOf(answer.split("\t", -1)[1]));
      }
    }
    return new MatrixSample(
        cell.name(),
        isNative,
        jvm,
        median(nanos.get(0)),
        median(nanos.get(1)),
        racers.size() > 2 ? median(nanos.get(2)) : Double.NaN,
        "");
  }

  private static double median(List<Double> nanos) {
    return nanos.stream().sorted().toList().get(nanos.size() / 2);
  }

  /// Thrown if a cell cannot be timed, but all processes are still alive.
  private static final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    Failure(String message) {
      super(message);
    }
  }

  private static String agree(ChildContender child, String... request) throws IOException, Failure {
    String answer = child.ask(request);
    if (!answer.startsWith("ok")) {
      throw new Failure(child.name() + ": " + answer.replace('\t', ' '));
    }
    return answer;
  }

  private static void ask(ChildContender child, String... request) throws IOException {
    try {
      var _ = agree(child, request);
    } catch (Failure e) {
      throw new IOException(e);
    }
  }

  private List<MatrixSample> samples(String cell, boolean isNative) {
    return samples.getOrDefault(cell + isNative, List.of());
  }

  private void add(MatrixSample sample) {
    samples.computeIfAbsent(sample.cell() + sample.isNative(), _ -> new ArrayList<>()).add(sample);
  }

  private void write(String line) throws IOException {
    Files.write(options.out(), List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /// Starts a JVM with the flags of this JVM, except the flag for native access.
  ///
  /// @param isNative whether the JVM gets native access
  private ChildContender jvm(boolean isNative) throws IOException {
    List<String> command =
        Stream.of(
                Stream.of(ProcessHandle.current().info().command().orElse("java")),
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(flag -> !flag.startsWith(NATIVE)),
                isNative ? Stream.of(NATIVE + "=ALL-UNNAMED") : Stream.<String>empty(),
                Stream.of(
                    "-cp",
                    System.getProperty("java.class.path"),
                    MatrixWorker.class.getName(),
                    directory.toString(),
                    Long.toString(options.small()),
                    Long.toString(options.cached()),
                    Long.toString(options.memory())),
                options.isAlone() ? Stream.of("alone") : Stream.<String>empty())
            .flatMap(part -> part)
            .toList();
    ChildContender jvm = ChildContender.start("ndmap", command);
    cleanup.add(jvm::close);
    return jvm;
  }
}
