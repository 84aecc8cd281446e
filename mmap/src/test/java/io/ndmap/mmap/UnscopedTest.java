package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ndmap.memory.Scratch;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// With native access loops see nothing beyond the memory that they were given, and nothing that
/// somebody can close.
class UnscopedTest {

  private static final MemorySegment MEMORY = Arena.global().allocate(64);

  @Test
  void aPartIsTheSameBytes() {
    MEMORY.set(ValueLayout.JAVA_INT, 12, 7);
    MemorySegment part = Unscoped.slice(MEMORY, 8, 16);
    Unscoped.target(MEMORY, 8, 16).set(ValueLayout.JAVA_INT, 8, 9);

    assertThat(part.byteSize()).isEqualTo(16);
    assertThat(part.get(ValueLayout.JAVA_INT, 4)).isEqualTo(7);
    assertThat(MEMORY.get(ValueLayout.JAVA_INT, 16)).isEqualTo(9);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> part.get(ValueLayout.JAVA_BYTE, 16));
  }

  @Test
  void thereIsNothingBeyondTheMemory() {
    MemorySegment half = MEMORY.asSlice(0, 32);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Unscoped.slice(half, 17, 16));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Unscoped.slice(half, -1, 16));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Unscoped.slice(half, Long.MAX_VALUE, 1));
    assertThat(Unscoped.slice(half, 32, 0).byteSize()).isZero();
  }

  @Test
  void memoryThatCanGoIsRefused() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment owned = arena.allocate(8);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Unscoped.slice(owned, 0, 8))
          .withMessageStartingWith("memory of an arena, or a Java array: ");
    }
    MemorySegment array = MemorySegment.ofArray(new byte[8]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Unscoped.target(array, 0, 8))
        .withMessageStartingWith("memory of an arena, or a Java array: ");
  }

  /// More operations at once than there is scratch memory that is kept.
  @Test
  void loopsSeeAllScratchMemory() {
    List<Scratch> scratches = Stream.generate(Scratch::take).limit(1000).toList();
    for (int k = 0; k < scratches.size(); k++) {
      MemorySegment memory = scratches.get(k).memory();
      Unscoped.target(memory, memory.byteSize() - 4, 4).set(ValueLayout.JAVA_INT, 0, k);
    }
    for (int k = 0; k < scratches.size(); k++) {
      MemorySegment memory = scratches.get(k).memory();
      assertThat(memory.get(ValueLayout.JAVA_INT, memory.byteSize() - 4)).isEqualTo(k);
    }
    scratches.forEach(Scratch::close);
  }

  @Test
  void readOnlyMemoryIsNoTarget() {
    MemorySegment readOnly = MEMORY.asReadOnly();
    assertThat(Unscoped.slice(readOnly, 0, 8).byteSize()).isEqualTo(8);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Unscoped.target(readOnly, 0, 8))
        .withMessageStartingWith("read-only memory: ");
  }
}
