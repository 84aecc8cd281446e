package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.OptionValues;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.regex.Pattern;

/// The command line of `benchmarks/race`.
///
/// @param scale the size of the data and the length of the run
/// @param directory the parent of the temporary directory
/// @param only selects the rows whose names contain a match
/// @param json the file to which lines of JSON are written, or empty for none
/// @param clean whether to skip the profile pollution
/// @param profile whether to print a profile of ndmap
record RaceOptions(
    Scale scale,
    Path directory,
    Pattern only,
    Optional<Path> json,
    boolean clean,
    boolean profile) {

  static final String USAGE =
      """
      Usage: benchmarks/race [--quick|--cached] [--only REGEX] [--json FILE] [--dir DIR]
                             [--rounds N] [--cpu] [--clean] [--profile]

      The same work on the same files by ndmap, numpy, C and a loop over a segment, in turns; then
      some cells of `benchmarks/race matrix`, in up to five JVMs.

        --quick       256 MiB instead of 1 GiB (8 GiB for cold rows), below four minutes
        --cached      1 MiB: what the loops take where memory does not limit them
        --only REGEX  only rows in whose names the expression is found
        --json FILE   also write a line of JSON for each row and contender
        --dir DIR     where the temporary folder is made: full, it takes 14 GiB
        --rounds N    how many laps each contender runs; the median counts
        --cpu         count the processor's time instead of what passes, for a machine that is
                      busy; not for cold rows and those of two threads
        --clean       without running ndmap on other dtypes, orders and layouts first, to see what
                      such a history costs
      """;

  /// Parses the command line.
  ///
  /// @param arguments the command line
  /// @return the options
  /// @throws IllegalArgumentException if the arguments do not match the usage
  static RaceOptions parse(String... arguments) {
    Scale size = Scale.FULL;
    boolean profile = false;
    boolean cpu = false;
    boolean clean = false;
    int rounds = 0;
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    Pattern only = Pattern.compile("");
    Optional<Path> json = Optional.empty();
    Iterator<String> rest = Arrays.asList(arguments).iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      switch (argument) {
        case "--quick" -> size = Scale.QUICK;
        case "--cached" -> size = Scale.CACHED;
        case "--profile" -> profile = true;
        case "--cpu" -> cpu = true;
        case "--clean" -> clean = true;
        case "--dir" -> directory = Path.of(value(argument, rest));
        case "--json" -> json = Optional.of(Path.of(value(argument, rest)));
        case "--only" -> only = OptionValues.only(value(argument, rest));
        case "--rounds" -> rounds = OptionValues.count(argument, value(argument, rest));
        default -> throw new IllegalArgumentException("unknown argument: " + argument);
      }
    }
    Scale scale = size.by(cpu ? Clock.CPU : Clock.WALL);
    return new RaceOptions(
        rounds == 0 ? scale : scale.withRounds(rounds), directory, only, json, clean, profile);
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.next();
  }
}
