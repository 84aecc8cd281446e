package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.npy.LeaseTimeoutException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Leases for code that keeps the address of the memory.
class NamedLeaseTest {

  private static final Duration LONG = Duration.ofHours(1);

  @TempDir Path directory;

  private Path path;

  @BeforeEach
  void write() throws IOException {
    path = directory.resolve("x.npy");
    double[] items = new double[40_000];
    items[7] = 42;
    NpyFile.write(path, NdView.of(items, items.length));
  }

  @Test
  void theAddressIsValidUntilTheLeaseEnds() throws IOException {
    NpyFile file = NpyFile.open(path);
    Lease lease = file.acquire("onnxruntime session 3");
    MemorySegment memory = lease.segment();
    file.close();

    assertThat(lease.holder()).isEqualTo("onnxruntime session 3");
    assertThat(memory.byteSize()).isEqualTo(file.header().dataBytes());
    assertThat(memory.isReadOnly()).isTrue();
    assertThat(memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 56)).isEqualTo(42);
    assertThat(lease.segment().address()).isEqualTo(memory.address());
    lease.close();
    assertThatThrownBy(lease::segment)
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
  }

  @Test
  void aHolderNeedsAName() throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      assertThatThrownBy(() -> file.acquire(" "))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(path + ": a lease for foreign code needs the name of its holder");
      try (Lease lease = file.acquire()) {
        assertThat(lease.holder()).isEmpty();
      }
    }
  }

  @Test
  void closeNamesTheHolders() throws IOException {
    NpyFile file = NpyFile.open(path);
    Lease first = file.acquire("session 3");
    Lease second = file.acquire("arrow buffer");
    Lease third = file.acquire();

    LeaseTimeoutException refused =
        catchThrowableOfType(LeaseTimeoutException.class, () -> file.close(Duration.ofMillis(1)));
    assertThat(refused.getMessage())
        .matches(
            "\\Q"
                + path
                + "\\E: leases are still held after 1 ms: 'session 3' for \\d+\\.\\d s,"
                + " 'arrow buffer' for \\d+\\.\\d s and 1 without a name; the memory stays mapped"
                + " until they are closed");
    assertThat(refused.holders()).hasSize(2);
    assertThat(file.isOpen()).isFalse();
    assertThatThrownBy(() -> file.acquire("another")).isInstanceOf(FileClosedException.class);
    first.close();
    second.close();
    assertThatThrownBy(() -> file.close(Duration.ZERO))
        .isExactlyInstanceOf(LeaseTimeoutException.class)
        .hasMessage(
            path
                + ": leases are still held after 0 ms: 1 without a name; the memory stays mapped"
                + " until they are closed");
    third.close();
    file.close(Duration.ZERO);
  }

  @Test
  void closeWaitsForTheLastHolder() throws Exception {
    NpyFile file = NpyFile.open(path);
    Lease lease = file.acquire("session 3");
    MemorySegment memory = lease.segment();
    Thread holder = Thread.ofVirtual().start(lease::close);

    file.close(LONG);
    assertThat(memory.scope().isAlive() && file.isOpen()).isFalse();
    holder.join();
  }

  @Test
  void anInterruptEndsTheWait() throws IOException {
    NpyFile file = NpyFile.open(path);
    try (Lease _ = file.acquire("session 3")) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> file.close(LONG))
          .isExactlyInstanceOf(OperationInterruptedException.class)
          .hasMessageStartingWith(path + ": interrupted");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void manyThreadsReleaseWhileOneCloses() throws Exception {
    for (int round = 0; round < 200; round++) {
      NpyFile file = NpyFile.open(path);
      int count = 4;
      CyclicBarrier start = new CyclicBarrier(count + 1);
      List<Thread> holders = new ArrayList<>();
      for (int k = 0; k < count; k++) {
        Lease lease = file.acquire("holder " + k);
        holders.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      await(start);
                      assertThat(lease.segment().get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 56))
                          .isEqualTo(42);
                      lease.close();
                      lease.close();
                    }));
      }
      await(start);
      file.close(LONG);
      for (Thread holder : holders) {
        holder.join();
      }
      assertThat(HeldLease.all()).noneMatch(text -> text.startsWith(path.toString()));
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aTruncatedFileIsAnErrorWithinTheLease() throws IOException {
    NpyFile file = NpyFile.open(path);
    try (Lease lease = file.acquire("session 3");
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(4096);
      file.close();
      assertThatThrownBy(() -> lease.file().view(DoubleView.class).sum())
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(path.toString());
    }
    file.close(Duration.ZERO);
  }

  @Test
  void aLeakedLeaseIsReleasedAndNamed() throws Exception {
    try (ChildJvm child = ChildJvm.start(List.of(ChildJvm.NATIVE), LeakedLeaseChild.class, path)) {
      assertThat(child.finish()).containsExactly("closed");
      // The JDK's own format puts date, class and method on a line before.
      assertThat(child.errors().lines().toList())
          .hasSize(2)
          .last()
          .asString()
          .matches(
              ".*\\Q"
                  + path
                  + "\\E: the lease of 'session 3' was never closed; the garbage collector released"
                  + " it after \\d+\\.\\d s");
    }
  }
}
