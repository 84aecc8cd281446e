package io.ndmap.benchmarks.matrix;

import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.OptionValues;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The command line of `benchmarks/race matrix`.
///
/// @param isNative whether the JVMs have native access; if the list has both values, the cells run
///   once with each value
/// @param part the number of the part of the cells to run, from 1 to `parts`
/// @param parts the number of parts into which the cells are divided
/// @param only selects the cells whose names contain a match
/// @param out the file of results; a run continues an existing file
/// @param join files of results to report on; if there are any, no cells run
/// @param directory the parent of the temporary directory
/// @param clock the kind of time to measure
/// @param isAlone whether each cell gets a JVM that runs nothing else
/// @param small the size in bytes of operands so small that results are Java arrays
/// @param cached the size in bytes of operands that fit into the caches
/// @param memory the size in bytes of operands that are larger than the caches
public record MatrixOptions(
    List<Boolean> isNative,
    int part,
    int parts,
    Pattern only,
    Path out,
    List<Path> join,
    Path directory,
    Clock clock,
    boolean isAlone,
    long small,
    long cached,
    long memory) {

  public MatrixOptions {
    isNative = List.copyOf(isNative);
    join = List.copyOf(join);
  }

  private static final Pattern PART = Pattern.compile("([1-9][0-9]{0,3})/([1-9][0-9]{0,3})");
  private static final String QUICK =
      "^(sum (f8|f4|i4|u1) contiguous|max (f8|i4) contiguous|sum along f8 axis [01]"
          + "|plus view f8 contiguous|times number f8 contiguous|compare view f8 contiguous"
          + "|astype i4 f8 contiguous|astype f8 i4 contiguous|cast into f4 u1 contiguous"
          + "|clip f8 contiguous|countNonZero b1 contiguous) ";

  private static final int SMALL = 8 << 10;
  private static final int CACHED = 1 << 20;
  private static final int MEMORY = 256 << 20;

  /// The usage text, shown after an error.
  static final String USAGE =
      """
      Usage: benchmarks/race matrix [--native both|yes|no] [--only REGEX] [--part K/N] [--out FILE]
                                    [--dir DIR] [--clock cpu|wall] [--alone yes|no]
             benchmarks/race matrix --join FILE...

      Every bulk operation of NdView on many dtypes and layouts, 8 KiB, 1 MiB and 256 MiB, in mapped
      files, new arrays ('own') and mapped files whose size is promised ('promised'), by two to five
      JVMs beside numpy, and C where the operation is plain.

        --native WHAT  JVMs with native access, without it, or both, which is the default
        --only REGEX   only cells in whose names the expression is found, such as
                       '^sum f8', ' 1 MiB$', ' 1 MiB own$'
        --part K/N     only the K-th of N parts of equal size
        --out FILE     where results are written, else matrix.tsv; what is there is not run again
        --dir DIR      where the temporary folder is made: 3 GiB
        --clock WHICH  processor time, for a machine that is busy, or else what passes
        --alone yes    each cell in a JVM that has run nothing else, as in a program with a single
                       operation; HotSpot then compiles some loops differently
        --join FILE... puts files of results together, and runs nothing
      """;

  /// Parses the command line.
  ///
  /// @param arguments the command line
  /// @return the options
  /// @throws IllegalArgumentException if the arguments do not match the usage
  static MatrixOptions parse(String... arguments) {
    List<Boolean> isNative = List.of(true, false);
    int[] part = {1, 1};
    Pattern only = Pattern.compile("");
    Path out = Path.of("matrix.tsv");
    List<Path> join = new ArrayList<>();
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    Clock clock = Clock.WALL;
    boolean isAlone = false;
    Deque<String> rest = new ArrayDeque<>(Arrays.asList(arguments));
    while (!rest.isEmpty()) {
      String name = rest.removeFirst();
      if (rest.isEmpty()) {
        throw new IllegalArgumentException(name + " needs a value, or is not an option");
      }
      String value = rest.removeFirst();
      switch (name) {
        case "--native" -> isNative = access(value);
        case "--only" -> only = OptionValues.only(value);
        case "--part" -> part = part(value);
        case "--out" -> out = Path.of(value);
        case "--dir" -> directory = Path.of(value);
        case "--clock" -> clock = clock(value);
        case "--alone" -> isAlone = isAlone(value);
        case "--join" -> {
          join.add(Path.of(value));
          rest.forEach(file -> join.add(Path.of(file)));
          rest.clear();
        }
        default -> throw new IllegalArgumentException("unknown argument: " + name);
      }
    }
    return new MatrixOptions(
        isNative, part[0], part[1], only, out, join, directory, clock, isAlone, SMALL, CACHED,
        MEMORY);
  }

  /// Returns the options for the cells that `benchmarks/race` runs at its end.
  ///
  /// @param directory the directory of the results, and the parent of the temporary directory
  /// @param only selects the cells whose names contain a match
  /// @param clock the kind of time to measure
  public static MatrixOptions quick(Path directory, Pattern only, Clock clock) {
    return new MatrixOptions(
        List.of(true),
        1,
        1,
        Pattern.compile("(?=" + QUICK + "[0-9]+ MiB$).*(?:" + only + ")"),
        directory.resolve("matrix.tsv"),
        List.of(),
        directory,
        clock,
        false,
        SMALL,
        CACHED,
        MEMORY);
  }

  private static int[] part(String text) {
    Matcher matcher = PART.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("--part takes K/N, found '" + text + "'");
    }
    int[] part = {Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))};
    if (part[0] > part[1]) {
      throw new IllegalArgumentException("--part takes 1 to N of N, found '" + text + "'");
    }
    return part;
  }

  private static List<Boolean> access(String text) {
    return switch (text) {
      case "both" -> List.of(true, false);
      case "yes" -> List.of(true);
      case "no" -> List.of(false);
      default -> throw new IllegalArgumentException("--native takes both, yes or no");
    };
  }

  private static boolean isAlone(String text) {
    return switch (text) {
      case "yes" -> true;
      case "no" -> false;
      default -> throw new IllegalArgumentException("--alone takes yes or no");
    };
  }

  private static Clock clock(String text) {
    if (!text.equals("cpu") && !text.equals("wall")) {
      throw new IllegalArgumentException("--clock takes cpu or wall");
    }
    return Clock.valueOf(text.toUpperCase(Locale.ROOT));
  }

  /// {@return whether no cell is selected}
  public boolean isEmpty() {
    return cells().isEmpty();
  }

  /// Returns the selected cells of the requested part.
  List<MatrixCell> cells() {
    List<MatrixCell> cells =
        MatrixCell.all(small, cached, memory).stream()
            .filter(cell -> only.matcher(cell.name()).find())
            .toList();
    return IntStream.range(0, cells.size())
        .filter(at -> at % parts == part - 1)
        .mapToObj(cells::get)
        .toList();
  }
}
