package io.ndmap.benchmarks.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.benchmarks.contest.Clock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixReportTest {

  private static final String SUM = "sum f8 contiguous 1 MiB";

  private static String line(String cell, String access, int jvm, double ndmap, double numpy) {
    return String.join(
        "\t", cell, access, "" + jvm, Double.toString(ndmap), Double.toString(numpy), "NaN", "");
  }

  private static MatrixSample sample(int jvm, double ndmap, double numpy) {
    return MatrixSample.parse(line(SUM, "yes", jvm, ndmap, numpy));
  }

  @Test
  void twoJvmsRunWhatIsFastAndFiveTheRest() {
    List<MatrixSample> fast = new ArrayList<>();
    List<MatrixSample> slow = new ArrayList<>();
    for (int jvm = 1; jvm <= 2; jvm++) {
      assertThat(MatrixSample.isDue(jvm, fast)).isTrue();
      assertThat(MatrixSample.isDue(jvm, slow)).isTrue();
      fast.add(sample(jvm, 100, 130));
      slow.add(sample(jvm, 100, 129));
      assertThat(MatrixSample.isDue(jvm, fast)).isFalse();
    }
    for (int jvm = 3; jvm <= 5; jvm++) {
      assertThat(MatrixSample.isDue(jvm, fast)).isFalse();
      assertThat(MatrixSample.isDue(jvm, slow)).isTrue();
    }
  }

  @Test
  void whatFailedIsNotTriedAgain() {
    MatrixSample failed =
        MatrixSample.failed(SUM, true, 1, new IllegalStateException("numpy:\tdiffers\n"));

    assertThat(failed.line()).isEqualTo(SUM + "\tyes\t1\tNaN\tNaN\tNaN\tnumpy: differs ");
    assertThat(MatrixSample.parse(failed.line())).isEqualTo(failed);
    assertThat(MatrixSample.isDue(2, List.of(failed))).isFalse();
  }

  @Test
  void aLineOfSomethingElseIsRefused() {
    assertThatThrownBy(() -> MatrixSample.parse("sum f8"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a result: 'sum f8'");
  }

  @Test
  void partsArePutTogether() {
    MatrixReport report =
        MatrixReport.of(
            List.of(
                "# quiet machine",
                line(SUM, "yes", 1, 100, 100),
                line(SUM, "yes", 2, 200, 100),
                line(SUM, "no", 1, 100, 50),
                "# another machine",
                line(SUM, "yes", 3, 100, 200),
                line(SUM, "no", 1, 100, 80)));

    assertThat(report.agreed()).isTrue();
    assertThat(report.text())
        .startsWith(
            """
            quiet machine
            another machine

            With native access, mapped files: 1 cells, median 1.00 of numpy (of the worst JVMs 0.50); at least as \
            fast as numpy: 100.0 % (0.0 %)
            Without native access, mapped files: 1 cells, median 0.80 of numpy (of the worst JVMs 0.80); at least \
            as fast as numpy: 0.0 % (0.0 %)
            """)
        .contains(
            "| sum f8 contiguous 1 MiB | yes | 3 | 100 ns | 100 ns | 1.00 | 0.50 | 4.00 | – |\n",
            "| sum f8 contiguous 1 MiB | no | 1 | 100 ns | 80.0 ns | 0.80 | 0.80 | 1.00 | – |\n")
        .doesNotContain("The worst");
  }

  @Test
  void theTwentyWorstAreReported() {
    List<String> lines = new ArrayList<>();
    for (int cell = 1; cell <= 41; cell++) {
      lines.add(line("sum " + cell, "yes", 1, 100, cell));
    }

    String all = MatrixReport.of(lines).text();
    String worst = all.substring(0, all.indexOf("All:"));

    assertThat(worst.lines().filter(line -> line.startsWith("| sum"))).hasSize(20);
    assertThat(worst).contains("| sum 1 |", "| sum 20 |").doesNotContain("| sum 21 |");
  }

  @Test
  void theCausesOfSlowCellsAreReported() {
    String text =
        MatrixReport.of(
                List.of(
                    line("dot f8 contiguous 1 MiB", "yes", 1, 100, 89),
                    line("plus view f8 reversed 1 MiB", "yes", 1, 100, 20),
                    line("plus view f8 contiguous 1 MiB", "yes", 1, 100, 90),
                    line("median f8 contiguous 1 MiB", "yes", 1, 100, 70)))
            .text();

    assertThat(text)
        .contains(
            """

            Below 0.9 of numpy in the worst JVM: 3 of 4 cells

            | cells | their median | what stands in the way |
            |---|---|---|
            | 1 | 0.89 | NumPy calls a BLAS that is written in assembler |
            | 1 | 0.20 | elements that are not dense are copied into blocks one by one, for which \
            HotSpot has no vectors (decision 51) |
            | 1 | 0.70 | not known |
            """);
  }

  @Test
  void everyNoteIsThatOfACell() {
    List<String> cells =
        MatrixCell.all(8 << 10, 1 << 20, 256 << 20).stream().map(MatrixCell::name).toList();

    assertThat(MatrixNotes.all())
        .allSatisfy(
            note ->
                assertThat(cells)
                    .anyMatch(cell -> MatrixNotes.of(cell).equals(Optional.of(note.reason()))));
  }

  @Test
  void aFailureIsNeitherCountedNorHidden() {
    MatrixReport report = MatrixReport.of(List.of(SUM + "\tyes\t1\tNaN\tNaN\tNaN\tnumpy: differs"));

    assertThat(report.agreed()).isFalse();
    assertThat(report.text()).contains("| " + SUM + " | yes | FAILED: numpy: differs |");
  }

  @Test
  void theSlowestJvmIsReportedBesideC() {
    MatrixStanding standing =
        new MatrixStanding(
            SUM,
            true,
            List.of(
                MatrixSample.parse(SUM + "\tyes\t2\t100\t100\t90\t"),
                MatrixSample.parse(SUM + "\tyes\t1\t200\t100\t90\t")));

    assertThat(standing.worstToC()).hasValue(0.45);
    assertThat(standing.median()).isEqualTo(0.75);
    assertThat(standing.spread()).isEqualTo(2);
    assertThat(standing.samples()).extracting(MatrixSample::jvm).containsExactly(1, 2);
  }

  @Test
  void argumentsAreRead() {
    MatrixOptions options =
        MatrixOptions.parse("--native", "no", "--part", "2/3", "--only", "^sum f8 cont");

    assertThat(options.isNative()).containsExactly(false);
    assertThat(options.clock()).isEqualTo(Clock.WALL);
    assertThat(options.isAlone()).isFalse();
    assertThat(MatrixOptions.parse("--alone", "yes").isAlone()).isTrue();
    // One for each place of its operands.
    assertThat(options.cells()).hasSize(3);
    assertThat(MatrixOptions.parse("--join", "a", "b").join())
        .containsExactly(Path.of("a"), Path.of("b"));
  }

  @Test
  void partsAreAllCellsOnce() {
    List<MatrixCell> all = new ArrayList<>();
    for (int part = 1; part <= 7; part++) {
      all.addAll(MatrixOptions.parse("--part", part + "/7").cells());
    }

    // Sorted: AssertJ looks for each of thousands among all others.
    assertThat(all.stream().map(MatrixCell::name).sorted().toList())
        .isEqualTo(MatrixOptions.parse().cells().stream().map(MatrixCell::name).sorted().toList());
  }

  @Test
  void theQuickRaceHasAFewOfThem() {
    Path here = Path.of(".");
    assertThat(MatrixOptions.quick(here, Pattern.compile(""), Clock.CPU).cells())
        .hasSize(30)
        .extracting(cell -> cell.operation().name())
        .contains("sum", "max", "sum along", "plus view", "clip", "countNonZero");
    assertThat(MatrixOptions.quick(here, Pattern.compile("1 MiB|^max"), Clock.CPU).cells())
        .hasSize(18);
  }

  @ParameterizedTest
  @CsvSource({
    "--fast 1, unknown argument: --fast",
    "--part, '--part needs a value, or is not an option'",
    "--part 3/2, '--part takes 1 to N of N, found ''3/2'''",
    "--part all, '--part takes K/N, found ''all'''",
    "--native maybe, '--native takes both, yes or no'",
    "--clock sun, --clock takes cpu or wall",
    "--alone maybe, --alone takes yes or no",
    "--only [, --only is not an expression: Unclosed character class near index 0",
  })
  void otherArgumentsAreRefused(String arguments, String message) {
    assertThatThrownBy(() -> MatrixOptions.parse(arguments.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
