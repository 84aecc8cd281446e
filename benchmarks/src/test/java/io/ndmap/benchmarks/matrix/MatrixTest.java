package io.ndmap.benchmarks.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.benchmarks.contest.ChildContender;
import io.ndmap.benchmarks.contest.Children;
import io.ndmap.dtype.DType;
import io.ndmap.mmap.Diagnostics;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.operations.MeasuredOperations;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixTest {

  private static final long SMALL = 8 << 10;
  private static final long CACHED = 64 << 10;
  private static final long MEMORY = 128 << 10;
  private static final int SHARE = 40;
  private static final List<MatrixCell> ALL = MatrixCell.all(SMALL, CACHED, MEMORY);

  private static ChildContender numpy(Path directory) throws IOException {
    return new Children(directory, 0, new PrintStream(PrintStream.nullOutputStream()))
        .numpy("matrix.py")
        .orElseGet(() -> Assumptions.abort("there is no python3 with numpy"));
  }

  private static Stream<Method> publicMethods() {
    return Arrays.stream(NdView.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic());
  }

  private static String signature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(",", method.getName() + "(", ")"));
  }

  private static Set<String> exempt() {
    return MeasuredOperations.EXEMPT.keySet().stream()
        .flatMap(names -> Arrays.stream(names.split(" ")))
        .collect(Collectors.toSet());
  }

  @Test
  void everyMethodIsMeasuredOrExempt() {
    Set<String> known = exempt();
    MeasuredOperations.all().forEach(operation -> known.addAll(operation.methods()));

    assertThat(publicMethods())
        .allSatisfy(method -> assertThat(known).containsAnyOf(signature(method), method.getName()));
  }

  @Test
  void whatIsMeasuredOrExemptExists() {
    Set<String> there = new HashSet<>();
    publicMethods().forEach(it -> there.addAll(List.of(signature(it), it.getName())));

    assertThat(there).containsAll(exempt());
    assertThat(MeasuredOperations.all())
        .allSatisfy(operation -> assertThat(there).containsAll(operation.methods()));
  }

  /// As in the JVMs of the matrix: on a class path the provider is found by a file of its own.
  @Test
  void withNativeAccessLoopsWorkInPlace() {
    Diagnostics now = Diagnostics.now();

    assertThat(now.isDirect()).isEqualTo(now.isNative());
  }

  @Test
  void cellsHaveNamesOfTheirOwn() {
    assertThat(ALL).extracting(MatrixCell::name).doesNotHaveDuplicates();
  }

  @Test
  void smallAndFromMemoryAreFewDtypesAndLayouts() {
    assertThat(ALL)
        .filteredOn(cell -> cell.bytes() != CACHED)
        .isNotEmpty()
        .allSatisfy(
            cell -> {
              assertThat(cell.dtype()).isIn("f8", "f4", "i4", "u1");
              assertThat(cell.layout())
                  .isIn(
                      MatrixLayout.CONTIGUOUS,
                      MatrixLayout.TRANSPOSED,
                      MatrixLayout.COLUMN,
                      MatrixLayout.AXIS_0);
            });
  }

  /// The first cell of every operation.
  @Test
  void bothSidesComeToTheSameResults(@TempDir Path directory) throws IOException {
    compare(directory, some(true));
  }

  @Test
  @Tag("slow")
  void bothSidesComeToTheSameResultsInOtherCells(@TempDir Path directory) throws IOException {
    compare(directory, some(false));
  }

  private static void compare(Path directory, List<MatrixCell> cells) throws IOException {
    MatrixWorker worker = new MatrixWorker(directory, SMALL, CACHED, MEMORY);
    Set<String> made = new HashSet<>();
    String file = directory.resolve("result.npy").toString();
    try (ChildContender numpy = numpy(directory)) {
      for (MatrixCell cell : cells) {
        String bytes = Long.toString(cell.bytes());
        if (made.add(cell.dtype() + bytes)) {
          assertThat(numpy.ask("make", cell.dtype(), bytes)).isEqualTo("ok");
        }
        Files.deleteIfExists(Path.of(file));
        assertThat(worker.answer("cell", cell.name())).isEqualTo("ok");
        assertThat(worker.answer("check", file)).isEqualTo("ok");
        assertThat(numpy.ask(cell.forNumpy())).as(cell.name()).isEqualTo("ok");
        assertThat(numpy.ask("check", file, Double.toString(cell.bound())))
            .as(cell.name())
            .isEqualTo("ok");
      }
      assertThat(worker.answer("warm", "0")).isEqualTo("ok");
      assertThat(worker.answer("lap", "0", "wall")).matches("ok\t[0-9.E]+");
      assertThat(numpy.ask("lap", "0", "cpu")).matches("ok\t[0-9.e]+");
    }
  }

  /// @param first the first cell of every operation, else some of the others
  private static List<MatrixCell> some(boolean first) {
    Set<String> operations = new HashSet<>();
    return IntStream.range(0, ALL.size())
        .filter(
            at ->
                operations.add(ALL.get(at).operation().name()) ? first : !first && at % SHARE == 0)
        .mapToObj(ALL::get)
        .toList();
  }

  @Test
  void anotherResultIsNoticed(@TempDir Path directory) throws IOException {
    MatrixWorker worker = new MatrixWorker(directory, SMALL, CACHED, MEMORY);
    MatrixCell cell =
        ALL.stream()
            .filter(it -> it.name().equals("plus view f8 contiguous 64 KiB"))
            .findFirst()
            .orElseThrow();
    Path file = directory.resolve("result.npy");
    try (ChildContender numpy = numpy(directory)) {
      assertThat(numpy.ask("make", "f8", Long.toString(CACHED))).isEqualTo("ok");
      assertThat(worker.answer("cell", cell.name())).isEqualTo("ok");
      assertThat(worker.answer("check", file.toString())).isEqualTo("ok");
      try (NpyFile written = NpyFile.open(file, OpenMode.READ_WRITE)) {
        written.view().index(0, 1).fill(-1.0);
      }
      assertThat(numpy.ask(cell.forNumpy())).isEqualTo("ok");

      assertThat(numpy.ask("check", file.toString(), "0"))
          .startsWith("differs\t" + written(cell) + " items, first -1.0 against ")
          .endsWith("at (1, 0)");
    }
  }

  /// How many elements of a row, and of all.
  private static String written(MatrixCell cell) {
    long items = cell.items();
    assertThat(DType.parse(cell.dtype()).itemsize()).isEqualTo(Double.BYTES);
    return "128 of " + items;
  }
}
