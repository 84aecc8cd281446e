package io.ndmap.grow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.NpyFollower;
import io.ndmap.nd.LongView;
import io.ndmap.npy.AppenderActiveException;
import io.ndmap.npy.TrailingBytesException;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import io.ndmap.testing.Python;
import io.ndmap.testing.TimeLimit;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/// Appenders in processes of their own, Java and Python, that are killed.
class AppendProcessesTest {

  private static final Path MODULES = Path.of("../python");

  private static final Duration LONG = TimeLimit.TIMEOUT;

  /// The maximum number of rows of one append: 96 KB, which a kill meets half-way.
  private static final int MOST = 4_000;

  /// As [AppendChild].
  private static final String PYTHON =
      """
      import random, sys
      import numpy as np
      import ndmap_append
      path, durable, appends, most, seed = sys.argv[1], sys.argv[2] == "durable", *map(int, sys.argv[3:])
      random.seed(seed)
      with ndmap_append.Appender(path, durable=durable, truncate=True) as appender:
          print("cut", appender.trailing_bytes, flush=True)
          for _ in range(appends):
              n = 1 if most == 1 else random.randint(1, most if random.random() < 0.125 else 3)
              first = 3 * appender.shape[0]
              print(appender.append(np.arange(first, first + 3 * n).reshape(n, 3)), flush=True)
      """;

  /// NumPy alone says whether a file is whole.
  private static final String CHECK =
      """
      for path in argv:
          a = np.load(path)
          assert a.dtype == np.int64 and a.shape[1:] == (3,), (a.dtype, a.shape)
          assert (a.ravel() == np.arange(a.size)).all(), path
      print(len(argv))
      """;

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  private static ChildJvm child(
      Path path, String mode, Object step, int appends, int most, int seed) throws IOException {
    return ChildJvm.start(
        List.of(ChildJvm.NATIVE, "-Xshare:auto", "-XX:+UseSerialGC"),
        AppendChild.class,
        path,
        mode,
        step,
        2,
        appends,
        most,
        seed);
  }

  private static Process python(Path path, String mode, int appends, int most, int seed)
      throws IOException {
    ProcessBuilder builder =
        Python.process("-c", PYTHON, path, mode, appends, most, seed)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("PYTHONPATH", MODULES.toString());
    return builder.start();
  }

