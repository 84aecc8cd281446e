package io.ndmap.fill;

import static io.ndmap.fill.Filling.SHAPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.fill.ledger.ChunkState;
import io.ndmap.fill.ledger.ChunkWord;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.LedgerHeader;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.fill.model.PoisonedChunk;
import io.ndmap.fill.model.WorkerStatus;
import io.ndmap.fill.participant.FillStep;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.LongView;
import io.ndmap.npy.FillException;
import io.ndmap.npy.FillMismatchException;
import io.ndmap.npy.FillTimeoutException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.ReadOnlyViewException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// One process; [FillProcessesTest] has several.
class SharedFillTest {

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  private void requireWhole() throws IOException {
    assertThat(Filling.names(directory)).containsExactly("x.npy");
    try (NpyFile file = NpyFile.open(path)) {
      requireItems(file.view(LongView.class), Box.whole(SHAPE));
    }
  }

  private static void requireItems(LongView view, Box box) {
    for (long i = 0; i < view.size(0); i++) {
      for (long j = 0; j < view.size(1); j++) {
        assertThat(view.get(i, j)).isEqualTo(Filling.value(box.start(0) + i, box.start(1) + j));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "C, false, false",
    "F, false, false",
    "C, true, false",
    "F, true, true",
    "C, false, true"
  })
  void oneFillsItAndItGetsItsName(Order order, boolean durable, boolean visible) throws Exception {
    FillSpec spec = Filling.spec(order);
    spec = durable ? spec.withDurability() : spec;
    spec = visible ? spec.visibleDuringFill() : spec;
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      assertThat(fill.spec()).isEqualTo(spec);
      assertThat(fill.chunks()).isEqualTo(24);
      assertThat(fill.slot()).isZero();
      assertThat(Filling.names(directory))
          .containsExactlyInAnyOrder(
              visible ? "x.npy" : "x.npy.filling", "x.npy.claims", "x.npy.lock");
      assertThat(Filling.work(fill)).isEqualTo(24);
      assertThat(fill.progress()).isEqualTo(new FillProgress(24, 24, 0, 0));
      requireWhole();
      assertThat(fill.finish()).isTrue();
      assertThat(fill.claim()).isEmpty();
    }
    requireWhole();
    try (SharedFill late = SharedFill.createOrJoin(path, spec)) {
      assertThat(late.slot()).isEqualTo(-1);
      assertThat(late.claim()).isEmpty();
      assertThat(late.progress().isComplete()).isTrue();
      late.awaitCompletion(Duration.ZERO, _ -> {});
      assertThat(late.completed(23)).isPresent();
    }
    requireWhole();
  }

