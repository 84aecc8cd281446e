package io.ndmap.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The controls of [PowerCutTest]: where a force is left out, it finds the loss. Otherwise it would
/// prove nothing.
@Tag("heavy")
class PowerControlTest {

  private static final int CUTS = 800;
  private static final int CUTS_WITHOUT_LOSS = 60;

  @TempDir Path directory;

  @BeforeAll
  static void requireRig() throws InterruptedException {
    RigRun.require("strace");
  }

  /// So no new force is forgotten here.
  @ParameterizedTest
  @EnumSource
  void allForcesAreKnown(Work work) throws Exception {
    Path trace = directory.resolve("trace");
    RigRun run = new RigRun(directory, work, DiskFormat.EXT4);
    assertThat(run.cut(0, false, ForceTrace.command(trace))).isEqualTo(Outcome.NONE);
    Set<String> known = new HashSet<>(work.preparing());
    for (Force force : Force.values()) {
      if (force.work() == work) {
        known.add(force.call());
      }
    }
    assertThat(calls(ForceTrace.read(trace, run.worksIn()).stream()))
        .containsExactlyInAnyOrderElementsOf(known);
  }

  private static Set<String> calls(Stream<ForceTrace> traces) {
    return traces.map(ForceTrace::call).collect(Collectors.toSet());
  }

  private static Stream<Arguments> forces(boolean losing) {
    return Stream.of(Force.values())
        .flatMap(
            force ->
                Stream.of(DiskFormat.values())
                    .filter(format -> force.loses(format) == losing)
                    .map(format -> Arguments.of(force, format)));
  }

  static Stream<Arguments> forcesThatMatter() {
    return forces(true);
  }

  static Stream<Arguments> forcesThatAreMadeUpFor() {
    return forces(false);
  }

  @ParameterizedTest
  @MethodSource("forcesThatMatter")
  void aForceThatIsLeftOutIsALoss(Force force, DiskFormat format) throws Exception {
    Outcome outcome = cutWithout(force, format, CUTS);
    System.out.printf(
        "%s without %s, %s: lost after %s cuts: %s%n",
        force.work(), force, format, outcome.cuts(), outcome.first());
    assertThat(outcome.losses()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("forcesThatAreMadeUpFor")
  void aForceThatIsMadeUpForIsNone(Force force, DiskFormat format) throws Exception {
    Outcome outcome = cutWithout(force, format, CUTS_WITHOUT_LOSS);
    System.out.printf(
        "%s without %s, %s: %s cuts, nothing lost%n", force.work(), force, format, outcome.cuts());
    assertThat(outcome.first()).isEmpty();
  }

  private Outcome cutWithout(Force force, DiskFormat format, int cuts) throws Exception {
    Path trace = directory.resolve("trace");
    RigRun run = new RigRun(directory, force.work(), format);
    Outcome outcome = run.cut(cuts, true, force.leavingOut(run.worksIn(), trace));
    assertThat(calls(ForceTrace.read(trace, run.worksIn()).stream().filter(ForceTrace::leftOut)))
        .containsExactly(force.call());
    return outcome;
  }
}
