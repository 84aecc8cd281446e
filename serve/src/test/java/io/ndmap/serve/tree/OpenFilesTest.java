package io.ndmap.serve.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.format.container.ArrayContainer;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How many files stay open that nobody uses.
class OpenFilesTest {

  private static final FileState IDENTITY =
      new FileState("1:2", 3, FileTime.fromMillis(4), FileTime.fromMillis(5));

  private final AtomicInteger open = new AtomicInteger();
  private final OpenFiles files = new OpenFiles();

  private ServedFile acquire(int number) {
    try {
      return files.acquire(
          Path.of("f" + number),
          IDENTITY,
          () -> {
            open.incrementAndGet();
            return new ServedFile(IDENTITY, arrays(), new InflatedMemory(0, () -> {}));
          });
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private ArrayContainer arrays() {
    return new ArrayContainer() {

      @Override
      public List<Member> members() {
        return List.of();
      }

      @Override
      public Member member(String name) {
        throw new NoSuchElementException(name);
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }

  /// No sweep runs meanwhile.
  @Test
  void aWalkOverManyFilesLeavesFewOpen() {
    int most = 0;
    for (int k = 0; k < 2000; k++) {
      acquire(k).release();
      most = Math.max(most, open.get());
    }
    assertThat(most).isLessThanOrEqualTo(OpenFiles.MOST_IDLE + 20);
    assertThat(files.count()).isEqualTo(open.get());
    files.close();
    assertThat(open).hasValue(0);
  }

  @Test
  void theOldestAreClosedAndNoneThatIsUsed() {
    ServedFile used = acquire(-1);
    for (int k = 0; k < 400; k++) {
      acquire(k).release();
    }
    int opened = open.get();
    acquire(399).release();
    assertThat(acquire(-1)).isSameAs(used);
    assertThat(open).hasValue(opened);
    acquire(0).release();
    assertThat(open).hasValue(opened + 1);
  }

  /// The times by which files are sorted change while they are sorted.
  @Test
  void sweepingRunsWhileFilesAreUsed() throws InterruptedException {
    for (int k = 0; k < OpenFiles.MOST_IDLE + 15; k++) {
      acquire(k).release();
    }
    AtomicBoolean ended = new AtomicBoolean();
    Thread using =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int k = 0; !ended.get(); k = (k * 31 + 7) % 270) {
                    acquire(k).release();
                  }
                });
    try {
      for (int k = 0; k < 3000; k++) {
        files.sweep();
      }
    } finally {
      ended.set(true);
      using.join();
    }
    assertThat(files.count()).isEqualTo(open.get());
  }
}
