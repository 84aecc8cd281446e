package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.op.FileClosedException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Closing many files: their views end at once, their memory goes soon.
@Tag("either-way")
class MappingGroupTest {

  @TempDir Path folder;

  private Path bytes(long count) throws IOException {
    Path path = folder.resolve(count + ".npy");
    if (!Files.exists(path)) {
      try (NpyFile file =
          NpyFile.create(
              path,
              DType.UINT8,
              Shape.of(count),
              Order.C,
              CreateOptions.DEFAULT.withoutReserving())) {
        file.view(ByteView.class).set(0, (byte) 7);
      }
    }
    return path;
  }

  static void awaitUnmapped(MemorySegment segment) {
    while (segment.scope().isAlive()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void theMemoryOfALoneFileGoesSoon() throws IOException {
    NpyFile file = NpyFile.open(bytes(100));
    MemorySegment segment = file.view().segment();
    file.close();
    awaitUnmapped(segment);
  }

  @Test
  void theMemoryOfAWrittenFileGoesAtOnce() throws IOException {
    NpyFile reader = NpyFile.open(bytes(100));
    NpyFile file = NpyFile.open(bytes(100), OpenMode.READ_WRITE);
    MemorySegment segment = file.view().segment();
    file.close();
    assertThat(segment.scope().isAlive()).isFalse();
    assertThat(reader.view().getLong(0)).isEqualTo(7);
    reader.close();
  }

  @Test
  void theMemoryOfALargeFileGoesAtOnce() throws IOException {
    NpyFile file = NpyFile.open(bytes(MappingGroup.BYTES));
    MemorySegment segment = file.view().segment();
    file.close();
    assertThat(segment.scope().isAlive()).isFalse();
  }

  @Test
  void aClosedFileIsClosedWhetherOrNotItsNeighboursAre() throws IOException {
    Path path = bytes(100);
    List<NpyFile> files = new ArrayList<>();
    List<ByteView> views = new ArrayList<>();
    List<MemorySegment> segments = new ArrayList<>();
    int count = 3 * MappingGroup.FILES;
    for (int i = 0; i < count; i++) {
      files.add(NpyFile.open(path));
      views.add(files.get(i).view(ByteView.class));
      segments.add(views.get(i).segment());
    }
    for (int i = 0; i < count; i += 2) {
      files.get(i).close();
    }
    for (int i = 0; i < count; i++) {
      ByteView view = views.get(i);
      if (i % 2 == 0) {
        assertThatThrownBy(() -> view.get(0))
            .isExactlyInstanceOf(FileClosedException.class)
            .hasMessage(path + ": the file is closed");
      } else {
        assertThat(view.get(0)).isEqualTo((byte) 7);
      }
    }
    for (int i = 1; i < count; i += 2) {
      files.get(i).close();
    }
    segments.forEach(MappingGroupTest::awaitUnmapped);
  }

  @Test
  void manyThreadsOpenAndClose() throws Exception {
    Path path = bytes(100);
    List<Callable<MemorySegment>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      tasks.add(
          () -> {
            MemorySegment last = MemorySegment.NULL;
            for (int k = 0; k < 500; k++) {
              try (NpyFile file = NpyFile.open(path)) {
                ByteView view = file.view(ByteView.class);
                assertThat(view.get(0)).isEqualTo((byte) 7);
                last = view.segment();
              }
            }
            return last;
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
      for (Future<MemorySegment> last : threads.invokeAll(tasks)) {
        awaitUnmapped(last.get());
      }
    }
  }

  @Test
  void memoryThatAChannelWorksOnStaysUntilItHasDone() throws Exception {
    for (long size : new long[] {1 << 20, MappingGroup.BYTES + 1}) {
      NpyFile file = NpyFile.open(bytes(size));
      MemorySegment segment = file.view().segment();
      Pipe pipe = Pipe.open();
      try (ExecutorService writer = Executors.newSingleThreadExecutor()) {
        // More than a pipe holds: the write waits for a reader.
        Future<Integer> written =
            writer.submit(() -> pipe.sink().write(segment.asSlice(0, 1 << 20).asByteBuffer()));
        ByteBuffer first = ByteBuffer.allocate(1);
        assertThat(pipe.source().read(first)).isEqualTo(1);
        file.close();
        assertThat(segment.scope().isAlive()).isTrue();
        assertThat(file.isOpen()).isFalse();
        ByteBuffer rest = ByteBuffer.allocate((1 << 20) - 1);
        while (rest.hasRemaining()) {
          assertThat(pipe.source().read(rest)).isPositive();
        }
        assertThat(written.get()).isEqualTo(1 << 20);
      }
      awaitUnmapped(segment);
    }
  }
}
