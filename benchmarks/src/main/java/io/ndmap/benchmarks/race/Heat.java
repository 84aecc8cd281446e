package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Calm;
import io.ndmap.benchmarks.contest.ChildContender;
import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.Contender;
import io.ndmap.benchmarks.contest.Outcome;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Runs one benchmark, a row of the table of results: checks that all contenders agree, warms them
/// up unless the row reads a cold file, and times them in turns.
///
/// @param contenders all contenders
/// @param files the files, which have been created
/// @param scale the number of rounds and the length of the warm-up
/// @param log receives messages about skipped rows
record Heat(List<Contender> contenders, RaceFiles files, Scale scale, PrintStream log) {

  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(15);

  /// The results of two contenders differ.
  static final class Disagreement extends Exception {
    private static final long serialVersionUID = 1;

    private final String difference;

    Disagreement(String difference) {
      super(difference);
      this.difference = difference;
    }

    String difference() {
      return difference;
    }
  }

  /// Runs a row.
  ///
  /// @param operation the row
  /// @return the result, or empty if the row was skipped
  /// @throws IOException if a file cannot be read or a child process does not answer
  /// @throws Disagreement if the results differ
  Optional<Standing> run(Operation operation) throws IOException, Disagreement {
    List<Contender> entrants = new ArrayList<>();
    for (Contender contender : contenders) {
      if (contender.knows(operation.name())) {
        entrants.add(contender);
      }
    }
    if (entrants.isEmpty()) {
      log.println(operation.name() + " is skipped: no program can do it.");
      return Optional.empty();
    }
    agree(operation, entrants);
    if (!drop(operation)) {
      log.println(
          operation.name()
              + " is skipped: the pages of its file stay in memory; where posix_fadvise does not"
              + " drop them, /proc/sys/vm/drop_caches needs root.");
      return Optional.empty();
    }
    if (operation.cold().isEmpty()) {
      warmUp(operation, entrants);
    }
    return Optional.of(Standing.of(operation, laps(operation, entrants)));
  }

  private static void agree(Operation operation, List<Contender> entrants)
      throws IOException, Disagreement {
    List<Contender.Check> checks = new ArrayList<>();
    for (Contender contender : entrants) {
      checks.add(contender.begin(operation.name(), 0));
    }
    // Read all answers before a difference is reported: an unread answer would be taken for the
    // answer to the next request.
    List<Outcome> outcomes = new ArrayList<>();
    for (Contender.Check check : checks) {
      outcomes.add(check.outcome());
    }
    for (int k = 1; k < outcomes.size(); k++) {
      Optional<String> difference =
          outcomes.getFirst().difference(outcomes.get(k), operation.bound());
      if (difference.isPresent()) {
        throw new Disagreement(
            entrants.getFirst().name()
                + " and "
                + entrants.get(k).name()
                + " differ: "
                + difference.get());
      }
    }
  }

  private void warmUp(Operation operation, List<Contender> entrants) throws IOException {
    long spell = TimeUnit.MILLISECONDS.toNanos(scale.warmUpMillis()) / Calm.SPELLS;
    for (Contender contender : entrants) {
      if (contender instanceof ChildContender) {
        contender.run(operation.name(), 0, operation.repeats(), Clock.WALL);
      } else {
        Calm.reach(
            spell,
            MOST_NANOS,
            () -> contender.run(operation.name(), 0, operation.repeats(), Clock.WALL));
      }
    }
  }

  /// Times the contenders in turns, and returns the nanoseconds of each lap by the name of the
  /// contender. Each round begins with a different contender, so that the effects of the order even
  /// out.
  private Map<String, long[]> laps(Operation operation, List<Contender> entrants)
      throws IOException {
    Map<String, long[]> laps = new LinkedHashMap<>();
    for (Contender contender : entrants) {
      laps.put(contender.name(), new long[scale.rounds()]);
    }
    int lap = 0;
    for (int round = 0; round < scale.rounds(); round++) {
      for (int turn = 0; turn < entrants.size(); turn++) {
        Contender contender = entrants.get((round + turn) % entrants.size());
        if (!drop(operation)) {
          throw new IOException(
              "the pages of " + operation.cold() + ".npy were dropped before, and now stay");
        }
        long[] times = laps.get(contender.name());
        if (times != null) {
          times[round] =
              contender.run(
                  operation.name(),
                  ++lap % Scale.SETS,
                  operation.repeats(),
                  operation.clock(scale.clock()));
        }
      }
    }
    return laps;
  }

  /// Drops the file of the row from the page cache, if the row needs a cold file. Returns false if
  /// the pages stay in memory.
  private boolean drop(Operation operation) throws IOException {
    Path path = files.path(operation.cold());
    return operation.cold().isEmpty() || PageCache.drop(path);
  }
}
