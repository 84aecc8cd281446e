package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.ChildContender;
import io.ndmap.benchmarks.contest.Children;
import io.ndmap.benchmarks.contest.Cleanup;
import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.Contender;
import io.ndmap.benchmarks.contest.Machine;
import io.ndmap.benchmarks.contest.Outcome;
import io.ndmap.benchmarks.contest.RaceCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;

/// The command `benchmarks/race files`: times operations on archives, streams and growing files.
/// Several JVMs and NumPy take turns. Before the timed laps all results must agree: elements that
/// are read have the same sum or CRC; from every file that is written, NumPy and ndmap read the
/// same elements; and written archives are valid for `zipfile` and [io.ndmap.npz.NpzRepair].
///
/// The exit codes are those of [RaceCommand].
public final class FilesRace {

  private static final double BOUND = 1e-9;
  private static final long WARM_UP = 500_000_000;
  private static final int MOST_WARM_UPS = 20;

  private final FilesRaceOptions options;
  private final PrintStream out;
  private final Cleanup cleanup;
  private final Path directory;
  private final FilesData data;

  private FilesRace(FilesRaceOptions options, PrintStream out, Cleanup cleanup) throws IOException {
    this.options = options;
    this.out = out;
    this.cleanup = cleanup;
    this.directory = Files.createTempDirectory(options.directory(), "ndmap-race").toAbsolutePath();
    this.data = new FilesData(directory, options.bytes());
    cleanup.add(this::removeFiles);
  }

  /// Runs the race.
  ///
  /// @param arguments see the usage
  public static void main(String... arguments) {
    RaceCommand.main(
        arguments,
        FilesRaceOptions.USAGE,
        FilesRaceOptions::parse,
        (options, out, cleanup) -> new FilesRace(options, out, cleanup).run());
  }

  private void removeFiles() {
    try {
      PathUtils.deleteDirectory(directory);
    } catch (IOException e) {
      System.err.println("race: could not remove " + directory + ": " + e.getMessage());
    }
  }

  private boolean run() throws IOException {
    out.println(Machine.describe());
    out.println(Machine.speed(directory));
    Optional<ChildContender> numpy =
        new Children(directory, options.appends(), out).numpy("files_race.py");
    if (numpy.isEmpty()) {
      throw new IOException("there is no program to compare with");
    }
    cleanup.add(numpy.get()::close);
    List<Contender> jvms = new ArrayList<>();
    for (int k = 1; k <= options.jvms(); k++) {
      jvms.add(jvm("ndmap " + k, ""));
    }
    boolean agreed = true;
    out.println("\n" + FilesTable.head());
    for (FilesRow row : FilesRow.all(options.bytes(), options.appends())) {
      if (options.only().matcher(row.name()).find() && hasMemory(row)) {
        List<Contender> racers = new ArrayList<>(jvms);
        if (!row.heap().isEmpty()) {
          racers = new ArrayList<>(List.of(jvm("ndmap small", row.heap())));
        }
        racers.add(numpy.get());
        try {
          out.println(FilesTable.row(run(row, racers)));
        } catch (Heat.Disagreement e) {
          agreed = false;
          out.println("| " + row.name() + " | FAILED: " + e.difference() + " |");
        }
      }
    }
    out.println(FilesTable.foot() + "\n" + Machine.speed(directory));
    return agreed;
  }

  private boolean hasMemory(FilesRow row) throws IOException {
    OptionalLong free = Machine.freeMemory();
    if (free.isPresent() && free.getAsLong() < row.memory()) {
      out.printf(
          "%s is skipped: numpy needs %s MiB of memory, where %s are free.%n",
          row.name(), row.memory() >> 20, free.getAsLong() >> 20);
      return false;
    }
    return true;
  }

  /// Starts a JVM with the flags of this JVM.
  ///
  /// @param name the name of the contender
  /// @param heap a heap flag, such as `-Xmx128m`, or empty
  private Contender jvm(String name, String heap) throws IOException {
    List<String> command =
        Stream.of(
                Stream.of(ProcessHandle.current().info().command().orElse("java")),
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream(),
                Stream.of(heap).filter(flag -> !flag.isEmpty()),
                Stream.of(
                    "-cp",
                    System.getProperty("java.class.path"),
                    FilesWorker.class.getName(),
                    name,
                    directory.toString(),
                    Integer.toString(options.appends())))
            .flatMap(part -> part)
            .toList();
    Contender jvm = ChildContender.start(name, command);
    cleanup.add(jvm::close);
    return jvm;
  }

  private FilesStanding run(FilesRow row, List<Contender> racers)
      throws IOException, Heat.Disagreement {
    for (String file : row.files()) {
      data.make(file, racers.getLast());
    }
    Map<String, Long> sizes = agree(row, racers);
    for (Contender racer : racers) {
      warmUp(row, racer);
    }
    int rounds = row.rounds() == 0 ? options.rounds() : Math.min(row.rounds(), options.rounds());
    Map<String, long[]> laps = new TreeMap<>();
    racers.forEach(racer -> laps.put(racer.name(), new long[rounds]));
    for (int round = 0; round < rounds; round++) {
      for (int turn = 0; turn < racers.size(); turn++) {
        Contender racer = racers.get((round + turn) % racers.size());
        int repeats = repeats(row, racer);
        Objects.requireNonNull(laps.get(racer.name()))[round] =
            racer.run(row.name(), 0, repeats, options.clock()) / repeats;
      }
    }
    return FilesStanding.of(row, laps, sizes);
  }

  private static int repeats(FilesRow row, Contender racer) {
    return racer instanceof ChildContender && racer.name().equals("numpy")
        ? row.numpyRepeats()
        : row.repeats();
  }

  /// Checks that all results agree, and that all readers find the same elements in every written
  /// file.
  ///
  /// @return the size in bytes of each contender's written file, by the name of the contender
  private Map<String, Long> agree(FilesRow row, List<Contender> racers)
      throws IOException, Heat.Disagreement {
    List<Outcome> outcomes = new ArrayList<>();
    for (Contender racer : racers) {
      outcomes.add(racer.check(row.name(), 0));
    }
    Map<String, Long> sizes = new TreeMap<>();
    if (!row.output().isEmpty()) {
      outcomes.clear();
      for (Contender writer : racers) {
        Path file = FilesContender.output(directory, writer.name(), row.output());
        sizes.put(writer.name(), Files.size(file));
        for (Contender reader : List.of(racers.getFirst(), racers.getLast())) {
          outcomes.add(reader.check(FilesContender.VERIFY + file.getFileName(), 0));
        }
      }
    }
    for (Outcome outcome : outcomes) {
      Optional<String> difference = outcomes.getFirst().difference(outcome, BOUND);
      if (difference.isPresent()) {
        throw new Heat.Disagreement(difference.get());
      }
    }
    return sizes;
  }

  /// Warms up a JVM by further laps, unless the row is timed only once; the check was the first
  /// lap. numpy needs no warm-up.
  private static void warmUp(FilesRow row, Contender racer) throws IOException {
    if (racer.name().equals("numpy")) {
      return;
    }
    long spent = 0;
    for (int lap = 0; lap < MOST_WARM_UPS && spent < WARM_UP && row.rounds() != 1; lap++) {
      spent += racer.run(row.name(), 0, row.repeats(), Clock.WALL);
    }
  }
}
