package io.ndmap.benchmarks.race;

import static io.ndmap.benchmarks.race.Requirement.c;
import static io.ndmap.benchmarks.race.Requirement.ffm;
import static io.ndmap.benchmarks.race.Requirement.nanos;
import static io.ndmap.benchmarks.race.Requirement.numpy;
import static io.ndmap.benchmarks.race.Requirement.oneThread;

import java.util.List;
import java.util.stream.Stream;

/// The rows of the race.
final class Operations {

  private static final double DOUBLE_SUM = 1e-12;
  private static final double FLOAT_SUM = 1e-5;

  private Operations() {}

  /// Returns all rows, in the order of the table.
  ///
  /// @param scale the size of the data
  /// @return the rows
  static List<Operation> of(Scale scale) {
    // A lap of a short operation consists of many runs.
    return all(scale).stream()
        .map(
            row ->
                row.repeats() == 1 && row.cold().isEmpty() && row.bytes() <= scale.bytes()
                    ? row.repeated(scale.repeats(), 1)
                    : row)
        .toList();
  }

  private static List<Operation> all(Scale scale) {
    return Stream.concat(functions(scale.bytes()), others(scale).stream()).toList();
  }

  private static Stream<Operation> functions(long n) {
    return FfmFunctions.NAMES.stream()
        .flatMap(
            name ->
                Stream.of(
                    Operation.of(name + " f8", "f8 → f8", n, List.of("f8"), numpy(0.9))
                        .within(DOUBLE_SUM),
                    Operation.of(name + " f4", "f4 → f4", n, List.of("f4"), numpy(0.9))
                        .within(FLOAT_SUM)));
  }

