package io.ndmap.benchmarks.mpi;

import io.ndmap.benchmarks.contest.OptionValues;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The command line of `benchmarks/race mpi`.
///
/// @param side the side length of the square array, in elements of 8 bytes
/// @param ranks the number of processes of each contender
/// @param runs the number of consecutive jobs of each contender
/// @param rounds the number of laps of each job
/// @param mpirun the launcher of the MPI library
/// @param python a Python interpreter that has mpi4py
/// @param directory the parent of the temporary directory
/// @param only selects the rows whose names contain a match
/// @param laps whether to print the time of each lap
/// @param json whether to print lines of JSON
record MpiRaceOptions(
    int side,
    int ranks,
    int runs,
    int rounds,
    String mpirun,
    String python,
    Path directory,
    Pattern only,
    boolean laps,
    boolean json) {

  static final String USAGE =
      """
      Usage: benchmarks/race mpi [--mib N] [--ranks N] [--runs N] [--rounds N] [--mpirun PROGRAM]
                                 [--python PROGRAM] [--dir DIR] [--only REGEX] [--laps yes]
                                 [--json yes]

      One array that several processes write and read, by rows and by columns: ndmap under mpirun,
      mpi4py under the same mpirun, and independent np.memmap by processes. All write it to the disk.

        --mib N           size of the array, about, else 2048
        --ranks N         how many processes, else 4
        --runs N          how many jobs of each contender, else 3; the worst counts, too
        --rounds N        laps of each job, else 5; the median counts
        --mpirun PROGRAM  the launcher of Open MPI, else mpirun.openmpi
        --python PROGRAM  the one that has mpi4py, else /usr/bin/python3
        --dir DIR         where the temporary folder is made, on the disk that is to be measured
        --only REGEX      the rows of which a part matches
        --laps yes        each lap, too, on the standard error
        --json yes        a JSON object for each contender of a row, on a line each
      """;

  /// Parses the command line.
  ///
  /// @param arguments the command line
  /// @return the options
  /// @throws IllegalArgumentException if the arguments do not match the usage
  static MpiRaceOptions parse(String... arguments) {
    int mib = 2048;
    int ranks = 4;
    int runs = 3;
    int rounds = 5;
    String mpirun = "mpirun.openmpi";
    String python = "/usr/bin/python3";
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    Pattern only = Pattern.compile("");
    boolean laps = false;
    boolean json = false;
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i];
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException(name + " needs a value, or is not an option");
      }
      String value = arguments[i + 1];
      switch (name) {
        case "--mib" -> mib = OptionValues.count(name, value);
        case "--ranks" -> ranks = OptionValues.count(name, value);
        case "--runs" -> runs = OptionValues.count(name, value);
        case "--rounds" -> rounds = OptionValues.count(name, value);
        case "--mpirun" -> mpirun = value;
        case "--python" -> python = value;
        case "--dir" -> directory = Path.of(value);
        case "--only" -> only = OptionValues.only(value);
        case "--laps" -> laps = value.equals("yes");
        case "--json" -> json = value.equals("yes");
        default -> throw new IllegalArgumentException("unknown argument: " + name);
      }
    }
    int side = (int) Math.sqrt((double) ((long) mib << 20) / Double.BYTES);
    return new MpiRaceOptions(
        side, ranks, runs, rounds, mpirun, python, directory, only, laps, json);
  }

  /// Returns the size of the array in bytes.
  long bytes() {
    return (long) side * side * Double.BYTES;
  }
}
