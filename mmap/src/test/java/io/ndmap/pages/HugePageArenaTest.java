package io.ndmap.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.memory.ProvidedMemory;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.stream.NpyReader;
import io.ndmap.stream.NpyWriter;
import io.ndmap.testing.ChildJvm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HugePageArenaTest {

  private static final long LARGE = 1 << 24;
  private static final long HUGE_PAGE = 1 << 21;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4095, (1 << 22) - 1, 1 << 22, LARGE + 17})
  void memoryOfAnySizeIsZerosThatCanBeWritten(long bytes) {
    try (Arena arena = HugePageArena.ofShared()) {
      MemorySegment memory = arena.allocate(bytes, 64);

      assertThat(memory.byteSize()).isEqualTo(bytes);
      assertThat(memory.address() % 64).isZero();
      assertThat(memory.mismatch(MemorySegment.ofArray(new byte[(int) bytes]))).isEqualTo(-1);
      var _ = memory.fill((byte) 7);
    }
  }

  @Test
  void largeMemoryIsMadeOfHugePages() throws IOException {
    Path enabled = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    Assumptions.assumeTrue(
        Files.isReadable(enabled) && !Files.readString(enabled).contains("[never]"),
        "this system has no transparent huge pages");
    try (Arena arena = HugePageArena.ofShared()) {
      MemorySegment memory = arena.allocate(LARGE);

      assertThat(memory.address() % HUGE_PAGE).isZero();
      assertThat(flags(memory.address())).as("advised").contains("hg");
    }
  }

  /// The kernel's description of the mapping that begins at an address.
  private static List<String> flags(long address) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/smaps")).stream()
        .dropWhile(line -> !line.startsWith(Long.toHexString(address) + "-"))
        .filter(line -> line.startsWith("VmFlags:"))
        .findFirst()
        .map(line -> List.of(line.substring("VmFlags:".length()).strip().split(" ")))
        .orElse(List.of());
  }

  @Test
  void closingUnmapsTheMemory() throws IOException {
    MemorySegment memory;
    try (Arena arena = HugePageArena.ofShared()) {
      memory = arena.allocate(LARGE);
      assertThat(arena.scope().isAlive()).isTrue();
    }

    assertThatThrownBy(() -> memory.get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Already closed");
    assertThat(flags(memory.address())).isEmpty();
  }

  @Test
  void aClosedArenaAllocatesNothing() {
    Arena arena = HugePageArena.ofShared();
    arena.close();

    assertThatThrownBy(() -> arena.allocate(LARGE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Already closed");
  }

  @Test
  void onlyTheOwnerEndsAnArenaOfItsSegmentsLives() {
    assertThatThrownBy(HugePageArena.ofAuto()::close)
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /// More than the bound is left to the JDK, which refuses it.
  @Test
  void moreThanThereIsIsRefused() {
    try (Arena arena = HugePageArena.ofShared()) {
      assertThatThrownBy(() -> arena.allocate(1L << 60)).isInstanceOf(OutOfMemoryError.class);
    }
  }

  /// Arrays of 1 GiB in all, one after the other, in a JVM that may have 64 MiB of each kind.
  @Test
  void unreachableArraysReleaseTheirBudget() throws Exception {
    try (ChildJvm child =
        ChildJvm.start(
            List.of("-Xmx64m", "-XX:MaxDirectMemorySize=1m", ChildJvm.NATIVE), Reader.class)) {
      assertThat(child.finish()).containsExactly("32 arrays, at most 64 MiB: true");
    }
  }

  /// The child.
  static final class Reader {
    private Reader() {}

    public static void main(String... arguments) throws IOException {
      boolean isSmall = true;
      for (int k = 0; k < 32; k++) {
        MemorySegment memory = ProvidedMemory.ofAuto().allocate(32 << 20);
        var _ = memory.fill((byte) k);
        isSmall &= mappedMebibytes() <= 64;
      }
      System.out.println("32 arrays, at most 64 MiB: " + isSmall);
    }

    /// Memory advised to be of huge pages.
    private static long mappedMebibytes() throws IOException {
      long kibibytes = 0;
      long size = 0;
      for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
        if (line.startsWith("Size:")) {
          size = Long.parseLong(line.replaceAll("[^0-9]", ""));
        } else if (line.startsWith("VmFlags:") && line.contains(" hg")) {
          kibibytes += size;
        }
      }
      return kibibytes >> 10;
    }
  }

  @Test
  void arraysAreReadIntoIt() throws IOException {
    assertThat(ProvidedMemory.ofAuto()).isExactlyInstanceOf(HugePageArena.class);
    DoubleView array = NdView.zeros(DType.FLOAT64, 3000, 1000).as(DoubleView.class);
    array.set(2999, 999, 1.5);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NpyWriter.write(out, array);
    DoubleView read =
        NpyReader.open(new ByteArrayInputStream(out.toByteArray()), "bytes")
            .read()
            .as(DoubleView.class);

    assertThat(read.get(2999, 999)).isEqualTo(1.5);
    assertThat(read.sum()).isEqualTo(1.5);
    assertThat(read.segment().address() % HUGE_PAGE).isZero();
  }
}
