package io.ndmap.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.fill.ledger.ChunkState;
import io.ndmap.fill.ledger.ChunkWord;
import io.ndmap.fill.ledger.FailureLog;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.fill.model.PoisonedChunk;
import io.ndmap.fill.model.Recovery;
import io.ndmap.layout.Order;
import io.ndmap.npy.FillException;
import io.ndmap.npy.FillRebootException;
import io.ndmap.posix.Proc;
import io.ndmap.testing.TimeLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Fills that were begun before the system was started anew, of which the ledger tells by a number.
class FillRecoveryTest {

  private static final Duration LONG = TimeLimit.TIMEOUT;

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  /// Leaves 5 chunks done.
  private void begin(FillSpec spec) throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      for (int k = 0; k < 5; k++) {
        try (Claim claim = fill.claim().orElseThrow()) {
          Filling.write(claim);
          claim.commit();
        }
      }
    }
  }

  /// As if the system had been started anew since then.
  private void restart(long start) throws IOException {
    try (FileChannel ledger =
        FileChannel.open(directory.resolve("x.npy.claims"), StandardOpenOption.WRITE)) {
      var _ = ledger.write(ByteBuffer.allocate(Long.BYTES).putLong(start).flip(), 648);
    }
  }

  @Test
  void joinersLearnThatAFillIsFast() throws Exception {
    FillSpec spec = Filling.spec(Order.C);
    begin(spec);
    restart(4711);
    String message =
        path
            + ": the system was rebooted since this fill was created, and the fill is a fast one:"
            + " 5 of 24 chunks are marked done, but their data may never have reached the disk."
            + " Decide: ndmap fill recover --refill fills all of it again, --trust continues as if"
            + " nothing had been lost, ndmap fill abort removes it";
    assertThatThrownBy(() -> SharedFill.createOrJoin(path, spec))
        .isInstanceOf(FillRebootException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> SharedFill.join(path, Duration.ZERO))
        .isInstanceOf(FillRebootException.class)
        .hasMessage(message);
    assertThat(FillControl.of(path).status().progress().done()).isEqualTo(5);
    FillControl.of(path).abort(LONG);
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource(Recovery.class)
  void goesOnAsSomebodyHasDecided(Recovery how) throws Exception {
    begin(Filling.spec(Order.C));
    restart(4711);
    try (Ledger ledger = Ledger.open(directory.resolve("x.npy.claims"), true)) {
      ledger.setWord(19, new ChunkWord(ChunkState.FREE, 0, 1, 2, 3));
      ledger.setWord(20, new ChunkWord(ChunkState.CLAIMED, 7, 1, 2, 1));
      ledger.setWord(21, new ChunkWord(ChunkState.POISONED, 0, 3, 0, 3));
    }
    assertThat(FillControl.of(path).recover(how, LONG)).isTrue();
    assertThat(FillControl.of(path).recover(how, LONG)).isFalse();
    boolean trusted = how == Recovery.TRUST;
    try (Ledger ledger = Ledger.open(directory.resolve("x.npy.claims"), false)) {
      int kept = trusted ? 1 : 0;
      assertThat(ChunkWord.of(ledger.word(19)))
          .isEqualTo(new ChunkWord(ChunkState.FREE, 0, kept, 2 * kept, 3));
      assertThat(ChunkWord.of(ledger.word(20)))
          .isEqualTo(new ChunkWord(ChunkState.FREE, 0, kept, 2 * kept, 1));
    }
    try (SharedFill fill = SharedFill.join(path, Duration.ZERO)) {
      assertThat(fill.progress())
          .isEqualTo(new FillProgress(24, trusted ? 5 : 0, 0, trusted ? 1 : 0));
      assertThat(fill.retryPoisoned()).isEqualTo(trusted ? 1 : 0);
      assertThat(Filling.work(fill)).isEqualTo(trusted ? 19 : 24);
    }
    assertThat(Filling.names(directory)).containsExactly("x.npy");
  }

  /// As in a container that tells of a start of its own.
  @ParameterizedTest
  @EnumSource(Recovery.class)
  void nothingIsTakenFromWhoTakesPart(Recovery how) throws Exception {
    begin(Filling.spec(Order.C));
    try (SharedFill fill = SharedFill.join(path, Duration.ZERO)) {
      try (Claim claim = fill.claim().orElseThrow()) {
        restart(4711);
        assertThatThrownBy(() -> FillControl.of(path).recover(how, LONG))
            .isInstanceOf(FillException.class)
            .hasMessage(
                path
                    + ": process "
                    + ProcessHandle.current().pid()
                    + " in slot 0 takes part; let it end, or evict it");
        Filling.write(claim);
        claim.commit();
      }
      assertThat(fill.progress().done()).isEqualTo(6);
    }
    assertThat(FillControl.of(path).recover(how, LONG)).isTrue();
  }

  @Test
  void durableFillsGoOn() throws Exception {
    FillSpec spec = Filling.spec(Order.C).withDurability();
    begin(spec);
    restart(4711);
    assertThat(FillControl.of(path).recover(Recovery.REFILL, LONG)).isFalse();
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      assertThat(Filling.work(fill)).isEqualTo(19);
    }
  }

  @Test
  void nothingIsConcludedFromAnUnknownStart() throws Exception {
    begin(Filling.spec(Order.C));
    restart(Proc.UNKNOWN_START);
    try (SharedFill fill = SharedFill.join(path, Duration.ZERO)) {
      assertThat(Filling.work(fill)).isEqualTo(19);
    }
  }

  @Test
  void whatIsNotThereIsNotRecovered() throws Exception {
    assertThatThrownBy(() -> FillControl.of(path).recover(Recovery.TRUST, LONG))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(path + ": there is no fill of it");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void reasonsHaveABound() throws Exception {
    FillSpec spec = Filling.spec(Order.C).withLimits(0, 0);
    Path reasons = directory.resolve("x.npy.reasons");
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      for (int k = 0; k < 2; k++) {
        fill.claim().orElseThrow().abandon("because");
      }
      assertThat(Files.readString(reasons)).hasLineCount(2);
      Files.writeString(reasons, "x".repeat((int) FailureLog.MAX_BYTES));
      fill.claim().orElseThrow().abandon("no room");
      assertThat(Files.readString(reasons)).endsWith("\tno room\n").hasLineCount(1);
    }
  }

  @Test
  void aReasonIsKeptThoughAnInterruptIsPending() throws Exception {
    try (SharedFill fill = SharedFill.createOrJoin(path, Filling.spec(Order.C).withLimits(1, 0))) {
      Claim claim = fill.claim().orElseThrow();
      Thread.currentThread().interrupt();
      claim.abandon("the sensor is off");
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(FillControl.of(path).status().poisoned())
        .containsExactly(new PoisonedChunk(0, 1, 0, Optional.of("the sensor is off")));
  }

  /// At whatever moment it comes, the caller sees an interrupt, and not a closed channel.
  @Test
  void anInterruptIsAnInterrupt() throws Exception {
    int interrupted = 0;
    for (int k = 0; k < 200; k++) {
      Path each = directory.resolve("i" + k + ".npy");
      Thread caller = Thread.currentThread();
      Thread other = Thread.ofPlatform().start(caller::interrupt);
      try (SharedFill fill = SharedFill.createOrJoin(each, Filling.spec(Order.C))) {
        assertThat(fill.chunks()).isEqualTo(24);
      } catch (InterruptedException e) {
        interrupted++;
        assertThat(Filling.names(directory)).noneMatch(name -> name.endsWith(".tmp"));
      }
      other.join();
      var _ = Thread.interrupted();
    }
    assertThat(interrupted).isPositive();
  }
}