  private static void requireNumpyReads(Path... files) {
    if (Python.isPresent()) {
      assertThat(Python.run(CHECK, (Object[]) files)).isEqualTo(files.length + "\n");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = GrowStep.class,
      names = {"DATA_WRITTEN", "HEADER_FORCED"})
  void anAppenderKilledAtSomeStepLeavesTheOldOrTheNewRows(GrowStep step) throws Exception {
    Rows.create(path, 98);
    try (ChildJvm child = child(path, "durable", step, 5, 1, 0)) {
      assertThat(child.line()).isEqualTo("cut 0");
      assertThat(child.line()).isEqualTo("99");
      assertThat(child.line()).isEqualTo(step.name());
      child.kill();
    }
    boolean counted = step.compareTo(GrowStep.HEADER_WRITTEN) >= 0;
    int rows = counted ? 100 : 99;
    Rows.require(path, rows);
    Path found = Files.copy(path, directory.resolve("found.npy"));
    assertThat(NpyGrowth.inspect(path).trailingBytes()).isEqualTo(counted ? 0 : Rows.BYTES);
    // The place is free at once.
    if (!counted) {
      assertThatThrownBy(() -> NpyAppender.open(path)).isInstanceOf(TrailingBytesException.class);
    }
    AppendOptions cutting = AppendOptions.DEFAULT.withTrailing(TrailingBytes.TRUNCATE);
    try (NpyAppender appender = NpyAppender.open(path, cutting)) {
      assertThat(appender.trailingBytes()).isEqualTo(counted ? 0 : Rows.BYTES);
      appender.append(Rows.of(rows, 950));
    }
    Rows.require(path, rows + 950);
    requireNumpyReads(found, path);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = GrowStep.class,
      names = {"DATA_FORCED", "HEADER_WRITTEN"})
  void anAppenderKilledAtAnyOtherStepLeavesTheOldOrTheNewRows(GrowStep step) throws Exception {
    anAppenderKilledAtSomeStepLeavesTheOldOrTheNewRows(step);
  }

  @ParameterizedTest
  @EnumSource(
      value = GrowStep.class,
      names = {"INSERTED", "CLEARED"})
  void anInterruptedExtensionLeavesAFileThatOpensAndIsCompleted(GrowStep step) throws Exception {
    // Java or Python, alternately; all steps with both are heavy.
    killedWhileExtendingPadding(step, step.name().length() % 2 == 0);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = GrowStep.class,
      names = {"HEADERS_BESIDE", "MARKED", "REST_WRITTEN", "UNMARKED"})
  void soDoesOneInterruptedAtAnyOtherStep(GrowStep step) throws Exception {
    anInterruptedExtensionLeavesAFileThatOpensAndIsCompleted(step);
  }

  @Tag("heavy")
  @ParameterizedTest
  @EnumSource(
      value = GrowStep.class,
      mode = Mode.EXCLUDE,
      names = {"DATA_WRITTEN", "DATA_FORCED", "HEADER_WRITTEN", "HEADER_FORCED"})
  void anInterruptedExtensionIsCompletedByTheOtherLanguage(GrowStep step) throws Exception {
    killedWhileExtendingPadding(step, step.name().length() % 2 != 0);
  }

  private void killedWhileExtendingPadding(GrowStep step, boolean python) throws Exception {
    Rows.createTight(path, 999);
    try (ChildJvm child = roomChild(step)) {
      String line = child.line();
      NpyGrowthTest.assumeInserted(line);
      assertThat(line).isEqualTo(step.name());
      child.kill();
    }
    Rows.require(path, 999);
    GrowthState found = NpyGrowth.inspect(path);
    assertThat(found.isPaddingInterrupted()).isEqualTo(step != GrowStep.CLEARED);
    assertThat(found.isClean()).isEqualTo(step == GrowStep.CLEARED);
    if (python && Python.isPresent()) {
      Python.run(
          "sys.path.insert(0, argv[1])\nimport ndmap_append\nndmap_append.repair(argv[0])",
          path,
          MODULES.toRealPath());
    } else {
      NpyGrowth.repair(path);
    }
    assertThat(directory).isDirectoryNotContaining("glob:**.room*");
    requireNumpyReads(path);
    Rows.require(path, 999);
    boolean undone = step.compareTo(GrowStep.INSERTED) < 0;
    assertThat(NpyGrowth.inspect(path).isPaddingSufficient()).isEqualTo(!undone);
    assertThat(Files.size(path)).isEqualTo((undone ? 0 : 4096) + 72 + 999 * Rows.BYTES);
  }

  private ChildJvm roomChild(GrowStep step) throws IOException {
    return ChildJvm.start(List.of(ChildJvm.NATIVE), AppendChild.class, path, "room", step, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "python"})
  void anotherProcessIsWaitedForAndAKilledOneFreesThePlace(String kind) throws Exception {
    Rows.create(path, 5);
    boolean java = kind.equals("java");
    Process process =
        java
            ? new ProcessBuilder(
                    ChildJvm.command(
                        List.of(ChildJvm.NATIVE),
                        AppendChild.class,
                        path,
                        "fast",
                        "-",
                        0,
                        Integer.MAX_VALUE,
                        1,
                        0))
                .start()
            : python(path, "fast", Integer.MAX_VALUE, 1, 0);
    try (BufferedReader lines = process.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("cut 0");
      assertThatThrownBy(() -> NpyAppender.open(path)).isInstanceOf(AppenderActiveException.class);
      if (Python.isPresent()) {
        assertThat(
                Python.run(
                    """
                    sys.path.insert(0, argv[1])
                    import ndmap_append
                    try:
                        ndmap_append.Appender(argv[0], timeout=0.01)
                    except ndmap_append.AppenderActiveError as error:
                        print(error)
                    """,
                    path,
                    MODULES.toRealPath()))
            .isEqualTo(
                path
                    + ": another appender has had the file for 0.01 s, in this process or another;"
                    + " wait longer, or end it\n");
      }
      process.destroyForcibly().waitFor();
      try (NpyAppender appender =
          NpyAppender.open(
              path, AppendOptions.DEFAULT.withTimeout(LONG).withTrailing(TrailingBytes.TRUNCATE))) {
        long length = appender.shape().size(0);
        appender.append(Rows.of(length, 1));
        Rows.require(path, length + 1);
      }
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void theMessageNamesTheFlagIfTheJvmDeniesNativeAccess() throws Exception {
    Rows.create(path, 1);
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.DENIED), AppendChild.class, path, "fast", "-", 0, 1, 1, 0)) {
      assertThatThrownBy(child::line)
          .hasMessageContaining(
              "GrowException: "
                  + path
                  + ": cannot be appended to: file locks need native access, which this JVM denies;"
                  + " start it with --enable-native-access=ALL-UNNAMED");
    }
  }

