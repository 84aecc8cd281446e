package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.ItemView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.sync.AtomicLongs;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How long the memory of a file may be used, and what says so when it may not.
@Tag("either-way")
class LeaseTest {

  @TempDir Path directory;

  private Path path;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("x.npy");
    try (NpyFile file = NpyFile.create(path, DType.FLOAT64, Shape.of(8), Order.C)) {
      file.view(DoubleView.class).fill(7);
    }
  }

  private void assertClosed(ThrowingCallable use) {
    assertThatThrownBy(use)
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
  }

  @Test
  void theMemoryStaysUntilTheLastLeaseEnds() throws IOException {
    NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
    DoubleView view = file.view(DoubleView.class);
    MemorySegment memory = view.segment();
    Lease first = file.acquire();
    Lease second = file.acquire();
    file.close();
    assertThat(file.isOpen()).isFalse();
    assertClosed(file::acquire);
    first.close();
    first.close();
    assertThat(view.sum()).isEqualTo(56);
    second.file().view(DoubleView.class).set(0, 8);
    second.file().force();
    assertThat(second.file().residency().pages()).isPositive();
    assertThat(view.get(0)).isEqualTo(8);
    double guarded = second.file().guard(() -> view.get(0));
    assertThat(guarded).isEqualTo(8);
    second.close();
    assertClosed(() -> file.guard(() -> view.get(0)));
    assertThat(memory.scope().isAlive()).isFalse();
    assertClosed(() -> view.get(0));
    assertClosed(file::view);
    assertClosed(file::force);
    assertClosed(file::acquire);
    file.close();
  }

  @Test
  void aLeaseThatEndsBeforeTheFileIsClosedChangesNothing() throws IOException {
    NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
    DoubleView view = file.view(DoubleView.class);
    file.acquire().close();
    assertThat(view.get(0)).isEqualTo(7);
    assertThat(file.isOpen()).isTrue();
    file.close();
    assertClosed(() -> view.get(0));
  }

  @Test
  void anArenaOfTheCallersDecidesInSpiteOfLeases() throws IOException {
    Arena arena = Arena.ofShared();
    NpyFile file = NpyFile.open(path, OpenMode.READ_ONLY, OpenOptions.DEFAULT.withArena(arena));
    DoubleView view = file.view(DoubleView.class);
    try (Lease lease = file.acquire()) {
      arena.close();
      assertClosed(() -> view.get(0));
      assertClosed(view::sum);
      assertClosed(() -> view.stream().sum());
      assertClosed(() -> lease.file().view());
      assertClosed(file::residency);
      assertClosed(file::acquire);
    }
  }

  @Test
  void anAutomaticArenaNeedsNoClosing() throws IOException {
    OpenOptions options = OpenOptions.DEFAULT.withArena(Arena.ofAuto());
    NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE, options);
    DoubleView view = file.view(DoubleView.class);
    view.set(1, 9);
    file.force();
    MemorySegment memory = view.segment();
    file.close();
    assertClosed(() -> view.get(0));
    assertThat(memory.get(java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED, 8)).isEqualTo(9);
  }

  /// Each kind of element has a way of its own into memory.
  @Test
  void itemsOfAllKindsSayThatTheirArenaWasClosed() throws IOException {
    Map<String, List<java.util.function.Consumer<NdView<?>>>> uses =
        Map.of(
            "<f8", List.of(v -> v.getDouble(0), v -> v.setLong(at(0), 1), v -> v.value(0)),
            ">i2", List.of(v -> v.getLong(0), v -> v.setDouble(at(0), 1), v -> v.getBytes(0)),
            "<f16",
                List.of(
                    v -> v.getDouble(0),
                    v -> v.getBigInteger(0),
                    v -> v.setDouble(at(0), 1),
                    v -> v.setLong(at(0), 1)),
            "<U3", List.of(LeaseTest::text, v -> v.setValue(at(0), "a"), v -> v.value(0)),
            "|S3",
                List.of(
                    LeaseTest::text, v -> v.setValue(at(0), new byte[] {65}), v -> v.getBytes(0)),
            "|V3",
                List.of(
                    v -> v.getBytes(0),
                    v -> v.setValue(at(0), new byte[3]),
                    v -> v.values().iterator().next()));
    uses.forEach(
        (descr, accesses) -> {
          for (var access : accesses) {
            NdView<?> view = closedView(descr);
            assertThatThrownBy(() -> access.accept(view))
                .as(descr)
                .isExactlyInstanceOf(FileClosedException.class)
                .hasMessage(directory.resolve("y.npy") + ": the file is closed");
          }
        });
  }

  private NdView<?> closedView(String descr) {
    Path other = directory.resolve("y.npy");
    try (Arena arena = Arena.ofShared()) {
      CreateOptions replacing = CreateOptions.DEFAULT.withReplacing();
      NpyFile.create(other, DType.parse(descr), Shape.of(2), Order.C, replacing).close();
      OpenOptions options = OpenOptions.DEFAULT.withArena(arena);
      return NpyFile.open(other, OpenMode.READ_WRITE, options).view();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static long[] at(long index) {
    return new long[] {index};
  }

  private static void text(NdView<?> view) {
    try {
      assertThat(view.as(ItemView.class).getText(0)).isEmpty();
    } catch (java.nio.charset.CharacterCodingException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void atomicItemsSayIt() throws IOException {
    try (NpyFile words =
        NpyFile.create(
            path, DType.INT64, Shape.of(2), Order.C, CreateOptions.DEFAULT.withReplacing())) {
      assertThat(words.view().itemCount()).isEqualTo(2);
    }
    List<java.util.function.Consumer<AtomicLongs>> accesses =
        List.of(
            words -> words.get(0),
            words -> words.getAcquire(0),
            words -> words.getVolatile(0),
            words -> words.set(0, 1),
            words -> words.setRelease(0, 1),
            words -> words.setVolatile(0, 1),
            words -> words.compareAndSet(0, 0, 1),
            words -> words.compareAndExchange(0, 0, 1),
            words -> words.getAndAdd(0, 1),
            words -> words.getAndUpdate(0, x -> x + 1));
    for (var access : accesses) {
      AtomicLongs words;
      try (Arena arena = Arena.ofShared()) {
        OpenOptions options = OpenOptions.DEFAULT.withArena(arena);
        words =
            AtomicLongs.of(NpyFile.open(path, OpenMode.READ_WRITE, options).view(LongView.class));
      }
      assertClosed(() -> access.accept(words));
    }
  }

  /// An operator's exception reaches the caller, whatever has become of the file.
  @Test
  void anExceptionOfTheCallersPassesAsItIs() throws IOException {
    NpyFile file = NpyFile.open(path);
    DoubleView view = file.view(DoubleView.class);
    IllegalStateException own = new IllegalStateException("enough");
    assertThatThrownBy(
            () ->
                view.stream()
                    .forEach(
                        _ -> {
                          file.close();
                          throw own;
                        }))
        .isSameAs(own);
  }

  /// An interrupt that is pending ends the opening of one file, and neither is lost nor ends
  /// others.
  @Test
  void anInterruptEndsNothingThatOthersShare() throws IOException {
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE)) {
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> NpyFile.open(path))
            .isExactlyInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        file.view(DoubleView.class).set(0, 3);
        file.force();
        assertThat(file.residency().pages()).isPositive();
        try (Lease lease = file.acquire()) {
          assertThat(lease.file().view(DoubleView.class).get(0)).isEqualTo(3);
        }
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
    Path other = directory.resolve("bytes.npy");
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> NpyFile.create(other, DType.UINT8, Shape.of(9), Order.C))
          .isExactlyInstanceOf(ClosedByInterruptException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(directory).isDirectoryNotContaining("glob:**bytes*");
    NpyFile.create(other, DType.UINT8, Shape.of(9), Order.C).close();
    try (NpyFile file = NpyFile.open(other)) {
      assertThat(file.view(ByteView.class).get(8)).isZero();
    }
  }

  @Test
  void overlappingGuardsDoNotKeepAClosedFileOpen() throws IOException {
    NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
    DoubleView view = file.view(DoubleView.class);
    MemorySegment memory = view.segment();
    double item =
        file.guard(
            () -> {
              file.close();
              // The file is closed, and only the lease of a guard is open.
              assertClosed(() -> file.guard(() -> view.get(0)));
              return view.get(0);
            });
    assertThat(item).isEqualTo(7);
    assertThat(memory.scope().isAlive()).isFalse();
  }
}
