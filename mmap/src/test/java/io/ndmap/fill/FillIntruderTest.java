package io.ndmap.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.fill.ledger.ChunkState;
import io.ndmap.fill.ledger.ChunkWord;
import io.ndmap.fill.ledger.FillArrayFile;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.fill.model.WorkerStatus;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.LongView;
import io.ndmap.npy.FillAbortedException;
import io.ndmap.npy.FillException;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.TimeLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Other programs change the files of a fill and its slots meanwhile.
class FillIntruderTest {

  @TempDir Path directory;
  private Path path;
  private FillSpec spec;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
    spec = Filling.spec(Order.C);
  }

  private void requireWhole() throws Exception {
    assertThat(Filling.names(directory)).containsExactly("x.npy");
    try (NpyFile file = NpyFile.open(path)) {
      LongView view = file.view(LongView.class);
      assertThat(view.toArray())
          .isEqualTo(LongStream.rangeClosed(1, Filling.SHAPE.itemCount()).toArray());
    }
  }

  @Test
  void aParticipantInAReusedSlotKeepsItsChunks() throws Exception {
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.NATIVE), FillChild.class, path, Order.C, "fast", "WRITTEN", 1)) {
      assertThat(child.line()).isEqualTo("WRITTEN");
      child.kill();
    }
    try (SharedFill fill = SharedFill.join(path, Duration.ZERO)) {
      assertThat(fill.slot()).isZero();
      try (Claim _ = fill.claim().orElseThrow()) {
        // As a supervisor does that has seen the slot dead a moment ago.
        try (Ledger ledger = Ledger.open(directory.resolve("x.npy.claims"), true);
            FillArrayFile file = FillArrayFile.openReadOnly(directory.resolve("x.npy.filling"))) {
          assertThat(file.isAlive(0)).isTrue();
          assertThat(ledger.progress().claimed()).isEqualTo(1);
        }
        assertThatThrownBy(() -> FillControl.of(path).evict(0, Duration.ZERO))
            .isInstanceOf(FillException.class);
        assertThat(fill.progress().claimed()).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void participantsOfARemovedFillFailWhenAnotherFillBegins(boolean visible) throws Exception {
    FillSpec mode = visible ? spec.visibleDuringFill() : spec;
    Path data = directory.resolve(visible ? "x.npy" : "x.npy.filling");
    try (SharedFill old = SharedFill.createOrJoin(path, mode)) {
      try (Claim claim = old.claim().orElseThrow()) {
        Files.delete(data);
        try (SharedFill anew = SharedFill.createOrJoin(path, mode)) {
          assertThatThrownBy(claim::commit)
              .isInstanceOf(FillAbortedException.class)
              .hasMessage(data + ", chunk 0: its fill was aborted");
          assertThat(anew.progress().done()).isZero();
          assertThatThrownBy(() -> Filling.work(old))
              .isInstanceOf(FillAbortedException.class)
              .hasMessage(path + ": its fill was aborted");
          assertThat(Filling.work(anew)).isEqualTo(24);
        }
      }
    }
    requireWhole();
  }

  @Test
  void withoutTheLockFileOnlyParticipantsReclaimEvictedChunks() throws Exception {
    Path lock = directory.resolve("x.npy.lock");
    try (SharedFill fill = SharedFill.createOrJoin(path, spec);
        ChildJvm child =
            ChildJvm.start(
                List.of(ChildJvm.NATIVE), FillChild.class, path, Order.C, "fast", "WRITTEN", 1)) {
      assertThat(child.line()).isEqualTo("WRITTEN");
      Files.delete(lock);
      assertThat(FillControl.of(path).evict(1, TimeLimit.TIMEOUT)).isZero();
      assertThat(lock).doesNotExist();
      assertThat(Filling.work(fill)).isEqualTo(24);
    }
    requireWhole();
  }

  /// A visible fill has no working name, and that of another one may be a stranger's by now.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void abortDoesNotDeleteFilesOfOtherFills(boolean visible) throws Exception {
    SharedFill.createOrJoin(path, visible ? spec.visibleDuringFill() : spec).close();
    Path working = directory.resolve("x.npy.filling");
    if (!visible) {
      Files.move(working, directory.resolve("moved"));
    }
    Files.writeString(working, "mine");
    FillControl.of(path).abort(Duration.ZERO);
    assertThat(working).hasContent("mine");
    assertThat(Filling.names(directory))
        .containsExactlyInAnyOrder(visible ? "x.npy" : "moved", "x.npy.filling");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.npy.filling", "x.npy.parts"})
  void aRefusedCallLeavesNoFiles(String obstacle) throws Exception {
    Files.createFile(directory.resolve(obstacle));
    assertThatThrownBy(() -> SharedFill.createOrJoin(path, spec))
        .isInstanceOf(FillException.class)
        .hasMessageContaining(obstacle);
    assertThat(Filling.names(directory)).containsExactly(obstacle);
  }

  @Test
  void anOldParticipantDoesNotPublishWhatAnotherOneFills() throws Exception {
    SharedFill old = SharedFill.createOrJoin(path, spec);
    for (String name : List.of("x.npy.filling", "x.npy.claims", "x.npy.lock")) {
      Files.delete(directory.resolve(name));
    }
    try (SharedFill anew = SharedFill.createOrJoin(path, spec)) {
      assertThatThrownBy(() -> Filling.work(old))
          .isInstanceOf(FillException.class)
          .hasMessage(path + ": its ledger was removed or replaced while it was filled");
      old.close();
      assertThat(Filling.names(directory))
          .containsExactlyInAnyOrder("x.npy.filling", "x.npy.claims", "x.npy.lock");
      assertThat(Filling.work(anew)).isEqualTo(24);
    }
    requireWhole();
  }

  @Test
  void whatAPublishedFillHasLeftIsRemovedEvenIfTheArrayIsGone() throws Exception {
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.NATIVE), FillChild.class, path, Order.C, "fast", "ANNOUNCED", 1)) {
      assertThat(child.line()).isEqualTo("ANNOUNCED");
      child.kill();
    }
    Files.move(path, directory.resolve("moved"));
    try (SharedFill anew = SharedFill.createOrJoin(path, spec)) {
      assertThat(Filling.work(anew)).isEqualTo(24);
    }
    assertThat(Filling.names(directory)).containsExactly("moved", "x.npy");
  }

  @Test
  void joiningReleasesOldClaimsOfTheSlot() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      assertThat(fill.progress().done()).isZero();
    }
    // As one leaves it that could not release.
    try (Ledger ledger = Ledger.open(directory.resolve("x.npy.claims"), true)) {
      ledger.setWord(5, ChunkWord.of(0).claimedBy(0));
    }
    try (SharedFill fill = SharedFill.join(path, Duration.ZERO)) {
      assertThat(fill.progress().claimed()).isZero();
      assertThat(Filling.work(fill)).isEqualTo(24);
    }
    requireWhole();
  }

  @Test
  void aFailedPublicationLeavesAllFilesUnchanged() throws Exception {
    SharedFill fill = SharedFill.createOrJoin(path, spec);
    List<Claim> claims = new ArrayList<>();
    for (int k = 0; k < 24; k++) {
      claims.add(fill.claim().orElseThrow());
    }
    Files.createFile(path);
    for (Claim claim : claims) {
      Filling.write(claim);
      claim.commit();
    }
    assertThatThrownBy(fill::close).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(FillControl.of(path).status().workers()).isEmpty();
    Files.delete(path);
    try (SharedFill late = SharedFill.join(path, Duration.ZERO)) {
      assertThat(late.finish()).isTrue();
    }
    requireWhole();
  }

  @Test
  void aStateThatDoesNotExistIsDamage() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      try (Ledger ledger = Ledger.open(directory.resolve("x.npy.claims"), true)) {
        ledger.setState(7);
        assertThatThrownBy(fill::finish)
            .isInstanceOf(FillException.class)
            .hasMessageContaining("damaged: there is no state 7 of a fill");
        assertThatThrownBy(() -> FillControl.of(path).status()).isInstanceOf(FillException.class);
        ledger.setState(Ledger.FILLING);
      }
    }
  }

  @Test
  void reasonsOfAnEarlierFillAreRemoved() throws Exception {
    Path reasons = directory.resolve("x.npy.reasons");
    Files.writeString(reasons, "0\t1\t0\told\n");
    try (SharedFill _ = SharedFill.createOrJoin(path, spec)) {
      assertThat(reasons).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bfloat16", "float8_e5m2"})
  void typesThatHeadersDeclareAsVoidAreFilled(String name) throws Exception {
    Path file = directory.resolve("small.npy");
    FillSpec small = FillSpec.of(DType.parse(name), Shape.of(4), Order.C);
    try (SharedFill fill = SharedFill.createOrJoin(file, small);
        SharedFill other = SharedFill.createOrJoin(file, small)) {
      other.claim().orElseThrow().commit();
      assertThat(fill.finish()).isTrue();
    }
    try (SharedFill late = SharedFill.createOrJoin(file, small)) {
      assertThat(late.finish()).isTrue();
    }
  }

  @Test
  void aChunkOfAnotherOwnerIsReportedOnce() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      Claim released = fill.claim().orElseThrow();
      Claim abandoned = fill.claim().orElseThrow();
      try (Ledger ledger = Ledger.open(directory.resolve("x.npy.claims"), true)) {
        ledger.setWord(released.chunk(), new ChunkWord(ChunkState.FREE, 0, 0, 0, 5));
        ledger.setWord(abandoned.chunk(), new ChunkWord(ChunkState.FREE, 0, 0, 0, 5));
      }
      assertThatThrownBy(released::release).isInstanceOf(FillException.class);
      assertThatThrownBy(() -> abandoned.abandon("x")).isInstanceOf(FillException.class);
      released.close();
      abandoned.close();
    }
  }

  @Test
  void leavingReleasesAllOtherClaimsThanTheOneThatCannotBe() throws Exception {
    SharedFill fill = SharedFill.createOrJoin(path, spec);
    for (int k = 0; k < 24; k++) {
      var _ = fill.claim().orElseThrow();
    }
    try (Ledger ledger = Ledger.open(directory.resolve("x.npy.claims"), true)) {
      ledger.setWord(11, new ChunkWord(ChunkState.FREE, 0, 0, 0, 5));
    }
    assertThatThrownBy(fill::close)
        .isInstanceOf(FillException.class)
        .hasMessageStartingWith(path + ": chunk 11 is not this process's any more: ");
    FillStatus status = FillControl.of(path).status();
    assertThat(status.progress()).isEqualTo(new FillProgress(24, 0, 0, 0));
    assertThat(status.workers()).isEmpty();
  }

  @Test
  void anInterruptedThreadDoesNothing() throws Exception {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> SharedFill.createOrJoin(path, spec))
        .isInstanceOf(InterruptedException.class);
    assertThat(directory).isEmptyDirectory();
    try (SharedFill fill = SharedFill.createOrJoin(path, spec.withDurability())) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(fill::claim).isInstanceOf(InterruptedException.class);
      try (Claim claim = fill.claim().orElseThrow()) {
        Filling.write(claim);
        Thread.currentThread().interrupt();
        claim.commit();
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(Filling.work(fill)).isEqualTo(23);
    }
    requireWhole();
  }

  @Test
  void aNameThatIsTooLongLeavesNothing() throws Exception {
    // Two bytes each, and 243 in all: there is room for .filling.tmp.
    String stem = "x" + "ü".repeat(119);
    Path longest = directory.resolve(stem + ".npy");
    try (SharedFill fill = SharedFill.createOrJoin(longest, spec)) {
      assertThat(Filling.work(fill)).isEqualTo(24);
    }
    Files.delete(longest);
    Path tooLong = directory.resolve(stem + "x.npy");
    String message =
        tooLong
            + ": the name has 244 bytes; for a fill it may have at most 243, because the names of"
            + " the fill's other files are longer, and no name may exceed 255 bytes";
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            () -> SharedFill.createOrJoin(tooLong, spec),
            () -> SharedFill.join(tooLong, Duration.ZERO))) {
      assertThatThrownBy(use).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
    assertThatThrownBy(() -> FillControl.of(tooLong).status())
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(tooLong + ": neither an array nor a fill of that name");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aCompleteArrayMayHaveALongName() throws Exception {
    Path longName = directory.resolve("x".repeat(251) + ".npy");
    NpyFile.create(longName, DType.INT64, Filling.SHAPE, Order.C).close();
    try (SharedFill fill = SharedFill.createOrJoin(longName, spec)) {
      assertThat(fill.slot()).isEqualTo(-1);
    }
    assertThat(FillControl.of(longName).status().state()).isEqualTo(FillStatus.State.PUBLISHED);
  }

  /// Clocks that have jumped are told by what they have written into the ledger: nobody asks it.
  @Test
  void clocksDecideNothing() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, spec);
        ChildJvm child =
            ChildJvm.start(
                List.of(ChildJvm.NATIVE), FillChild.class, path, Order.C, "fast", "WRITTEN", 1)) {
      assertThat(child.line()).isEqualTo("WRITTEN");
      int count = 0;
      for (long millis : new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE}) {
        setTimes(1, millis);
        // All that are left, with the last of the clocks.
        int most = millis == Long.MAX_VALUE ? 24 : 8;
        Optional<Claim> next = fill.claim(Duration.ofMillis(100));
        for (int k = 1; next.isPresent(); k++) {
          try (Claim claim = next.get()) {
            Filling.write(claim);
            claim.commit();
            count++;
          }
          next = k < most ? fill.claim(Duration.ofMillis(100)) : Optional.empty();
        }
        setTimes(0, millis);
        FillStatus status = FillControl.of(path).status();
        assertThat(status.progress()).isEqualTo(new FillProgress(24, count, 1, 0));
        assertThat(status.workers()).allMatch(WorkerStatus::alive);
        assertThat(status.rate().orElse(1)).isPositive().isFinite();
      }
      assertThat(count).isEqualTo(23);
      child.kill();
      assertThat(Filling.work(fill)).isEqualTo(1);
    }
    requireWhole();
  }

  private void setTimes(int slot, long millis) throws IOException {
    ByteBuffer time = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    time.putLong(millis);
    try (FileChannel ledger =
        FileChannel.open(directory.resolve("x.npy.claims"), StandardOpenOption.WRITE)) {
      long entry = 4096 + 64L * slot;
      var _ = ledger.write(time.flip(), entry + 16);
      var _ = ledger.write(time.flip(), entry + 32);
    }
  }
}