  @Tag("slow")
  @Test
  void fiveRandomKillsLoseNothing() throws Exception {
    survives(1, 2, 3);
  }

  @Test
  @Tag("heavy")
  void sixHundredRandomKillsLoseNothing() throws Exception {
    for (int seed = 2; seed < 32; seed++) {
      survives(seed, 7, 13);
      Files.delete(path);
    }
  }

  private void survives(int seed, int javas, int pythons) throws Exception {
    Random random = new Random(seed);
    Rows.create(path, 0);
    List<Boolean> kinds = new ArrayList<>();
    for (int i = 0; i < javas + pythons; i++) {
      kinds.add(i < javas || !Python.isPresent());
    }
    Collections.shuffle(kinds, random);
    long committed = 0;
    long cut = 0;
    List<Path> found = new ArrayList<>();
    Path copies = Files.createDirectories(directory.resolve("found"));
    for (boolean java : kinds) {
      String mode = random.nextInt(4) == 0 ? "durable" : "fast";
      int next = random.nextInt();
      Process process =
          java
              ? new ProcessBuilder(
                      ChildJvm.command(
                          List.of(ChildJvm.NATIVE, "-XX:+UseSerialGC"),
                          AppendChild.class,
                          path,
                          mode,
                          "-",
                          0,
                          Integer.MAX_VALUE,
                          MOST,
                          next))
                  .start()
              : python(path, mode, Integer.MAX_VALUE, MOST, next & 0xffff);
      try (BufferedReader lines = process.inputReader()) {
        String line = lines.readLine();
        assertThat(line).as("of Java: %s", java).startsWith("cut ");
        cut += Long.parseLong(line.substring("cut ".length())) > 0 ? 1 : 0;
        for (int left = 1 + random.nextInt(20); left > 0; left--) {
          committed = Math.max(committed, Long.parseLong(lines.readLine()));
        }
        // Anywhere in an append.
        LockSupport.parkNanos(random.nextLong(TimeUnit.MILLISECONDS.toNanos(2)));
        Commands.signal("KILL", process.pid());
        process.waitFor();
        // Of the last line there may be the begin of a number, which is smaller.
        for (String rest : lines.lines().filter(each -> !each.isEmpty()).toList()) {
          committed = Math.max(committed, Long.parseLong(rest));
        }
      } finally {
        process.destroyForcibly();
      }
      try (NpyFile file = NpyFile.open(path)) {
        LongView view = file.view(LongView.class);
        assertThat(view.size(0)).isGreaterThanOrEqualTo(committed);
        committed = view.size(0);
        Rows.require(view, committed);
      }
      found.add(
          Files.copy(
              path,
              copies.resolve("after " + found.size() + " kills.npy"),
              StandardCopyOption.REPLACE_EXISTING));
      assertThat(directory.toFile().list()).containsExactlyInAnyOrder("x.npy", "found");
    }
    requireNumpyReads(found.toArray(Path[]::new));
    System.out.printf(
        "seed %d: %d kills, %d rows, %d times an append was cut%n",
        seed, kinds.size(), committed, cut);
  }

  /// While a process appends, a reader sees whole rows and ever more of them, and keeps what it
  /// has.
  @Test
  void aReaderFollowsAnotherProcess() throws Exception {
    Rows.create(path, 0);
    long last;
    List<LongView> views = new ArrayList<>();
    try (NpyFollower follower = NpyFollower.open(path);
        ChildJvm child = child(path, "fast", "-", 1000, 1, 0)) {
      assertThat(child.line()).isEqualTo("cut 0");
      long before = 0;
      for (last = 0; last < 1000; ) {
        if (follower.refresh()) {
          last = follower.length();
          assertThat(last).isGreaterThan(before);
          LongView view = follower.view(LongView.class);
          for (long row = before; row < last; row++) {
            assertThat(view.get(row, 2)).isEqualTo(3 * row + 2);
          }
          before = last;
          if (views.size() < 50) {
            views.add(view);
          }
        }
        // Fresh openings see the same: torn headers would count other rows.
        try (NpyFile file = NpyFile.open(path)) {
          assertThat(file.shape().size(0)).isBetween(last, 1000L);
        }
      }
      child.finish();
      for (LongView view : views) {
        Rows.require(view, view.size(0));
      }
    }
    assertThat(views).hasSizeGreaterThan(1);
    requireNumpyReads(path);
  }
}
