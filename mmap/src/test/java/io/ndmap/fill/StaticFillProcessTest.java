package io.ndmap.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.fill.model.StaticSpec;
import io.ndmap.fill.parts.StaticCreation;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.npy.FillMismatchException;
import io.ndmap.npy.FillTimeoutException;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import io.ndmap.testing.TimeLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// Processes that fill one array, each the part of its rank.
class StaticFillProcessTest {

  private static final Duration TIMEOUT = TimeLimit.TIMEOUT;
  private static final Shape SHAPE = Shape.of(37, 11);
  private static final Partition EIGHT = Partition.alongAxis(SHAPE, 0, 8);
  private static final StaticSpec SPEC = new StaticSpec(DType.FLOAT64, SHAPE, Order.C, EIGHT);

  private static final String NUMBERED =
      """
      import sys
      import numpy as np
      a = np.load(sys.argv[1])
      assert a.shape == (37, 11) and a.dtype == '<f8', (a.shape, a.dtype)
      assert a.flags.c_contiguous == (sys.argv[2] == 'C'), a.flags
      assert (a == np.arange(37 * 11).reshape(37, 11)).all(), a
      """;

  @TempDir Path directory;

  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private ChildJvm child(Object order, Partition partition, String what, Object argument)
      throws IOException {
    return ChildJvm.start(
        List.of("-XX:+UseSerialGC", ChildJvm.NATIVE),
        StaticFillChild.class,
        path,
        order,
        partition.describe(),
        what,
        argument);
  }

  @Tag("slow")
  @Test
  void ofFourAtOnceOneCreatesAndTheOthersJoin() throws Exception {
    atOnce(Order.F, "parts (2, 2) of (37, 11)");
  }

  @Tag("heavy")
  @Test
  void ofFourAtOnceOneCreatesAnArrayInTheOtherOrder() throws Exception {
    atOnce(Order.C, "parts (4, 1) of (37, 11)");
  }