  @Test
  void eachChunkIsClaimedOnceAndReachesNoOther() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      Set<Long> seen = new HashSet<>();
      List<Claim> claims = new ArrayList<>();
      for (int k = 0; k < 24; k++) {
        Claim claim = fill.claim().orElseThrow();
        assertThat(seen.add(claim.chunk())).isTrue();
        assertThat(claim.box()).isEqualTo(fill.partition().box(claim.chunk()));
        assertThat(claim.view().shape()).isEqualTo(claim.box().shape());
        assertThat(claim.view().segment().byteSize())
            .isEqualTo(8 * ((claim.view().size(0) - 1) * SHAPE.size(1) + claim.view().size(1)));
        claims.add(claim);
      }
      assertThat(fill.claim(Duration.ZERO)).isEmpty();
      assertThat(fill.progress()).isEqualTo(new FillProgress(24, 0, 24, 0));
      assertThat(fill.finish()).isFalse();
      for (Claim claim : claims) {
        Filling.write(claim);
        claim.commit();
      }
      assertThat(fill.finish()).isTrue();
    }
    requireWhole();
  }

  @Test
  void manyThreadsFillIt() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.F));
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Integer>> counts = new ArrayList<>();
      for (int k = 0; k < 4; k++) {
        counts.add(threads.submit(() -> Filling.work(fill)));
      }
      int sum = 0;
      for (Future<Integer> count : counts) {
        sum += count.get();
      }
      assertThat(sum).isEqualTo(24);
    }
    requireWhole();
  }

  @Test
  void severalParticipantsOfOneProcessAreSeveral() throws Exception {
    SharedFill one = SharedFill.createOrJoin(path, Filling.spec(Order.C));
    try (SharedFill two = SharedFill.join(path, Duration.ZERO)) {
      assertThat(two.spec()).isEqualTo(one.spec());
      assertThat(two.slot()).isEqualTo(1);
      Claim first = one.claim().orElseThrow();
      Claim second = two.claim().orElseThrow();
      assertThat(first.chunk()).isNotEqualTo(second.chunk());
      Filling.write(first);
      first.commit();
      second.close();
      // The other goes on after one has left.
      one.close();
      assertThat(Filling.work(two)).isEqualTo(23);
    }
    requireWhole();
  }

  @Test
  void aClaimThatIsClosedIsReleased() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      long chunk;
      LongView view;
      try (Claim claim = fill.claim().orElseThrow()) {
        chunk = claim.chunk();
        view = claim.view(LongView.class);
        assertThat(fill.progress().claimed()).isEqualTo(1);
      }
      assertThat(fill.progress()).isEqualTo(new FillProgress(24, 0, 0, 0));
      assertThat(fill.isDone(chunk)).isFalse();
      assertThatThrownBy(() -> view.set(0, 0, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(directory + "/x.npy.filling, chunk " + chunk + ": the claim has ended");
      try (Claim left = fill.claim().orElseThrow()) {
        assertThat(left.failures()).isZero();
      }
    }
    // A participant that leaves releases its open claims, too.
    try (SharedFill fill = SharedFill.join(path, Duration.ZERO)) {
      var _ = fill.claim().orElseThrow();
    }
    try (SharedFill fill = SharedFill.join(path, Duration.ZERO)) {
      assertThat(fill.progress().claimed()).isZero();
      assertThat(Filling.work(fill)).isEqualTo(24);
    }
    requireWhole();
  }

  @Test
  void aChunkIsNotCommittedWhileAnOperationWritesToIt() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      Claim claim = fill.claim().orElseThrow();
      claim.view().backing().pin();
      assertThatThrownBy(claim::commit)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              claim.view().backing().name()
                  + ": an operation on its view is still running; commit when it has returned");
      claim.view().fill(7);
      claim.view().backing().unpin();
      claim.commit();
      assertThat(fill.isDone(claim.chunk())).isTrue();
    }
  }

  @Test
  void aReleaseWaitsForOperationsOnTheChunk() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C));
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Claim claim = fill.claim().orElseThrow();
      claim.view().backing().pin();
      AtomicReference<Thread> releasing = new AtomicReference<>();
      Future<?> released =
          threads.submit(
              () -> {
                releasing.set(Thread.currentThread());
                claim.release();
                return true;
              });
      while (releasing.get() == null || releasing.get().getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      try {
        assertThat(fill.progress().claimed()).isEqualTo(1);
      } finally {
        claim.view().backing().unpin();
      }
      released.get();
      assertThat(fill.progress().claimed()).isZero();
    }
  }

  @Test
  void theViewGoesOnAfterACommitThatFailed() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      Claim claim = fill.claim().orElseThrow();
      LongView view = claim.view(LongView.class);
      // The chunk's pages stay.
      try (FileChannel file =
          FileChannel.open(directory.resolve("x.npy.filling"), StandardOpenOption.WRITE)) {
        file.truncate(file.size() - 8);
      }
      assertThatThrownBy(claim::commit).isInstanceOf(MappingFaultException.class);
      view.fill(3);
      assertThat(view.sumLong()).isEqualTo(3 * view.itemCount());
    }
  }

  @Test
  void anOperatorThatCommitsStoresNothingAfterIt() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      Claim claim = fill.claim().orElseThrow();
      LongView view = claim.view(LongView.class);
      view.fill(1);
      assertThatThrownBy(() -> view.apply(item -> committed(claim, item)))
          .isInstanceOf(FileClosedException.class)
          .hasMessageEndingWith("the claim has ended");
      LongView done = fill.completed(claim.chunk()).orElseThrow().as(LongView.class);
      assertThat(done.sumLong()).isEqualTo(done.itemCount());
    }
  }

  private static long committed(Claim claim, long item) {
    try {
      claim.commit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalStateException e) {
      // It has been by now.
      assertThat(e).hasMessageEndingWith("the claim has ended");
    }
    return item + 1;
  }

  @Test
  void aCommittedChunkIsForEver() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      Claim claim = fill.claim().orElseThrow();
      assertThat(fill.completed(claim.chunk())).isEmpty();
      Filling.write(claim);
      LongView view = claim.view(LongView.class);
      claim.commit();
      assertThatThrownBy(() -> view.fill(0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageEndingWith("the claim has ended");
      assertThatThrownBy(claim::commit)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageEndingWith("the claim has ended");
      assertThatThrownBy(() -> claim.abandon("late"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageEndingWith("the claim has ended");
      claim.release();
      assertThat(fill.isDone(claim.chunk())).isTrue();
      LongView done = fill.completed(claim.chunk()).orElseThrow().as(LongView.class);
      requireItems(done, claim.box());
      assertThatThrownBy(() -> done.set(0, 0, 1))
          .isInstanceOf(ReadOnlyViewException.class)
          .hasMessage(path + ".filling: the view is read-only");
      assertThatThrownBy(() -> fill.isDone(24)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void givingUpWithoutAReasonIsNoFailure() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      Claim claim = fill.claim().orElseThrow();
      assertThatThrownBy(() -> claim.abandon(noReason()))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("reason");
      assertThat(fill.progress()).isEqualTo(new FillProgress(24, 0, 1, 0));
      claim.release();
      assertThat(claim(fill, claim.chunk()).failures()).isZero();
    }
  }

  // A caller may do this if its compiler does not check types.
  @SuppressWarnings("NullAway")
  private static String noReason() {
    return null;
  }

  @Test
  void fillsAndClaimsSayWhatTheyAre() throws Exception {
    SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C));
    Claim claim = claim(fill, 0);
    String text = path + ".filling, chunk 0 " + claim.box();
    assertThat(claim).hasToString(text);
    assertThat(fill).hasToString(path + " in " + fill.partition().describe());
    fill.close();
    assertThat(claim).hasToString(text);
    assertThat(fill).hasToString(path + " in " + fill.partition().describe());
  }

  @Test
  void aChunkThatIsGivenUpTooOftenIsPoisoned() throws Exception {
    FillSpec spec = FillSpec.of(DType.INT64, Shape.of(4), Order.C).withChunks(1).withLimits(2, 0);
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      for (int k = 0; k < 3; k++) {
        try (Claim claim = claim(fill, k)) {
          claim.commit();
        }
      }
      for (int failures = 0; failures < 2; failures++) {
        Claim claim = claim(fill, 3);
        assertThat(claim.failures()).isEqualTo(failures);
        claim.abandon("no\tinput " + failures + "\nat all");
      }
      assertThat(fill.claim()).isEmpty();
      assertThat(fill.progress()).isEqualTo(new FillProgress(4, 3, 0, 1));
      assertThat(fill.finish()).isFalse();
      assertThatThrownBy(() -> fill.awaitCompletion(Duration.ofDays(1), _ -> {}))
          .isInstanceOf(FillException.class)
          .hasMessage(
              path
                  + ": 1 of 4 chunks failed too often, all others are done; ndmap fill"
                  + " status shows which and why");
      FillStatus status = FillControl.of(path).status();
      assertThat(status.poisoned())
          .containsExactly(new PoisonedChunk(3, 2, 0, Optional.of("no input 1 at all")));
      assertThat(Files.readString(directory.resolve("x.npy.reasons")))
          .isEqualTo("3\t1\t0\tno input 0 at all\n3\t2\t0\tno input 1 at all\n");
      assertThat(fill.retryPoisoned()).isEqualTo(1);
      try (Claim claim = claim(fill, 3)) {
        assertThat(claim.failures()).isZero();
        claim.commit();
      }
    }
    assertThat(Filling.names(directory)).containsExactly("x.npy");
  }

  /// Claims until it has a chunk, and releases the others.
  private static Claim claim(SharedFill fill, long chunk) throws Exception {
    List<Claim> others = new ArrayList<>();
    try {
      while (true) {
        Claim claim = fill.claim(Duration.ZERO).orElseThrow();
        if (claim.chunk() == chunk) {
          return claim;
        }
        others.add(claim);
      }
    } finally {
      for (Claim other : others) {
        other.release();
      }
    }
  }

  @Test
  void arraysWithoutItemsOrAxesAreArrays() throws Exception {
    try (SharedFill fill =
        SharedFill.createOrJoin(path, FillSpec.of(DType.INT64, Shape.of(0, 5), Order.C))) {
      assertThat(fill.chunks()).isZero();
      assertThat(fill.claim()).isEmpty();
    }
    assertThat(Filling.names(directory)).containsExactly("x.npy");
    Path scalar = directory.resolve("y.npy");
    try (SharedFill fill =
        SharedFill.createOrJoin(scalar, FillSpec.of(DType.INT64, Shape.SCALAR, Order.C))) {
      try (Claim claim = fill.claim().orElseThrow()) {
        claim.view(LongView.class).set(42);
        claim.commit();
      }
      assertThat(fill.claim()).isEmpty();
    }
    try (NpyFile file = NpyFile.open(scalar)) {
      assertThat(file.view().getLong()).isEqualTo(42);
    }
  }

  @Test
  void chunksOfOneMebibyteLieTogether() throws Exception {
    FillSpec spec = FillSpec.of(DType.FLOAT64, Shape.of(100, 50_000), Order.C);
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      try (Claim claim = fill.claim().orElseThrow()) {
        assertThat(claim.view().isContiguous(Order.C)).isTrue();
        assertThat(claim.view().itemCount() * 8).isBetween(400_000L, 1L << 20);
      }
    }
  }

  // ---- who does not mean the same

  @Test
  void refusesAnotherSpecification() throws Exception {
    FillSpec spec = Filling.spec(Order.C);
    try (SharedFill _ = SharedFill.createOrJoin(path, spec)) {
      refused(
          FillSpec.of(DType.FLOAT64, SHAPE, Order.C).withChunks(11, 9),
          ": its dtype is '<i8', expected '<f8'");
      refused(
          FillSpec.of(DType.INT64, Shape.of(61, 36), Order.C).withChunks(11, 9),
          ": its shape is (61, 35), expected (61, 36)");
      refused(Filling.spec(Order.F), ": its order is C, expected F");
      refused(spec.withChunks(11, 8), ": its chunk shape is (11, 9), expected (11, 8)");
      refused(spec.withDurability(), ": its durability is false, expected true");
      refused(spec.visibleDuringFill(), ": its visibility is false, expected true");
      refused(spec.withLimits(4, 20), ": its limit of failures is 3, expected 4");
      refused(spec.withLimits(3, 0), ": its limit of deaths is 20, expected 0");
      // A participant without a wish about chunks takes those that are there.
      FillSpec any = FillSpec.of(DType.INT64, SHAPE, Order.C);
      try (SharedFill two = SharedFill.createOrJoin(path, any)) {
        assertThat(two.spec()).isEqualTo(spec);
        var _ = Filling.work(two);
      }
    }
    refused(FillSpec.of(DType.FLOAT64, SHAPE, Order.C), ": its dtype is '<i8', expected '<f8'");
    requireWhole();
  }

  private void refused(FillSpec spec, String message) {
    assertThatThrownBy(() -> SharedFill.createOrJoin(path, spec))
        .isInstanceOf(FillMismatchException.class)
        .hasMessage(path + message);
  }

  /// The publisher was killed after it had linked the array to its name.
  @Test
  void finishesAPublicationBesideAnotherWorkingFile() throws Exception {
    SharedFill.createOrJoin(path, Filling.spec(Order.C)).close();
    Path working = directory.resolve("x.npy.filling");
    Files.createLink(path, working);
    Files.delete(working);
    Files.writeString(working, "another file");
    try (SharedFill complete = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      assertThat(complete.slot()).isEqualTo(-1);
    }
    assertThat(Filling.names(directory)).containsExactly("x.npy", "x.npy.filling");
    assertThat(working).hasContent("another file");
  }

  @Test
  void refusesALedgerOfAnotherArray() throws Exception {
    Path other = directory.resolve("y.npy");
    SharedFill.createOrJoin(path, Filling.spec(Order.C)).close();
    SharedFill.createOrJoin(other, Filling.spec(Order.C)).close();
    Path ledger = directory.resolve("x.npy.claims");
    Path aside = directory.resolve("aside");
    Files.move(ledger, aside);
    Files.move(directory.resolve("y.npy.claims"), ledger);
    Files.move(aside, directory.resolve("y.npy.claims"));
    for (Path each : List.of(path, other)) {
      assertThatThrownBy(() -> SharedFill.join(each, Duration.ZERO))
          .isInstanceOf(FillMismatchException.class)
          .hasMessage(each + ".claims: its array is another file, expected " + each + ".filling");
    }
    Files.delete(ledger);
    assertThatThrownBy(() -> SharedFill.createOrJoin(path, Filling.spec(Order.C)))
        .isInstanceOf(FillException.class)
        .hasMessage(
            path
                + ".filling: there is no ledger x.npy.claims that says what of it is done; move one"
                + " of them here, or remove this file");
  }

  /// Others may publish the array, and take its working name away, as soon as this process lets go
  /// of the mutex.
  @Test
  void makesNoFileOfThatNameOnceItHasJoined() throws Exception {
    SharedFill.createOrJoin(path, Filling.spec(Order.C)).close();
    Path working = directory.resolve("x.npy.filling");
    Path aside = directory.resolve("aside");
    try (SharedFill fill =
        SharedFill.enter(
            path,
            null,
            SharedFill.DEFAULT_TIMEOUT,
            step -> {
              if (step == FillStep.JOINED) {
                assertThat(working.toFile().renameTo(aside.toFile())).isTrue();
              }
            })) {
      assertThat(working).doesNotExist();
      Files.move(aside, working);
      try (Claim claim = fill.claim().orElseThrow()) {
        claim.commit();
      }
      assertThat(fill.progress().done()).isEqualTo(1);
    }
  }

  @Test
  void refusesALedgerOfAnotherHeader() throws Exception {
    SharedFill.createOrJoin(path, Filling.spec(Order.C)).close();
    Path working = directory.resolve("x.npy.filling");
    try (FileChannel channel = FileChannel.open(working, StandardOpenOption.WRITE)) {
      // From int64 to uint64: the same size, another array.
      int at = new String(Files.readAllBytes(working), StandardCharsets.ISO_8859_1).indexOf("i8");
      channel.write(ByteBuffer.wrap(new byte[] {'u'}), at);
    }
    assertThatThrownBy(() -> SharedFill.join(path, Duration.ZERO))
        .isInstanceOf(FillMismatchException.class)
        .hasMessage(path + ".claims: its array is one with another header, expected " + working);
  }

  @Test
  void theNameOfAnotherArrayIsNotTaken() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      NpyFile.create(path, DType.INT64, SHAPE, Order.C).close();
      assertThatThrownBy(() -> Filling.work(fill))
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessage(path + ": exists, and did not when the fill was begun");
      Files.delete(path);
      assertThat(fill.finish()).isTrue();
    }
    requireWhole();
  }

  @Test
  void joiningWithoutACreatorTimesOut() {
    assertThatThrownBy(() -> SharedFill.join(path, Duration.ofMillis(30)))
        .isInstanceOf(FillTimeoutException.class)
        .hasMessage(path + ": no fill was created within 30 ms");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theMessageNamesTheArrayOfAMissingDirectory() {
    Path nowhere = directory.resolve("no/x.npy");
    assertThatThrownBy(() -> SharedFill.createOrJoin(nowhere, Filling.spec(Order.C)))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(nowhere + ": no such directory");
  }

  @Test
  void whatWaitsCanBeInterrupted() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> fill.awaitCompletion(Duration.ofDays(1), _ -> {}))
          .isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      for (int k = 0; k < 24; k++) {
        var _ = fill.claim().orElseThrow();
      }
      Thread.currentThread().interrupt();
      assertThatThrownBy(fill::claim).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      assertThatThrownBy(() -> fill.awaitCompletion(Duration.ofMillis(1), _ -> {}))
          .isInstanceOf(FillTimeoutException.class)
          .hasMessage(path + ": 0 of 24 chunks are done after 1 ms");
    }
  }

  @Test
  void specificationsAreChecked() {
    FillSpec spec = Filling.spec(Order.C);
    assertThatThrownBy(() -> spec.withChunks(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("chunks (1,) of an array (61, 35): the number of axes differs");
    assertThatThrownBy(() -> spec.withChunks(1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("chunks (1, 0) hold nothing");
    assertThatThrownBy(() -> spec.withLimits(256, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxFailures 256 is not between 0 and 255");
    assertThatThrownBy(() -> FillSpec.of(DType.parse("O"), Shape.of(4), Order.C))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "elements of '|O' are Python objects, stored as a pickle: they cannot be mapped");
  }

  // ---- faults

  @Test
  void whatIsWrittenIntoATruncatedFileIsNotDone() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      Claim claim = fill.claim().orElseThrow();
      Filling.write(claim);
      try (FileChannel channel =
          FileChannel.open(directory.resolve("x.npy.filling"), StandardOpenOption.WRITE)) {
        channel.truncate(4096);
      }
      assertThatThrownBy(claim::commit)
          .isInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(directory + "/x.npy.filling, chunk " + claim.chunk() + ": ");
      assertThat(fill.isDone(claim.chunk())).isFalse();
      claim.release();
      assertThat(fill.progress()).isEqualTo(new FillProgress(24, 0, 0, 0));
      FillStatus status = FillControl.of(path).status();
      assertThat(status.state()).isEqualTo(FillStatus.State.FILLING);
      assertThat(status.missingBytes()).isEqualTo(128 + 61 * 35 * 8 - 4096);
    }
  }

  @Test
  void aTruncatedLedgerIsNamedByWhoMeetsIt() throws Exception {
    SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C));
    Claim claim = fill.claim().orElseThrow();
    Path ledger = directory.resolve("x.npy.claims");
    try (FileChannel channel = FileChannel.open(ledger, StandardOpenOption.WRITE)) {
      channel.truncate(LedgerHeader.BYTES);
    }
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(claim::commit, fill::claim, fill::close)) {
      assertThatThrownBy(use)
          .isInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(ledger + ": the mapped memory cannot be accessed");
    }
    assertThatThrownBy(() -> FillControl.of(path).status())
        .isInstanceOf(FillException.class)
        .hasMessage(ledger + ": damaged: it has 640 bytes and should have 69824");
  }

  @Test
  void aLedgerThatNamesASlotThatThereIsNotIsRefused() throws Exception {
    SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C));
    try (Ledger ledger = Ledger.open(directory.resolve("x.npy.claims"), true)) {
      ledger.setWord(3, new ChunkWord(ChunkState.CLAIMED, 1024 + 5, 0, 0, 1));
    }
    String message =
        path + ".claims: damaged: the word of chunk 3 names slot 1029, the last one is 1023";
    List<ThrowingCallable> uses =
        List.of(
            () -> Filling.work(fill),
            fill::finish,
            fill::retryPoisoned,
            () -> fill.isDone(3),
            fill::close,
            () -> FillControl.of(path).status(),
            () -> SharedFill.join(path, Duration.ZERO));
    for (ThrowingCallable use : uses) {
      assertThatThrownBy(use).isInstanceOf(FillException.class).hasMessage(message);
    }
  }

  @Test
  void aClosedParticipantSaysSo() throws Exception {
    SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C));
    fill.close();
    fill.close();
    String message = path + ": this participant has left its fill";
    assertThatThrownBy(fill::claim).isInstanceOf(IllegalStateException.class).hasMessage(message);
    assertThatThrownBy(fill::progress).hasMessage(message);
    assertThatThrownBy(() -> fill.isDone(0)).hasMessage(message);
    assertThatThrownBy(fill::finish).hasMessage(message);
    assertThatThrownBy(fill::retryPoisoned).hasMessage(message);
  }

  // ---- looking and ending

  @Test
  void statusListsParticipants() throws Exception {
    FillControl control = FillControl.of(path);
    assertThatThrownBy(control::status)
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(path + ": neither an array nor a fill of that name");
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      Claim claim = fill.claim().orElseThrow();
      Filling.write(claim);
      claim.commit();
      var _ = fill.claim().orElseThrow();
      FillStatus status = control.status();
      assertThat(status.state()).isEqualTo(FillStatus.State.FILLING);
      assertThat(status.progress()).isEqualTo(new FillProgress(24, 1, 1, 0));
      assertThat(status.progress().free()).isEqualTo(22);
      assertThat(status.isCounted()).isTrue();
      assertThat(status.dead()).isZero();
      assertThat(status.missingBytes()).isZero();
      assertThat(status.workers()).hasSize(1);
      WorkerStatus worker = status.workers().getFirst();
      assertThat(worker.slot()).isZero();
      assertThat(worker.pid()).isEqualTo(ProcessHandle.current().pid());
      assertThat(worker.kind()).isEqualTo("java");
      assertThat(worker.committed()).isEqualTo(1);
      assertThat(worker.claimed()).isEqualTo(1);
      assertThat(status.rate()).isPresent();
      assertThat(status.secondsLeft()).isPresent();
    }
    assertThat(control.status().workers()).isEmpty();
    try (SharedFill fill = SharedFill.join(path, Duration.ZERO)) {
      var _ = Filling.work(fill);
    }
    assertThat(control.status().state()).isEqualTo(FillStatus.State.PUBLISHED);
    assertThat(control.status().isCounted()).isFalse();
  }

  @Test
  void whatIsAbortedIsGone() throws Exception {
    FillControl control = FillControl.of(path);
    assertThatThrownBy(() -> control.abort(Duration.ZERO))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(path + ": there is no fill of it");
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C))) {
      assertThatThrownBy(() -> control.evict(0, Duration.ZERO))
          .isInstanceOf(FillException.class)
          .hasMessage(path + ": slot 0 is that of this process itself");
      assertThatThrownBy(() -> control.evict(1, Duration.ZERO))
          .hasMessage(path + ": slot 1 is empty");
      assertThatThrownBy(() -> control.abort(Duration.ZERO))
          .isInstanceOf(FillException.class)
          .hasMessage(
              path
                  + ": process "
                  + ProcessHandle.current().pid()
                  + " in slot 0 takes part; let it end, or evict it");
      assertThat(fill.progress().done()).isZero();
    }
    control.abort(Duration.ZERO);
    assertThat(directory).isEmptyDirectory();
    // An array that was visible from the beginning remains.
    SharedFill.createOrJoin(path, Filling.spec(Order.C).visibleDuringFill()).close();
    control.abort(Duration.ZERO);
    assertThat(Filling.names(directory)).containsExactly("x.npy");
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE)) {
      assertThat(file.view().getLong(0, 0)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void structuresAreFilledToo(Order order) throws Exception {
    DType dtype = DType.parse("[('a', '<i4'), ('b', '>f8')]");
    FillSpec spec = FillSpec.of(dtype, Shape.of(5, 4), order).withChunks(2, 3);
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      for (Optional<Claim> next = fill.claim(); next.isPresent(); next = fill.claim()) {
        try (Claim claim = next.get()) {
          for (long i = 0; i < claim.view().size(0); i++) {
            for (long j = 0; j < claim.view().size(1); j++) {
              long flat = (claim.box().start(0) + i) * 4 + claim.box().start(1) + j;
              claim.view().field("a").setLong(new long[] {i, j}, flat);
              claim.view().field("b").setDouble(new long[] {i, j}, -(double) flat);
            }
          }
          claim.commit();
        }
      }
    }
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view().field("a").getLong(4, 3)).isEqualTo(19);
      assertThat(file.view().field("b").getDouble(4, 2)).isEqualTo(-18);
    }
  }
}
