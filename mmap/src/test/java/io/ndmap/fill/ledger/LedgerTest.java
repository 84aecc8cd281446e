package io.ndmap.fill.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.fill.model.FillProgress;
import io.ndmap.layout.Shape;
import io.ndmap.npy.FillException;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Against the offsets of docs/fill-protocol.md, written out again.
class LedgerTest {

  @TempDir Path directory;
  private Path path;
  private LedgerHeader header;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("x.npy.claims");
    byte[] digest = new byte[32];
    digest[0] = 1;
    digest[31] = 32;
    header =
        new LedgerHeader(
            new UUID(0x0011_2233_4455_6677L, 0x8899_aabb_ccdd_eeffL),
            24,
            0x123456789L,
            17_208,
            128,
            ByteBuffer.wrap(digest),
            true,
            true,
            3,
            20,
            Shape.of(11, 9));
    Ledger.create(path, header, 0x0102_0304_0506_0708L);
  }

  @Test
  void isLaidOutAsTheProtocolSays() throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    assertThat(bytes).hasSize(69632 + 24 * 8);
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes).startsWith(0x93, 'N', 'D', 'M', 'A', 'P', 'F', 'L');
    assertThat(in.getInt(8)).isEqualTo(2);
    assertThat(in.getInt(12)).isEqualTo(69632);
    for (int i = 0; i < 16; i++) {
      assertThat(bytes[16 + i]).isEqualTo((byte) (0x11 * i));
    }
    assertThat(in.getLong(32)).isEqualTo(24);
    assertThat(in.getLong(40)).isEqualTo(0x123456789L);
    assertThat(in.getLong(48)).isEqualTo(17_208);
    assertThat(in.getLong(56)).isEqualTo(128);
    assertThat(bytes[64]).isEqualTo((byte) 1);
    assertThat(bytes[95]).isEqualTo((byte) 32);
    assertThat(in.getInt(96)).isEqualTo(3);
    assertThat(in.getInt(100)).isEqualTo(3);
    assertThat(in.getInt(104)).isEqualTo(20);
    assertThat(in.getInt(108)).isEqualTo(2);
    assertThat(in.getLong(112)).isZero();
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, 112);
    sum.update(bytes, 128, 512);
    assertThat(Integer.toUnsignedLong(in.getInt(120))).isEqualTo(sum.getValue());
    assertThat(in.getLong(128)).isEqualTo(11);
    assertThat(in.getLong(136)).isEqualTo(9);
    assertThat(in.getLong(640)).isEqualTo(0x0102_0304_0506_0708L);
    UUID start =
        UUID.fromString(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip());
    ByteBuffer bigEndian = ByteBuffer.wrap(bytes);
    assertThat(bigEndian.getLong(648)).isEqualTo(start.getMostSignificantBits());
    for (int i = 144; i < bytes.length; i++) {
      if (i < 640 || i >= 656) {
        assertThat(bytes[i]).as("byte %d", i).isZero();
      }
    }
  }

  @Test
  void readsWhatWasWritten() throws IOException {
    try (Ledger ledger = Ledger.open(path, true)) {
      assertThat(ledger.header()).isEqualTo(header);
      ChunkWord word = new ChunkWord(ChunkState.CLAIMED, 5, 1, 2, 3);
      ledger.setWord(23, word);
      ledger.setState(Ledger.PUBLISHED);
      WorkerEntry worker =
          new WorkerEntry(
              new ProcessIdentity(4711, 99, 4026531836L), 1000, 7, 2000, WorkerEntry.PYTHON, true);
      ledger.setWorker(1023, worker);
      assertThat(ledger.worker(1023)).isEqualTo(worker);
      assertThat(ledger.find(ChunkState.CLAIMED, 0, 24)).isEqualTo(23);
      assertThat(ledger.find(ChunkState.CLAIMED, 0, 23)).isEqualTo(-1);
      assertThat(ledger.progress()).isEqualTo(new FillProgress(24, 0, 1, 0));
      ledger.force(23);
      try (Ledger other = Ledger.open(path, false)) {
        assertThat(ChunkWord.of(other.word(23))).isEqualTo(word);
        assertThat(other.state()).isEqualTo(Ledger.PUBLISHED);
      }
    }
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(in.getLong(69632 + 23 * 8)).isEqualTo(0x4005_0102_0000_0003L);
    int worker = 4096 + 1023 * 64;
    assertThat(in.getLong(worker)).isEqualTo(4711);
    assertThat(in.getLong(worker + 8)).isEqualTo(99);
    assertThat(in.getLong(worker + 16)).isEqualTo(1000);
    assertThat(in.getLong(worker + 24)).isEqualTo(7);
    assertThat(in.getLong(worker + 32)).isEqualTo(2000);
    assertThat(in.getInt(worker + 40)).isEqualTo(2);
    assertThat(in.getInt(worker + 44)).isEqualTo(1);
    assertThat(in.getLong(worker + 48)).isEqualTo(4026531836L);
    assertThat(in.getLong(worker + 56)).isZero();
  }

  @ParameterizedTest
  @EnumSource(ChunkState.class)
  void aSlotThatThereIsNotIsDamage(ChunkState state) throws IOException {
    try (Ledger ledger = Ledger.open(path, true)) {
      ledger.setWord(7, new ChunkWord(state, 1023, 0, 0, 1));
      assertThat(ledger.find(state, 1, 24)).isEqualTo(state == ChunkState.FREE ? 1 : 7);
      ledger.setWord(7, new ChunkWord(state, 1024, 0, 0, 1));
      String message =
          path + ": damaged: the word of chunk 7 names slot 1024, the last one is 1023";
      List<ThrowingCallable> readers =
          List.of(
              () -> ledger.word(7),
              () -> ledger.find(state, 7, 24),
              () -> ledger.find(ChunkState.POISONED, 0, 24),
              ledger::owners,
              ledger::progress);
      for (ThrowingCallable reader : readers) {
        assertThatThrownBy(reader).isInstanceOf(FillException.class).hasMessage(message);
      }
      assertThat(ledger.word(6)).isZero();
    }
  }

  @Test
  void aLedgerThatWasTruncatedIsNoErrorOfTheJvm() throws IOException {
    try (Ledger ledger = Ledger.open(path, true)) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(LedgerHeader.BYTES);
      }
      List<ThrowingCallable> uses =
          List.of(
              () -> ledger.worker(9),
              () -> ledger.isInUse(9),
              () ->
                  ledger.setWorker(
                      9,
                      new WorkerEntry(
                          new ProcessIdentity(1, 2, 3), 3, 4, 5, WorkerEntry.JAVA, true)),
              () -> ledger.setCommitted(9, 1, 2),
              () -> ledger.setLeft(9),
              () -> ledger.word(9),
              () -> ledger.setWord(9, ChunkWord.of(0)),
              ledger::owners,
              ledger::progress);
      for (ThrowingCallable use : uses) {
        assertThatThrownBy(use)
            .isInstanceOf(MappingFaultException.class)
            .hasMessageStartingWith(path + ": the mapped memory cannot be accessed");
      }
    }
  }

  @Test
  void refusesWhatIsNoLedger() throws IOException {
    byte[] whole = Files.readAllBytes(path);
    write(0, (byte) 'x');
    refused(": not the ledger of a fill: its first bytes are others");
    Files.write(path, whole);
    write(8, (byte) 1);
    refused(
        ": a ledger of version 1 with chunks from byte 69632 on; known is version 2 with chunks"
            + " from byte 69632 on");
    for (int at : new int[] {33, 64, 100, 120, 128, 639}) {
      Files.write(path, whole);
      write(at, (byte) (whole[at] + 1));
      refused(": damaged: its check sum is wrong");
    }
    Files.write(path, new byte[639]);
    refused(": not the ledger of a fill: it has only 639 bytes");
    Files.write(path, Arrays.copyOf(whole, whole.length - 1));
    refused(": damaged: it has 69823 bytes and should have 69824");
  }

  private void write(int at, byte value) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {value}), at);
    }
  }

  private void refused(String message) {
    assertThatThrownBy(() -> Ledger.open(path, true))
        .isInstanceOf(FillException.class)
        .hasMessage(path + message);
  }
}
