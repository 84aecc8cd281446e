package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.npy.MappingLimitException;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzOptions;
import io.ndmap.npz.NpzWriter;
import io.ndmap.op.FileClosedException;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Members of an archive are parts of one mapping, and the mappings of the process are counted.
class SharedMappingTest {

  private static final int MEMBERS = 40;

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      for (int i = 0; i < MEMBERS; i++) {
        writer.add("m" + i, numbers(i, 1000 + i));
      }
      writer.publish();
    }
  }

  private static NdView<?> numbers(long first, int count) {
    long[] items = new long[count];
    for (int i = 0; i < count; i++) {
      items[i] = first + i;
    }
    return NdView.of(MemorySegment.ofArray(items), DType.INT64, Shape.of(count), Order.C);
  }

  private static long mappings(Path file) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .filter(line -> line.endsWith(file.toString()))
        .count();
  }

  private static void check(NpzFile archive) throws IOException {
    for (int i = 0; i < MEMBERS; i++) {
      LongView member = archive.view("m" + i, LongView.class);
      assertThat(member.size(0)).isEqualTo(1000 + i);
      assertThat(member.get(0)).isEqualTo(i);
      assertThat(member.get(999 + i)).isEqualTo(999 + 2L * i);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anArchiveTakesOneMapping(OpenMode mode) throws IOException {
    LongView member;
    try (NpzFile archive = NpzFile.open(path, mode)) {
      assertThat(mappings(path)).isZero();
      check(archive);
      assertThat(mappings(path)).isEqualTo(1);
      member = archive.view("m3", LongView.class);
      if (mode != OpenMode.READ_ONLY) {
        member.set(0, 77);
        archive.force();
      }
    }
    assertThatThrownBy(() -> member.get(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(member::sum)
        .isInstanceOf(FileClosedException.class)
        .hasMessageStartingWith(path + "::m3.npy");
    if (mode == OpenMode.READ_WRITE) {
      // Files that were written to are unmapped at once.
      assertThat(mappings(path)).isZero();
    }
    try (NpzFile archive = NpzFile.open(path)) {
      long expected = mode == OpenMode.READ_WRITE ? 77 : 3;
      assertThat(archive.view("m3", LongView.class).get(0)).isEqualTo(expected);
      archive.member("m3").verify();
    }
  }

  @Test
  void anArrayOutlivesTheSharedMappingItself() throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      SharedMapping shared = new SharedMapping(path, OpenMode.READ_ONLY, OpenOptions.DEFAULT);
      NpyFile one;
      NpyFile other;
      try (NpzFile archive = NpzFile.open(path)) {
        one = shared.open(channel, range(archive, "m1"));
        other = shared.open(channel, range(archive, "m2"));
      }
      assertThat(mappings(path)).isEqualTo(1);
      one.close();
      shared.close();
      shared.close();
      assertThat(other.view(LongView.class).get(0)).isEqualTo(2);
      assertThat(other.residency().pages()).isPositive();
      other.close();
    }
  }

  private static FileRange range(NpzFile archive, String name) throws IOException {
    return new FileRange(name, archive.member(name).offset(), archive.member(name).size());
  }

  @Test
  void theCallersArenaOwnsIt() throws IOException {
    MappingCount count = MappingCount.OF_PROCESS;
    long before = count.now();
    try (Arena arena = Arena.ofConfined();
        NpzFile archive =
            NpzFile.open(
                path,
                OpenMode.READ_ONLY,
                NpzOptions.DEFAULT.withMembers(OpenOptions.DEFAULT.withArena(arena)))) {
      check(archive);
      assertThat(mappings(path)).isEqualTo(1);
      assertThat(count.now()).isGreaterThan(before);
    }
    assertThat(mappings(path)).isZero();
    assertThat(count.now()).isLessThanOrEqualTo(before + 1);
  }

  @Test
  void mappingsAreCounted() throws IOException {
    AtomicInteger collections = new AtomicInteger();
    MappingCount count = new MappingCount(8, collections::incrementAndGet);
    for (int i = 0; i < 6; i++) {
      count.add("x.npy");
    }
    assertThat(collections).hasValue(0);
    assertThatThrownBy(() -> count.add("x.npy"))
        .isExactlyInstanceOf(MappingLimitException.class)
        .hasMessage(
            "x.npy: this process has mapped 6 files and arrays, and the system allows 8 mappings,"
                + " the JVM's own included; close files that are not used, put many arrays into one"
                + " .npz archive, which takes one mapping, or raise the limit: sysctl"
                + " vm.max_map_count");
    assertThat(collections).hasValue(1);
    count.remove(2);
    count.add("x.npy");
    assertThat(count.now()).isEqualTo(5);
    assertThat(collections).hasValue(1);
  }

  @Test
  void unreachableFilesReleaseTheirMappingsForAnother() throws IOException {
    List<Runnable> garbage = new ArrayList<>();
    MappingCount count = new MappingCount(8, () -> garbage.forEach(Runnable::run));
    for (int i = 0; i < 6; i++) {
      count.add("x.npy");
    }
    garbage.add(() -> count.remove(1));
    count.add("y.npy");
    assertThat(count.now()).isEqualTo(6);
  }

  /// A JVM that reaches the system's limit ends; this one opens files until it is told to stop.
  @Tag("heavy")
  @Test
  void tooManyFilesAreAnError() throws Exception {
    Path file = directory.resolve("x.npy");
    NpyFile.write(file, numbers(0, 1000));
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.NATIVE, "-XX:+UseSerialGC", "-Xmx512m"),
            ManyMappingsChild.class,
            file)) {
      assertThat(child.finish()).containsExactly("refused " + file, "alive", "open again");
    }
  }
}
