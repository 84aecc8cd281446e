package io.ndmap.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.fill.model.PoisonedChunk;
import io.ndmap.fill.model.WorkerStatus;
import io.ndmap.fill.participant.FillStep;
import io.ndmap.layout.Order;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.LongView;
import io.ndmap.npy.FillException;
import io.ndmap.npy.FillTimeoutException;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import io.ndmap.testing.TimeLimit;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each row of the protocol's table of failures, with processes that are killed, stopped and
/// robbed.
class FillProcessesTest {

  private static final Duration LONG = TimeLimit.TIMEOUT;

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  private ChildJvm child(String access, Order order, String mode, Object step, int time)
      throws IOException {
    return ChildJvm.start(List.of(access), FillChild.class, path, order, mode, step, time);
  }

  private ChildJvm child(Object step, int time) throws IOException {
    return child(ChildJvm.NATIVE, Order.C, "fast", step, time);
  }

  private void requireWhole() throws IOException {
    assertThat(Filling.names(directory)).containsExactly("x.npy");
    try (NpyFile file = NpyFile.open(path)) {
      LongView view = file.view(LongView.class);
      assertThat(view.shape()).isEqualTo(Filling.SHAPE);
      assertThat(view.toArray())
          .isEqualTo(LongStream.rangeClosed(1, Filling.SHAPE.itemCount()).toArray());
    }
  }

  /// At the other steps, see [#whatTheDeadHadDoneStaysAndWhatTheyHadClaimedIsForOthers].
  @ParameterizedTest
  @EnumSource(
      value = FillStep.class,
      names = {"LEDGER_NAMED", "COMPLETE", "WORKING_REMOVED"})
  void othersContinueAfterAKillAtSomeStep(FillStep step) throws Exception {
    othersContinueAfterAKill(step, step.name().length() % 2 == 0 ? "fast" : "durable");
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = FillStep.class,
      names = {
        "ENTERED",
        "ARRAY_MADE",
        "LEDGER_MADE",
        "ARRAY_NAMED",
        "JOINED",
        "PUBLISHED",
        "ANNOUNCED",
        "LEDGER_REMOVED",
        "LOCK_REMOVED"
      })
  void othersContinueAfterAKillAtAnyOtherStep(FillStep step) throws Exception {
    othersContinueAfterAKillAtSomeStep(step);
  }

  @Tag("heavy")
  @ParameterizedTest
  @EnumSource(FillStep.class)
  void othersContinueAfterAKillInEitherMode(FillStep step) throws Exception {
    othersContinueAfterAKill(step, "fast");
    othersContinueAfterAKill(step, "durable");
  }

  private void othersContinueAfterAKill(FillStep step, String mode) throws Exception {
    try (ChildJvm child = child(ChildJvm.NATIVE, Order.C, mode, step, 1)) {
      assertThat(child.line()).isEqualTo(step.name());
      child.kill();
    }
    FillSpec spec = Filling.spec(Order.C);
    spec = mode.equals("durable") ? spec.withDurability() : spec;
    try (SharedFill fill = SharedFill.createOrJoin(path, spec, LONG)) {
      int expected =
          step.compareTo(FillStep.DONE) < 0 ? 24 : step.compareTo(FillStep.COMPLETE) < 0 ? 23 : 0;
      assertThat(Filling.work(fill)).isEqualTo(expected);
    }
    requireWhole();
    Files.delete(path);
  }

