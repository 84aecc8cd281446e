package io.ndmap.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Acknowledged data are there after a power cut, and all that is there can be worked with.
@Tag("heavy")
class PowerCutTest {

  private static final int CUTS = 200;

  @TempDir Path directory;

  @BeforeAll
  static void requireRig() throws InterruptedException {
    RigRun.require();
  }

  static Stream<Arguments> worksAndFormats() {
    return Stream.of(Work.values())
        .flatMap(work -> Stream.of(DiskFormat.values()).map(format -> Arguments.of(work, format)));
  }

  @ParameterizedTest
  @MethodSource("worksAndFormats")
  void powerCutsLoseNothing(Work work, DiskFormat format) throws Exception {
    Outcome outcome = new RigRun(directory, work, format).cut(CUTS, false, List.of());
    System.out.printf(
        "%s, %s: %s cuts, %s acknowledged things checked, %s lost, %s repaired%n",
        work, format, outcome.cuts(), outcome.checked(), outcome.losses(), outcome.repairs());
    assertThat(outcome.first()).isEmpty();
    assertThat(outcome.cuts()).isEqualTo(CUTS);
    assertThat(outcome.checked()).isGreaterThan(CUTS);
  }
}
