package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartsTest {

  private static final Execution TWO = Execution.parallel(2);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void runsEachPartOnce(int parallelism) {
    for (int count : new int[] {0, 1, 2, 7, 1000}) {
      AtomicLongArray runs = new AtomicLongArray(count);
      new Parts(Execution.parallel(parallelism), Backing.MEMORY)
          .run(count, part -> runs.incrementAndGet((int) part));
      for (int part = 0; part < count; part++) {
        assertThat(runs.get(part)).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void reducesInOneTreeWhateverTheThreads(int parallelism) {
    Parts one = new Parts(Execution.SEQUENTIAL, Backing.MEMORY);
    Parts many = new Parts(Execution.parallel(parallelism), Backing.MEMORY);
    for (int count : new int[] {1, 2, 3, 100}) {
      String expected = one.reduce(count, Long::toString, (a, b) -> "(" + a + b + ")");
      String found = many.reduce(count, Long::toString, (a, b) -> "(" + a + b + ")");
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void anExecutorThatNeverRunsOrRefusesLeavesAllToTheCaller() {
    Queue<Runnable> never = new ArrayDeque<>();
    AtomicInteger runs = new AtomicInteger();
    new Parts(TWO.withExecutor(never::add), Backing.MEMORY).run(10, _ -> runs.incrementAndGet());
    assertThat(runs).hasValue(10);
    // Late workers find no part left.
    never.remove().run();
    assertThat(runs).hasValue(10);
    new Parts(
            TWO.withExecutor(
                _ -> {
                  throw new RejectedExecutionException("closed");
                }),
            Backing.MEMORY)
        .run(10, _ -> runs.incrementAndGet());
    assertThat(runs).hasValue(20);
  }

  @Test
  void nestedUseOfABusyExecutorDoesNotLockUp() {
    try (ExecutorService single = Executors.newSingleThreadExecutor()) {
      Execution execution = Execution.parallel(4).withExecutor(single);
      AtomicInteger runs = new AtomicInteger();
      new Parts(execution, Backing.MEMORY)
          .run(8, _ -> new Parts(execution, Backing.MEMORY).run(8, _ -> runs.incrementAndGet()));
      assertThat(runs).hasValue(64);
    }
  }

  @Test
  void twoThreadsWorkAtOnce() {
    CountDownLatch both = new CountDownLatch(2);
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      new Parts(TWO.withExecutor(other), Backing.MEMORY)
          .run(
              2,
              _ -> {
                both.countDown();
                await(both);
              });
    }
    assertThat(both.getCount()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFaultInOnePartEndsAllWithOneError() {
    CountDownLatch faulted = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    Backing file =
        new Backing() {
          @Override
          public String name() {
            return "x.npy";
          }

          @Override
          public void barrier() {}
        };
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      Parts parts = new Parts(TWO.withExecutor(other), Backing.MEMORY, file);
      Thread caller = Thread.currentThread();
      assertThatThrownBy(
              () ->
                  parts.run(
                      1_000_000,
                      _ -> {
                        begun.incrementAndGet();
                        if (Thread.currentThread().equals(caller)) {
                          await(faulted);
                        } else {
                          faulted.countDown();
                          throw new InternalError("a fault occurred");
                        }
                      }))
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith("x.npy: ")
          .hasCauseExactlyInstanceOf(InternalError.class);
    }
    assertThat(begun.get()).isLessThan(1_000_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anInterruptEndsItAndStaysSet(int parallelism) {
    AtomicInteger begun = new AtomicInteger();
    Parts parts = new Parts(Execution.parallel(parallelism), Backing.MEMORY);
    Thread caller = Thread.currentThread();
    assertThatThrownBy(
            () ->
                parts.run(
                    1_000_000_000L,
                    _ -> {
                      begun.incrementAndGet();
                      if (Thread.currentThread().equals(caller)) {
                        caller.interrupt();
                      }
                    }))
        .isExactlyInstanceOf(OperationInterruptedException.class)
        .hasMessage("interrupted during an operation on an array; it ended early");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(begun.get()).isLessThan(1_000_000_000);
  }

  /// Else the walk of the other thread would never end.
  @Test
  void anInterruptOfTheWaitingCallerEndsTheWalksOfOthers() throws Exception {
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      Parts parts = new Parts(TWO.withExecutor(other), Backing.MEMORY);
      Thread caller = Thread.currentThread();
      CountDownLatch walking = new CountDownLatch(1);
      assertThatThrownBy(
              () ->
                  parts.runWalks(
                      2,
                      (_, walk) -> {
                        if (Thread.currentThread().equals(caller)) {
                          // Not a wait: the other thread looks whether the caller waits for it.
                          while (walking.getCount() > 0) {
                            Thread.onSpinWait();
                          }
                          return;
                        }
                        walking.countDown();
                        while (caller.getState() != Thread.State.WAITING) {
                          Thread.onSpinWait();
                        }
                        caller.interrupt();
                        while (true) {
                          walk.pass(0, 0, Pass.PART);
                        }
                      }))
          .isExactlyInstanceOf(OperationInterruptedException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  /// An executor that runs out of threads, or is otherwise broken, after it has started one.
  @Test
  void whateverAnExecutorThrowsEndsItWhenThoseAtWorkHaveEnded() {
    OutOfMemoryError error = new OutOfMemoryError("unable to create native thread");
    whateverAnExecutorThrowsEndsItWhenThoseAtWorkHaveEnded(
        error,
        () -> {
          throw error;
        });
    IllegalStateException exception = new IllegalStateException("broken");
    whateverAnExecutorThrowsEndsItWhenThoseAtWorkHaveEnded(
        exception,
        () -> {
          throw exception;
        });
  }

  private static void whateverAnExecutorThrowsEndsItWhenThoseAtWorkHaveEnded(
      Throwable thrown, Runnable thrower) {
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch refused = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      AtomicInteger given = new AtomicInteger();
      Executor failing =
          task -> {
            if (given.getAndIncrement() == 0) {
              other.execute(task);
              await(working);
            } else {
              refused.countDown();
              thrower.run();
            }
          };
      Parts parts = new Parts(Execution.parallel(4).withExecutor(failing), Backing.MEMORY);
      assertThatThrownBy(
              () ->
                  parts.run(
                      10_000_000L,
                      _ -> {
                        begun.incrementAndGet();
                        working.countDown();
                        await(refused);
                        ended.incrementAndGet();
                      }))
          .isSameAs(thrown);
      // Nobody is at work any more, and nobody begins.
      int atReturn = begun.get();
      assertThat(ended).hasValue(atReturn);
      assertThat(given).hasValue(2);
    }
    assertThat(begun.get()).isLessThan(10_000_000).isEqualTo(ended.get());
  }
}
