package io.ndmap.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// These waits ignore interrupts.
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BackingTest {

  private static final class Memory extends Backing {
    private final String name;

    Memory(String name) {
      this.name = name;
    }

    Memory(Backing whole, String name) {
      super(whole);
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void barrier() {
      // Nothing is accessed.
    }

    void close() {
      retire();
      drain();
    }
  }

  @Test
  void closingWaitsForTheLastPin() throws InterruptedException {
    Memory memory = new Memory("memory");
    memory.pin();
    memory.pin();
    AtomicBoolean closed = new AtomicBoolean();
    Thread closer =
        Thread.ofPlatform()
            .start(
                () -> {
                  memory.close();
                  closed.set(true);
                });
    awaitParked(closer);
    memory.unpin();
    assertThat(closed).isFalse();
    assertThatThrownBy(memory::pin)
        .isInstanceOf(FileClosedException.class)
        .hasMessage("memory: the file is closed");
    assertThat(closed).isFalse();
    memory.unpin();
    closer.join();
    assertThat(closed).isTrue();
  }

  @Test
  void anInterruptIsKeptAndEndsNoWait() throws InterruptedException {
    Memory memory = new Memory("memory");
    memory.pin();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread closer =
        Thread.ofPlatform()
            .start(
                () -> {
                  memory.close();
                  interrupted.set(Thread.currentThread().isInterrupted());
                });
    awaitParked(closer);
    closer.interrupt();
    assertThat(closer.join(Duration.ofMillis(50))).isFalse();
    memory.unpin();
    closer.join();
    assertThat(interrupted).isTrue();
  }

  @Test
  void aPartPinsTheWhole() throws InterruptedException {
    Memory whole = new Memory("whole");
    Memory part = new Memory(whole, "part");
    part.pin();
    Thread closer = Thread.ofPlatform().start(whole::close);
    awaitParked(closer);
    assertThatThrownBy(part::pin).hasMessage("whole: the file is closed");
    part.unpin();
    closer.join();
    // The part alone.
    Memory other = new Memory("other");
    Memory piece = new Memory(other, "piece");
    piece.close();
    assertThatThrownBy(piece::pin).hasMessage("piece: the file is closed");
    assertThatCode(other::close).doesNotThrowAnyException();
  }

  @Test
  void aSuspendedBackingTakesNoPinsUntilItGoesOn() {
    Memory memory = new Memory("memory");
    memory.pin();
    assertThat(memory.suspend()).isFalse();
    assertThatCode(memory::pin).doesNotThrowAnyException();
    memory.unpin();
    memory.unpin();
    assertThat(memory.suspend()).isTrue();
    assertThatThrownBy(memory::pin).isInstanceOf(FileClosedException.class);
    memory.resume();
    memory.pin();
    memory.unpin();
  }

  @Test
  void noThreadAccessesUnmappedMemory() throws InterruptedException {
    for (int round = 0; round < 100; round++) {
      Memory memory = new Memory("memory");
      AtomicBoolean gone = new AtomicBoolean();
      AtomicInteger late = new AtomicInteger();
      CountDownLatch begun = new CountDownLatch(3);
      Thread[] threads = new Thread[3];
      for (int k = 0; k < threads.length; k++) {
        threads[k] = Thread.ofPlatform().start(() -> work(memory, gone, late, begun));
      }
      begun.await();
      memory.close();
      gone.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(late).hasValue(0);
    }
  }

  private static void work(
      Memory memory, AtomicBoolean gone, AtomicInteger late, CountDownLatch begun) {
    try {
      while (true) {
        memory.pin();
        begun.countDown();
        if (gone.get()) {
          late.incrementAndGet();
        }
        memory.unpin();
      }
    } catch (FileClosedException e) {
      begun.countDown();
    }
  }

  @Test
  void memoryOfTheProcessIsAlwaysHeld() {
    Backing.MEMORY.pin();
    Backing.MEMORY.unpin();
    assertThat(Backing.MEMORY.isInUse()).isTrue();
  }

  private static void awaitParked(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }
}
