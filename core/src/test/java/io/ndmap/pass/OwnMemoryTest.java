package io.ndmap.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.op.Backing;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Loops see no memory of callers that can be closed, moved, or cut off.
class OwnMemoryTest {

  @TempDir Path directory;

  @Test
  void memoryThatNobodyCanCloseIsSeen() {
    assertThat(OwnMemory.of(Arena.ofAuto().allocate(8))).isInstanceOf(OwnMemory.class);
    assertThat(OwnMemory.of(Arena.global().allocate(8))).isInstanceOf(OwnMemory.class);
    assertThat(OwnMemory.of(Arena.ofAuto().allocate(8).asReadOnly())).isInstanceOf(OwnMemory.class);
  }

  @Test
  void memoryOfArenasThatCanBeClosedIsNot() {
    try (Arena shared = Arena.ofShared();
        Arena confined = Arena.ofConfined()) {
      assertThat(OwnMemory.of(shared.allocate(8))).isSameAs(Backing.MEMORY);
      assertThat(OwnMemory.of(confined.allocate(8))).isSameAs(Backing.MEMORY);
    }
  }

  @Test
  void javaArraysAreNot() {
    assertThat(OwnMemory.of(MemorySegment.ofArray(new long[1]))).isSameAs(Backing.MEMORY);
  }

  @Test
  void filesOfCallersAreNot() throws IOException {
    Path path = Files.write(directory.resolve("x"), new byte[8]);
    try (FileChannel channel = FileChannel.open(path)) {
      MemorySegment mapped = channel.map(MapMode.READ_ONLY, 0, 8, Arena.ofAuto());
      assertThat(OwnMemory.of(mapped)).isSameAs(Backing.MEMORY);
    }
  }
}