  private static List<Operation> others(Scale scale) {
    long n = scale.bytes();
    int small = Scale.SMALL;
    long squareItems = (long) Scale.SQUARE * Scale.SQUARE;
    long gathered = (long) Scale.GATHERED * Double.BYTES;
    List<String> f8 = List.of("f8");
    List<String> gather = List.of("f8", "items");
    long taken = (long) Scale.TAKEN * Scale.COLUMNS * Double.BYTES;
    List<String> take = List.of("f8", "rows");
    long sorted = scale.sortedBytes();
    long matrix = (long) Scale.MATRIX * Scale.MATRIX * Double.BYTES;
    return List.of(
        Operation.of("sum f8", "f8", n, f8, numpy(1.0)).within(DOUBLE_SUM),
        Operation.of("sum f4, 1 MiB", "f4", small, List.of("small-f4"), numpy(1.0))
            .within(FLOAT_SUM)
            .repeated(200, 1),
        Operation.of("sum f4, 1 MiB, by the Vector API", "f4", small, List.of("small-f4"))
            .within(FLOAT_SUM)
            .repeated(200, 1),
        Operation.of("sum i4, 1 MiB", "i4", small, List.of("small-i4"), numpy(1.3))
            .repeated(200, 1),
        Operation.of("sum i2, 1 MiB", "i2", small, List.of("small-i2"), numpy(2.0))
            .repeated(200, 1),
        Operation.of("sum u1, 1 MiB", "u1", small, List.of("small-u1"), numpy(5.0))
            .repeated(100, 1),
        Operation.of("count bool, 1 MiB", "b1", small, List.of("small-b1"), numpy(1.0))
            .repeated(200, 1),
        Operation.of("max f8", "f8", n, f8, numpy(0.95)),
        Operation.of("argmax f8", "f8", n, f8, numpy(4.0)),
        Operation.of("mean and std f8", "f8", n, f8, numpy(4.0)).within(DOUBLE_SUM),
        Operation.of("std f8", "f8", n, f8).within(DOUBLE_SUM),
        Operation.of("sum >f8", ">f8", n, List.of("be"), numpy(1.8)).within(DOUBLE_SUM),
        Operation.of("sum f8 axis 0", "f8", n, f8, numpy(1.0)).within(DOUBLE_SUM),
        Operation.of("sum f8 axis 1", "f8", n, f8, numpy(1.0)).within(DOUBLE_SUM),
        Operation.of("stats f4", "f4", n, List.of("f4")).within(FLOAT_SUM),
        Operation.of("overview f4", "f4", n, List.of("f4")).within(FLOAT_SUM),
        Operation.of("sum f8 [::2, ::3]", "f8", n / 6, f8, numpy(1.2)).within(DOUBLE_SUM),
        Operation.of("copy f8", "f8 → f8", n, f8, numpy(1.3)),
        Operation.of("copy >f8 to <f8", ">f8 → <f8", n, List.of("be"), numpy(1.0)),
        Operation.of("convert f8 to f4", "f8 → f4", n, f8, numpy(1.0)),
        Operation.of("convert f4 to f8", "f4 → f8", n / 2, List.of("f4"), numpy(1.0)),
        Operation.of("convert u1 to f4", "u1 → f4", n / 4, List.of("u1"), numpy(1.0)),
        Operation.of("convert u1 to f4, by the Vector API", "u1 → f4", n / 4, List.of("u1")),
        Operation.of(
            "convert u1 to f4, by the Vector API in blocks", "u1 → f4", n / 4, List.of("u1")),
        Operation.of("convert f2 to f4", "f2 → f4", n / 2, List.of("f2"), numpy(1.0)),
        Operation.of("copy f8 C to F", "f8 → f8", n, f8, numpy(3.5)),
        Operation.of("gather 2 M by [i, j]", "f8 → f8", gathered, gather, numpy(3.0))
            .forEach(Scale.GATHERED),
        Operation.of("gather 2 M by flat index", "f8 → f8", gathered, gather)
            .forEach(Scale.GATHERED),
        Operation.of("take 4096 rows", "f8 → f8", taken, take, numpy(1.8)),
        Operation.of("take 4096 rows, clipped", "f8 → f8", taken, take),
        Operation.of("select half of f8", "f8 → f8", n, f8),
        Operation.of("compare and select f8", "f8 → f8", n, f8, numpy(2.0)),
        Operation.of("sqrt(x*x + x) f8", "f8 → f8", n, f8, numpy(3.0)),
        Operation.of(
            "sqrt(x*x + y*y) f8", "f8, f8 → f8", 2 * n, List.of("f8", "f8-too"), numpy(3.0)),
        Operation.of("count |x - m| > s f8", "f8", n, f8, numpy(4.0)),
        Operation.of("sort f8", "f8 → f8", sorted, f8, numpy(0.9)),
        Operation.of("sort f4", "f4 → f4", sorted, List.of("f4"), numpy(0.9)),
        Operation.of("sort i8", "i8 → i8", sorted, List.of("i8"), numpy(0.9)),
        Operation.of("sort i4", "i4 → i4", sorted, List.of("i4"), numpy(0.9)),
        Operation.of("argsort f8", "f8 → i8", sorted, f8, numpy(1.0)),
        Operation.of("unique f8", "f8 → f8", sorted, f8, numpy(1.5)),
        Operation.of("x @ x f8", "f8 → f8", matrix, List.of("matrix-f8"), numpy(0.5))
            .within(DOUBLE_SUM),
        Operation.of("x @ x f4", "f4 → f4", matrix / 2, List.of("matrix-f4"), numpy(0.5))
            .within(FLOAT_SUM),
        Operation.of("a += s*b f8", "f8 → f8", n, f8, numpy(1.0)),
        Operation.of("a += s*b f4", "f4 → f4", n, List.of("f4"), numpy(1.0)),
        Operation.of("a += s*b i4", "i4 → i4", n, List.of("i4"), numpy(1.0)),
        Operation.of("std f8, two threads", "f8", n, f8, oneThread(1.6)).within(DOUBLE_SUM),
        Operation.of("copy f8 C to F, two threads", "f8 → f8", n, f8, oneThread(1.6)),
        Operation.of(
                "gather 2 M by [i, j], two threads", "f8 → f8", gathered, gather, oneThread(1.6))
            .forEach(Scale.GATHERED),
        Operation.of(
                "element loop get(i, j)",
                "f8",
                squareItems * Double.BYTES,
                List.of("square"),
                ffm(1 / 1.15))
            .within(DOUBLE_SUM)
            .forEach(squareItems),
        Operation.of("sum of 100 items", "f8", 800, List.of("hundred"), nanos(200))
            .within(DOUBLE_SUM)
            .repeated(20, Scale.CALLS),
        Operation.of("make a slice", "f8", 0, List.of("hundred"), nanos(20))
            .repeated(50, Scale.CALLS),
        Operation.of("cold sum f8", "f8", n, List.of("cold-sum"), numpy(1.5), c(0.9))
            .within(DOUBLE_SUM)
            .cold("cold-sum", 1),
        Operation.of(
                "cold rows of 512 B",
                "f8 → f8",
                (long) scale.coldRows() * Scale.COLD_COLUMNS * Double.BYTES,
                List.of("cold", "cold-rows"),
                numpy(100),
                c(1 / 1.5))
            .forEach(scale.coldRows())
            .cold("cold", (double) Scale.NUMPY_COLD_ROWS / scale.coldRows()));
  }
}
