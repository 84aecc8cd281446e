package io.ndmap.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.StructType;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.FillMismatchException;
import io.ndmap.testing.Python;
import io.ndmap.testing.TimeLimit;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Java and Python in one fill.
class PythonFillTest {

  private static final Path MODULES = Path.of("../python");
  private static final Path MODULE = MODULES.resolve("ndmap_fill.py");

  /// Compares an array with its flat indices, field by field.
  private static final String CHECK =
      """
      import sys, numpy as np
      a = np.load(sys.argv[1], mmap_mode='r')
      truth = np.arange(a.size).reshape(a.shape)
      for part in [a] if a.dtype.names is None else [a[name] for name in a.dtype.names]:
          assert (part == truth.astype(part.dtype)).all()
      print(a.dtype, a.shape, a.flags.f_contiguous and not a.flags.c_contiguous)
      """;

  /// Each helper lives until the test kills it; without that, for a minute.
  private static final String FORKING =
      """
      import os, signal, sys, time, ndmap_fill
      signal.signal(signal.SIGCHLD, signal.SIG_IGN)
      claim = ndmap_fill.SharedFill.join(sys.argv[1]).claim()
      print("ready", flush=True)
      for _ in range(2000):
          if os.fork() == 0:
              time.sleep(60)
              os._exit(0)
          time.sleep(0.002)
      """;

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void require() {
    Python.require();
    path = directory.resolve("x.npy");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'<f8'; C; float64 (61, 35) False",
        "'>i2'; F; >i2 (61, 35) True",
        "[('a', '<i4'), ('b', '>f8')]; F; [('a', '<i4'), ('b', '>f8')] (61, 35) True"
      })
  void bothFillOneArrayAndNumpyReadsIt(String dtype, Order order, String expected)
      throws Exception {
    String descr = dtype.startsWith("[") ? dtype : dtype.replace("'", "");
    FillSpec spec = FillSpec.of(DType.parse(descr), Filling.SHAPE, order).withChunks(7, 9);
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      for (int k = 0; k < 10; k++) {
        fillOne(fill);
      }
      Python.runFile(MODULE, "work", path, "--max-chunks", 12);
      assertThat(fill.progress()).isEqualTo(new FillProgress(36, 22, 0, 0));
      while (fillOne(fill)) {
        // Until nothing is left.
      }
    }
    assertThat(Filling.names(directory)).containsExactly("x.npy");
    assertThat(Python.run(CHECK, path).strip()).isEqualTo(expected);
  }

  private static boolean fillOne(SharedFill fill) throws Exception {
    Optional<Claim> next = fill.claim();
    if (next.isEmpty()) {
      return false;
    }
    try (Claim claim = next.get()) {
      boolean structure = fill.spec().dtype() instanceof StructType;
      for (long i = 0; i < claim.view().size(0); i++) {
        for (long j = 0; j < claim.view().size(1); j++) {
          long flat = (claim.box().start(0) + i) * 35 + claim.box().start(1) + j;
          long[] index = {i, j};
          if (structure) {
            claim.view().field("a").setLong(index, flat);
            claim.view().field("b").setDouble(index, (double) flat);
          } else {
            claim.view().setLong(index, flat);
          }
        }
      }
      claim.commit();
    }
    return true;
  }

  @Test
  void whatPythonBeginsJavaJoins() throws Exception {
    Python.runFile(
        MODULE,
        "init",
        path,
        "--dtype",
        "<i8",
        "--shape",
        "100,50",
        "--chunks",
        "30,50",
        "--durable");
    FillSpec spec =
        FillSpec.of(DType.INT64, Shape.of(100, 50), Order.C).withChunks(30, 50).withDurability();
    assertThatThrownBy(() -> SharedFill.createOrJoin(path, spec.withChunks(30, 49)))
        .isInstanceOf(FillMismatchException.class)
        .hasMessage(path + ": its chunk shape is (30, 50), expected (30, 49)");
    try (SharedFill fill = SharedFill.join(path, Duration.ZERO)) {
      assertThat(fill.spec()).isEqualTo(spec);
      assertThat(fill.chunks()).isEqualTo(4);
    }
    Python.runFile(MODULE, "work", path);
    assertThat(Python.run(CHECK, path).strip()).isEqualTo("int64 (100, 50) False");
    assertThat(Filling.names(directory)).containsExactly("x.npy");
  }

  /// One that forks helpers all the time, some of them while it is looked who is to be killed.
  @Test
  void childrenForkedDuringAnEvictionAreEvictedToo() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      ProcessBuilder builder =
          Python.process("-c", FORKING, path).redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().put("PYTHONPATH", MODULES.toString());
      Process worker = builder.start();
      try (BufferedReader output = worker.inputReader()) {
        assertThat(output.readLine()).isEqualTo("ready");
        assertThat(FillControl.of(path).evict(1, TimeLimit.TIMEOUT)).isEqualTo(1);
        // The last of them that has it open is gone.
        assertThat(output.readLine()).isNull();
        assertThat(worker.waitFor()).isNotZero();
      } finally {
        worker.destroyForcibly();
      }
      assertThat(Filling.work(fill)).isEqualTo(24);
    }
  }
}