  private void atOnce(Order order, String text) throws Exception {
    Python.require();
    Partition partition = Partition.parse(text);
    List<ChildJvm> children = new ArrayList<>();
    try {
      for (long part = 0; part < partition.count(); part++) {
        children.add(child(order, partition, "fill", part));
      }
      for (ChildJvm child : children) {
        assertThat(child.line()).isEqualTo("ready");
      }
      for (ChildJvm child : children) {
        child.send("go");
      }
      List<String> answers = new ArrayList<>();
      for (ChildJvm child : children) {
        answers.addAll(child.finish());
      }
      assertThat(answers).hasSize((int) partition.count()).containsOnlyOnce("created");
      assertThat(answers.stream().filter("joined"::equals)).hasSize(answers.size() - 1);
    } finally {
      children.forEach(ChildJvm::close);
    }
    assertThat(files()).containsExactly("x.npy", "x.npy.parts");
    assertThat(directory.resolve("x.npy.parts")).hasContent(text);
    assertThat(Python.run(NUMBERED, path.toString(), order.name())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = StaticCreation.Step.class,
      names = {"RESERVED", "PUBLISHED"})
  void joinersContinueAfterAKilledCreator(StaticCreation.Step step) throws Exception {
    killedAt(step, SPEC.partition());
    boolean published = step.compareTo(StaticCreation.Step.PUBLISHED) >= 0;
    assertThat(Files.exists(path)).isEqualTo(published);
    try (StaticFill fill = StaticFill.createOrJoin(path, SPEC, Duration.ZERO)) {
      assertThat(fill.created()).isEqualTo(!published);
      for (long part = 0; part < EIGHT.count(); part++) {
        StaticFillChild.numbers(fill.region(part, DoubleView.class), fill.part(part), 11);
      }
      fill.finish();
    }
    assertThat(files()).containsExactly("x.npy");
    Python.require();
    assertThat(Python.run(NUMBERED, path.toString(), "C")).isEmpty();
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = StaticCreation.Step.class,
      mode = Mode.EXCLUDE,
      names = {"RESERVED", "PUBLISHED"})
  void joinersContinueAfterACreatorKilledAtAnyOtherStep(StaticCreation.Step step) throws Exception {
    joinersContinueAfterAKilledCreator(step);
  }

  private void killedAt(StaticCreation.Step step, Partition partition) throws Exception {
    try (ChildJvm child = child(Order.C, partition, "halt", step)) {
      assertThat(child.finish()).containsExactly(step.name());
    }
    assertThat(directory.resolve("x.npy.parts")).exists();
  }

  @Tag("heavy")
  @Test
  void anotherPartitionTakesThePlaceOfOneThatWasJustAgreed() throws Exception {
    anotherPartitionTakesThePlaceOfAKilledCreatorsUnlessThereIsAnArray(StaticCreation.Step.AGREED);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESERVED", "PUBLISHED"})
  void anotherPartitionTakesThePlaceOfAKilledCreatorsUnlessThereIsAnArray(StaticCreation.Step step)
      throws Exception {
    Partition other = Partition.chunks(SHAPE, Order.C, Shape.of(4, 11));
    killedAt(step, other);
    if (step.compareTo(StaticCreation.Step.PUBLISHED) >= 0) {
      assertThatThrownBy(() -> StaticFill.createOrJoin(path, SPEC, TIMEOUT))
          .isExactlyInstanceOf(FillMismatchException.class)
          .hasMessage(
              path
                  + ": its partition is 'chunks (4, 11) of (37, 11) in C order', expected 'parts"
                  + " (8, 1) of (37, 11)'");
      assertThat(directory.resolve("x.npy.parts")).hasContent(other.describe());
    } else {
      try (StaticFill fill = StaticFill.createOrJoin(path, SPEC, TIMEOUT)) {
        assertThat(fill.created()).isTrue();
        assertThat(fill.partition()).isEqualTo(EIGHT);
      }
      assertThat(files()).containsExactly("x.npy", "x.npy.parts");
      assertThat(directory.resolve("x.npy.parts")).hasContent(EIGHT.describe());
    }
  }

  @Test
  void aCreatorThatTakesItsTimeIsWaitedForAndNoLongerThanWanted() throws Exception {
    try (ChildJvm child = child(Order.C, EIGHT, "hold", StaticCreation.Step.RESERVED)) {
      assertThat(child.line()).isEqualTo("RESERVED");
      assertThatThrownBy(() -> StaticFill.createOrJoin(path, SPEC, Duration.ofMillis(20)))
          .isExactlyInstanceOf(FillTimeoutException.class)
          .hasMessage(
              path
                  + ": waited 20 ms for another process to create it: "
                  + path
                  + ".parts is locked by that process");
      assertThatThrownBy(() -> StaticFill.join(path, Duration.ofMillis(20)))
          .isExactlyInstanceOf(FillTimeoutException.class)
          .hasMessage(
              path + ": waited 20 ms for another process to create it: there is no such file");
      child.send("go on");
      try (StaticFill fill = StaticFill.createOrJoin(path, SPEC, TIMEOUT);
          StaticFill second = StaticFill.join(path, TIMEOUT)) {
        assertThat(fill.created()).isFalse();
        assertThat(second.created()).isFalse();
        assertThat(second.partition()).isEqualTo(EIGHT);
        assertThat(second.file().shape()).isEqualTo(SHAPE);
      }
      assertThat(child.finish()).containsExactly("done");
    }
    assertThat(files()).containsExactly("x.npy", "x.npy.parts");
  }

  @Test
  void aWaitingJoinerReplacesAKilledCreator() throws Exception {
    try (ChildJvm first = child(Order.C, EIGHT, "hold", StaticCreation.Step.RESERVED);
        ChildJvm second = child(Order.C, EIGHT, "fill", 3)) {
      assertThat(first.line()).isEqualTo("RESERVED");
      assertThat(second.line()).isEqualTo("ready");
      second.send("go");
      first.kill();
      assertThat(second.finish()).containsExactly("created");
    }
    assertThat(files()).containsExactly("x.npy", "x.npy.parts");
  }

  @Test
  void aPlainScriptWritesAPartToo() throws Exception {
    Python.require();
    Partition halves = Partition.alongAxis(SHAPE, 0, 2);
    StaticSpec spec = new StaticSpec(DType.FLOAT64, SHAPE, Order.C, halves);
    try (StaticFill fill = StaticFill.createOrJoin(path, spec, TIMEOUT)) {
      String script =
          """
          import sys
          import numpy as np
          a = np.load(sys.argv[1], mmap_mode='r+')
          part = np.array_split(a, 2)[1]
          part[...] = np.array_split(np.arange(a.size).reshape(a.shape), 2)[1]
          a.flush()
          """;
      StaticFillChild.numbers(fill.region(0, DoubleView.class), fill.part(0), 11);
      assertThat(Python.run(script, path.toString())).isEmpty();
      assertThat(fill.region(1, DoubleView.class).get(0, 0)).isEqualTo(19 * 11);
      fill.finish();
    }
    assertThat(files()).containsExactly("x.npy");
    assertThat(Python.run(NUMBERED, path.toString(), "C")).isEmpty();
  }
}
