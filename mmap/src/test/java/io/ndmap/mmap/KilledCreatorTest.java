package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.testing.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class KilledCreatorTest {

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(
      value = NpyCreation.Step.class,
      names = {"HEADER_WRITTEN", "PUBLISHED"})
  void aKilledCreatorLeavesTheFileWholeOrNotAtAll(NpyCreation.Step step) throws Exception {
    Path path = directory.resolve("x.npy");
    try (ChildJvm child =
        ChildJvm.start(List.of(ChildJvm.NATIVE), KilledCreatorChild.class, path, step)) {
      assertThat(child.line()).isEqualTo(step.name());
      child.kill();
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(
              files.filter(file -> !file.equals(path)).map(file -> file.getFileName().toString()))
          .allMatch(name -> name.matches("\\.x\\.npy\\.\\d+-[0-9a-f]{16}\\.tmp"));
    }
    if (step.compareTo(NpyCreation.Step.PUBLISHED) < 0) {
      assertThat(path).doesNotExist();
      NpyFile.create(path, DType.FLOAT64, Shape.of(1000), Order.C).close();
    }
    assertThat(Files.size(path)).isEqualTo(8128);
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view(DoubleView.class).get(999)).isZero();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = NpyCreation.Step.class,
      mode = Mode.EXCLUDE,
      names = {"HEADER_WRITTEN", "PUBLISHED"})
  void aCreatorKilledAtAnyOtherStepToo(NpyCreation.Step step) throws Exception {
    aKilledCreatorLeavesTheFileWholeOrNotAtAll(step);
  }
}
