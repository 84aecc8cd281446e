package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.OptionValues;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The command line of `benchmarks/race files`.
///
/// @param bytes the size of the array in bytes
/// @param appends the number of blocks that are appended
/// @param jvms the number of JVMs that run ndmap
/// @param rounds the maximum number of laps of each contender
/// @param only selects the rows whose names contain a match
/// @param directory the parent of the temporary directory
/// @param clock the kind of time to measure
record FilesRaceOptions(
    long bytes, int appends, int jvms, int rounds, Pattern only, Path directory, Clock clock) {

  static final String USAGE =
      """
      Usage: benchmarks/race files [--mib N] [--appends N] [--jvms N] [--rounds N] [--only REGEX]
                                   [--dir DIR] [--cpu yes]

      Archives, streams and growing files, by ndmap in several JVMs and numpy, in turns.

        --mib N       size of the array, else 256
        --appends N   how many blocks of 1 MiB are appended, else 1000
        --jvms N      how many JVMs, else 3
        --rounds N    the most laps of each contender, else 5; the median counts
        --only REGEX  only rows in whose names the expression is found
        --dir DIR     where the temporary folder is made, on the disk that is to be measured: 6 GiB
        --cpu yes     count the processor's time of the thread instead of what passes, for a machine
                      that is busy; it says nothing of two threads, nor of waiting for the disk
      """;

  /// Parses the command line.
  ///
  /// @param arguments the command line
  /// @return the options
  /// @throws IllegalArgumentException if the arguments do not match the usage
  static FilesRaceOptions parse(String... arguments) {
    long mib = 256;
    int appends = 1000;
    int jvms = 3;
    int rounds = 5;
    Pattern only = Pattern.compile("");
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    Clock clock = Clock.WALL;
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i];
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException(name + " needs a value, or is not an option");
      }
      String value = arguments[i + 1];
      switch (name) {
        case "--mib" -> mib = OptionValues.count(name, value);
        case "--appends" -> appends = OptionValues.count(name, value);
        case "--jvms" -> jvms = OptionValues.count(name, value);
        case "--rounds" -> rounds = OptionValues.count(name, value);
        case "--only" -> only = OptionValues.only(value);
        case "--dir" -> directory = Path.of(value);
        case "--cpu" -> clock = value.equals("yes") ? Clock.CPU : Clock.WALL;
        default -> throw new IllegalArgumentException("unknown argument: " + name);
      }
    }
    return new FilesRaceOptions(mib << 20, appends, jvms, rounds, only, directory, clock);
  }
}