  @ParameterizedTest
  @EnumSource(
      value = FillStep.class,
      names = {"CLAIMED", "DONE"})
  void whatTheDeadHadDoneStaysAndWhatTheyHadClaimedIsForOthers(FillStep step) throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      List<Long> done = new ArrayList<>();
      try (ChildJvm child = child(step, 5)) {
        assertThat(child.line()).isEqualTo(step.name());
        FillStatus before = FillControl.of(path).status();
        assertThat(before.workers()).hasSize(2).allMatch(WorkerStatus::alive);
        assertThat(before.dead()).isZero();
        child.kill();
      }
      FillStatus after = FillControl.of(path).status();
      assertThat(after.workers().get(1).alive()).isFalse();
      assertThat(after.dead()).isEqualTo(step == FillStep.DONE ? 0 : 1);
      assertThat(after.progress().done()).isEqualTo(step == FillStep.DONE ? 5 : 4);
      for (long chunk = 0; chunk < 24; chunk++) {
        if (fill.isDone(chunk)) {
          done.add(chunk);
        }
      }
      boolean reclaimed = false;
      for (Optional<Claim> next = fill.claim(); next.isPresent(); next = fill.claim()) {
        try (Claim claim = next.get()) {
          assertThat(done).doesNotContain(claim.chunk());
          reclaimed |= claim.deaths() == 1;
          Filling.write(claim);
          claim.commit();
        }
      }
      assertThat(reclaimed).isEqualTo(step != FillStep.DONE);
    }
    requireWhole();
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = FillStep.class,
      names = {"WRITTEN"})
  void whatTheyHadWrittenAndNotCommittedIsForOthersToo(FillStep step) throws Exception {
    whatTheDeadHadDoneStaysAndWhatTheyHadClaimedIsForOthers(step);
  }

  @Test
  void aChunkOnWhichTooManyDieIsPoisoned() throws Exception {
    for (int death = 0; death < 2; death++) {
      try (ChildJvm child = child(ChildJvm.NATIVE, Order.C, "mortal", FillStep.CLAIMED, 1)) {
        assertThat(child.line()).isEqualTo("CLAIMED");
        child.kill();
      }
    }
    FillSpec spec = Filling.spec(Order.C).withLimits(3, 2);
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      // The next owner of a dead participant's slot evicts its claims.
      assertThat(fill.slot()).isZero();
      assertThat(fill.progress()).isEqualTo(new FillProgress(24, 0, 0, 1));
      assertThat(Filling.work(fill)).isEqualTo(23);
      assertThat(FillControl.of(path).status().poisoned())
          .containsExactly(new PoisonedChunk(0, 0, 2, Optional.empty()));
      assertThat(fill.retryPoisoned()).isEqualTo(1);
      assertThat(Filling.work(fill)).isEqualTo(1);
    }
    requireWhole();
  }

  @ParameterizedTest
  @ValueSource(strings = ChildJvm.NATIVE)
  void aStoppedProcessKeepsItsChunkAndIsEvicted(String access) throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C));
        ChildJvm child = child(access, Order.C, "fast", FillStep.WRITTEN, 1)) {
      assertThat(child.line()).isEqualTo("WRITTEN");
      Commands.signal("STOP", child.pid());
      int count = 0;
      for (Optional<Claim> next = fill.claim(Duration.ofMillis(100));
          next.isPresent();
          next = fill.claim(Duration.ofMillis(100))) {
        try (Claim claim = next.get()) {
          Filling.write(claim);
          claim.commit();
          count++;
        }
      }
      assertThat(count).isEqualTo(23);
      FillControl control = FillControl.of(path);
      FillStatus status = control.status();
      assertThat(status.progress()).isEqualTo(new FillProgress(24, 23, 1, 0));
      assertThat(status.dead()).isZero();
      WorkerStatus sleeper = status.workers().get(1);
      assertThat(sleeper.pid()).isEqualTo(child.pid());
      assertThat(sleeper.stopped()).isTrue();
      assertThat(sleeper.alive()).isTrue();
      assertThat(control.evict(sleeper.slot(), LONG)).isEqualTo(1);
      assertThat(Filling.work(fill)).isEqualTo(1);
    }
    requireWhole();
  }

  @Test
  void aStoppedProcessThatWakesGoesOn() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C));
        ChildJvm child = child(FillStep.WRITTEN, 1)) {
      assertThat(child.line()).isEqualTo("WRITTEN");
      Commands.signal("STOP", child.pid());
      Claim claim = fill.claim().orElseThrow();
      Filling.write(claim);
      claim.commit();
      Commands.signal("CONT", child.pid());
      child.send("go on");
      assertThat(child.finish()).containsExactly("filled 23");
      assertThat(fill.claim()).isEmpty();
    }
    requireWhole();
  }

  @Tag("heavy")
  @Test
  void withAWarningItIsTheSame() throws Exception {
    aStoppedProcessKeepsItsChunkAndIsEvicted(ChildJvm.WARNED);
    Files.delete(path);
    allJoin(8, ChildJvm.WARNED);
  }

  @ParameterizedTest
  @ValueSource(strings = ChildJvm.NATIVE)
  void ofThreeAtOnceOneCreatesAndAllJoin(String access) throws Exception {
    allJoin(3, access);
  }

  private void allJoin(int count, String access) throws Exception {
    List<ChildJvm> children = new ArrayList<>();
    try {
      for (int k = 0; k < count; k++) {
        children.add(child(access, Order.F, "fast", "-", 0));
      }
      int sum = 0;
      for (ChildJvm child : children) {
        String line = child.finish().getFirst();
        sum += Integer.parseInt(line.substring("filled ".length()));
      }
      assertThat(sum).isEqualTo(24);
    } finally {
      children.forEach(ChildJvm::close);
    }
    requireWhole();
  }

  @Test
  void aMutexThatAStoppedProcessHoldsIsWaitedForInVain() throws Exception {
    try (ChildJvm child = child(FillStep.CLAIMED, 1)) {
      assertThat(child.line()).isEqualTo("CLAIMED");
      assertThatThrownBy(
              () -> SharedFill.createOrJoin(path, Filling.spec(Order.C), Duration.ofMillis(200)))
          .isInstanceOf(FillTimeoutException.class)
          .hasMessage(
              path
                  + ".lock: another process has held the mutex for 200 ms; if it is stopped,"
                  + " continue or kill it (ndmap fill status shows its process, ndmap fill evict"
                  + " kills it)");
      assertThat(FillControl.of(path).evict(0, LONG)).isEqualTo(1);
    }
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      assertThat(Filling.work(fill)).isEqualTo(24);
    }
    requireWhole();
  }

  @ParameterizedTest
  @ValueSource(strings = {ChildJvm.NATIVE})
  void aStrayOpenAndCloseOfItsFilesIsHarmless(String access) throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C));
        ChildJvm child = ChildJvm.start(List.of(access), StrayCloseChild.class, path)) {
      assertThat(child.line()).isEqualTo("committed");
      child.send("end");
      var _ = child.finish();
      // The flag is missing, and the JVM says so once.
      assertThat(child.errors().lines().filter(line -> line.contains("restricted method")))
          .hasSize(access.equals(ChildJvm.WARNED) ? 1 : 0);
      assertThat(fill.progress().done()).isEqualTo(1);
      var _ = Filling.work(fill);
    }
    requireWhole();
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {ChildJvm.WARNED})
  void soItIsWithAWarning(String access) throws Exception {
    aStrayOpenAndCloseOfItsFilesIsHarmless(access);
  }

  @Test
  void theMessageNamesTheFlagIfTheJvmDeniesNativeAccess() throws Exception {
    try (ChildJvm child = child(ChildJvm.DENIED, Order.C, "fast", "-", 0)) {
      assertThatThrownBy(child::line)
          .hasMessageContaining(
              "FillException: "
                  + path
                  + ": this process cannot use the locks of a fill: file locks need native access,"
                  + " which this JVM denies; start it with --enable-native-access=ALL-UNNAMED");
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void participantsContinueWithoutTheLockFileAndOthersCannotJoin() throws Exception {
    Path lock = directory.resolve("x.npy.lock");
    try (ChildJvm child = child(FillStep.WRITTEN, 1)) {
      assertThat(child.line()).isEqualTo("WRITTEN");
      Files.delete(lock);
      String message =
          lock
              + ": was removed or replaced while process "
              + child.pid()
              + " in slot 0 takes part; participants may continue, but no process may join"
              + " before they have left";
      List<ThrowingCallable> comers =
          List.of(
              () -> SharedFill.createOrJoin(path, Filling.spec(Order.C), LONG),
              () -> SharedFill.join(path, LONG),
              () -> FillControl.of(path).abort(LONG));
      for (ThrowingCallable comer : comers) {
        assertThatThrownBy(comer).isExactlyInstanceOf(FillException.class).hasMessage(message);
      }
      child.send("go on");
      assertThat(child.finish()).containsExactly("filled 24");
    }
    requireWhole();
  }

  @Test
  void whenAllAreDeadALostLockFileIsMadeAnew() throws Exception {
    try (ChildJvm child = child(FillStep.WRITTEN, 5)) {
      assertThat(child.line()).isEqualTo("WRITTEN");
      child.kill();
    }
    Files.delete(directory.resolve("x.npy.lock"));
    try (SharedFill fill = SharedFill.join(path, LONG)) {
      assertThat(fill.progress().done()).isEqualTo(4);
      assertThat(Filling.work(fill)).isEqualTo(20);
    }
    requireWhole();
  }

  @Test
  void whenAllAreDeadAFillWithoutALockFileIsAborted() throws Exception {
    try (ChildJvm child = child(FillStep.WRITTEN, 5)) {
      assertThat(child.line()).isEqualTo("WRITTEN");
      child.kill();
    }
    Files.delete(directory.resolve("x.npy.lock"));
    FillControl.of(path).abort(LONG);
    assertThat(directory).isEmptyDirectory();
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseZGC", "-Xint"})
  void aTruncatedArrayIsThatUnderOtherCollectorsToo(String flag) throws Exception {
    aTruncatedArrayIsAnErrorOfItsWriter(flag);
  }

  @ParameterizedTest
  @ValueSource(strings = "-XX:+UseG1GC")
  void aTruncatedArrayIsAnErrorOfItsWriter(String flag) throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C));
        ChildJvm child =
            ChildJvm.start(
                List.of(ChildJvm.OPTIMISED, ChildJvm.NATIVE, flag),
                TruncatedFillChild.class,
                path)) {
      assertThat(child.line()).isEqualTo("claimed");
      try (FileChannel channel =
          FileChannel.open(directory.resolve("x.npy.filling"), StandardOpenOption.WRITE)) {
        channel.truncate(128);
      }
      child.send("write");
      assertThat(child.finish()).containsExactly("MappingFaultException", "alive");
      assertThat(fill.progress()).isEqualTo(new FillProgress(24, 0, 0, 0));
    }
  }
}
