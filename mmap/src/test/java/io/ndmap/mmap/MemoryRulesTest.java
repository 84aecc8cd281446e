package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.operations.BulkOperation;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rules of the memory that loops see (decision 51), where no other test is about one: pins,
/// faults and code of others have `ClosingTest`, `OperationCloseTest` and `OperationFaultTest`.
class MemoryRulesTest {

  private static final int ROWS = 260;

  @TempDir Path directory;

  /// Through blocks goes what is between the elements, but not back: another thread may have stored
  /// there meanwhile.
  @Test
  void aNeighboursStoreIsNotUndone() throws Exception {
    try (Arena arena = Arena.ofShared();
        ExecutorService threads = Executors.newFixedThreadPool(3)) {
      MemorySegment memory = arena.allocate(3L * 20_000 * Double.BYTES, Double.BYTES);
      DoubleView whole =
          NdView.of(memory, DType.FLOAT64, Shape.of(20_000, 3), Order.C).as(DoubleView.class);
      List<Callable<Boolean>> columns = new ArrayList<>();
      for (int k = 0; k < 3; k++) {
        DoubleView column = whole.index(1, k);
        double step = k + 1;
        columns.add(
            () -> {
              for (int i = 0; i < 100; i++) {
                column.plus(step, column);
              }
              return true;
            });
      }
      for (Future<Boolean> done : threads.invokeAll(columns)) {
        assertThat(done.get()).isTrue();
      }
      for (int k = 0; k < 3; k++) {
        double expected = 100.0 * (k + 1);
        assertThat(whole.index(1, k).min()).isEqualTo(expected);
        assertThat(whole.index(1, k).max()).isEqualTo(expected);
      }
    }
  }

  /// An address does not know that its memory is read-only: a store would end the JVM.
  @Test
  void noOperationStoresIntoWhatIsReadOnly() throws IOException {
    Path path = directory.resolve("x.npy");
    Path other = directory.resolve("y.npy");
    for (Path each : List.of(path, other)) {
      NpyFile.create(each, DType.FLOAT64, Shape.of(ROWS, ROWS), Order.C).close();
    }
    byte[] before = Files.readAllBytes(path);
    int refused = 0;
    try (NpyFile read = NpyFile.open(path, OpenMode.READ_ONLY);
        NpyFile written = NpyFile.open(other, OpenMode.READ_WRITE)) {
      for (BulkOperation operation : MappedOperations.ALL) {
        try {
          var _ = operation.run(read.view(DoubleView.class), written.view(DoubleView.class));
        } catch (ReadOnlyViewException e) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(10).isLessThan(MappedOperations.ALL.size());
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  /// One package alone makes memory of addresses, and it asks for native access first.
  @Test
  void onePackageMakesMemoryOfAddresses() throws IOException {
    List<String> found = new ArrayList<>();
    for (String module : List.of("core", "mmap", "cli")) {
      Path sources = Path.of("..", module, "src/main/java/io/ndmap");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          if (Files.readString(file).contains(".reinterpret(")) {
            found.add(sources.relativize(file).toString());
          }
        }
      }
    }
    assertThat(found).containsExactlyInAnyOrder("posix/Addresses.java", "posix/HugePages.java");
  }
}
