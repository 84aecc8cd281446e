package io.ndmap.mmap;

import io.ndmap.layout.Strided;
import io.ndmap.memory.Alias;
import io.ndmap.op.Backing;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.Posix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Cleaner;
import java.lang.ref.Cleaner.Cleanable;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The mapped data of a file, with the system calls on it.
final class Mapping {

  // Mappings begin at a multiple of this, so that advice can be given on whole pages: the largest
  // page size in use.
  private static final long GRANULE = 64 * 1024;

  /// Unmaps unreachable mappings that were not closed.
  private static final Cleaner CLEANER = Cleaner.create();

  private static final int MINCORE_PAGES = 1 << 18;
  private static final int FALLBACK_PAGES = 512;

  /// Where memory is that is not of this mapping.
  static final long ELSEWHERE = -1;

  private final MemorySegment pages;
  private final MemorySegment data;
  private final @Nullable Alias alias;
  private final long lead;
  private final @Nullable Cleanable release;

  private Mapping(MemorySegment pages, long lead, long size, @Nullable MappingGroup group) {
    this.pages = pages;
    this.data = pages.asSlice(lead, size);
    this.lead = lead;
    // Everything that may still use the memory reaches the data: the file, its views by their
    // backing, and holders of the whole view's segment.
    this.alias = group == null ? null : Alias.of(data);
    this.release = group == null ? null : CLEANER.register(data, group::leave);
  }

  /// Maps a part of a file that must be there already.
  ///
  /// @param arena the owner, or null for one that [#close] may close
  /// @throws IOException if the machine does not map it: the message says what to check
  static Mapping of(
      Path path, FileChannel channel, OpenMode mode, long offset, long size, @Nullable Arena arena)
      throws IOException {
    if (arena != null) {
      return of(path, channel, mode, offset, size, arena, null);
    }
    MappingGroup group =
        mode == OpenMode.READ_ONLY ? MappingGroup.join(size) : MappingGroup.alone();
    try {
      return of(path, channel, mode, offset, size, group.arena(), group);
    } catch (Throwable e) {
      group.leave();
      throw e;
    }
  }

  private static Mapping of(
      Path path,
      FileChannel channel,
      OpenMode mode,
      long offset,
      long size,
      Arena arena,
      @Nullable MappingGroup group)
      throws IOException {
    if (size == 0) {
      // There is nothing to map, and mapping nothing at the end of a writable channel can make the
      // file longer.
      MemorySegment nothing = arena.allocate(0);
      return new Mapping(mode == OpenMode.READ_ONLY ? nothing.asReadOnly() : nothing, 0, 0, group);
    }
    long lead = offset % GRANULE;
    MemorySegment pages = map(path, channel, mode, offset - lead, lead + size, arena);
    return new Mapping(pages, lead, size, group);
  }

  private static MemorySegment map(
      Path path, FileChannel channel, OpenMode mode, long from, long size, Arena arena)
      throws IOException {
    MapMode how =
        switch (mode) {
          case READ_ONLY -> MapMode.READ_ONLY;
          case READ_WRITE -> MapMode.READ_WRITE;
          case COPY_ON_WRITE -> MapMode.PRIVATE;
        };
    try {
      return channel.map(how, from, size, arena);
    } catch (UnsupportedOperationException e) {
      throw new IOException(path + ": its file system cannot map files into memory", e);
    } catch (IOException e) {
      if (e.getCause() instanceof OutOfMemoryError) {
        throw new IOException(
            path
                + ": the system does not map "
                + size
                + " bytes more into this process; check its address space (ulimit -v), its number"
                + " of mappings (sysctl vm.max_map_count)"
                + (mode == OpenMode.COPY_ON_WRITE
                    ? " and, for COPY_ON_WRITE, the memory it may promise (sysctl"
                        + " vm.overcommit_memory)"
                    : ""),
            e);
      }
      throw e;
    }
  }

  /// The data alone.
  MemorySegment data() {
    return data;
  }

  /// The data as kernels see it: none of the caller's arena, which may be closed at any moment.
  @Nullable Alias alias() {
    return alias;
  }

  /// Where memory that is alive lies in the data.
  ///
  /// @return the byte at which it begins, or [#ELSEWHERE]
  long offsetOf(MemorySegment memory) {
    long place = memory.address() - data.address();
    return memory.isNative() && place >= 0 && place <= data.byteSize() - memory.byteSize()
        ? place
        : ELSEWHERE;
  }

  boolean isAlive() {
    return pages.scope().isAlive();
  }

  /// Unmaps the memory, which must not be accessed any more, unless its arena is somebody else's.
  void close() {
    if (release != null) {
      release.clean();
    }
  }

  /// Writes changed pages to the disk and waits for it.
  void force(Path path) throws IOException {
    if (data.byteSize() == 0) {
      return;
    }
    try {
      pages.force();
    } catch (UncheckedIOException e) {
      throw new IOException(
          path + ": the disk failed to store what was written: " + e.getMessage(), e);
    }
  }

  /// Brings out a fault of an earlier access of this thread.
  void barrier(Backing backing) {
    try {
      backing.barrier();
    } catch (InternalError e) {
      throw new MappingFaultException(backing.name(), e);
    }
  }

  /// Gives advice on all of it.
  ///
  /// @return whether the kernel took it
  boolean advise(Advice advice) {
    return advise(0, data.byteSize(), advice);
  }

  /// Gives advice on the pages that hold a range of the data.
  ///
  /// @return whether the kernel took it
  boolean advise(long start, long end, Advice advice) {
    if (start == end) {
      return Posix.isEnabled();
    }
    long first = (lead + start) & -Posix.pageSize();
    return Posix.madvise(pages.asSlice(first, lead + end - first), advice.code()) == 0;
  }

  /// Has the kernel begin to read what a layout in the data reaches.
  ///
  /// @return whether the kernel took the advice
  boolean prefetch(Strided layout, int itemsize) {
    boolean[] taken = {Posix.isEnabled()};
    if (taken[0]) {
      PageRuns.visit(
          layout,
          itemsize,
          (int) Posix.pageSize(),
          (start, end) -> taken[0] &= advise(start, end, Advice.WILLNEED));
    }
    return taken[0];
  }

  /// Whether all pages of a range of the data are in physical memory, as far as the kernel says.
  boolean isResident(long start, long end) {
    if (!Posix.isEnabled()) {
      return true;
    }
    long pageSize = Posix.pageSize();
    long first = (lead + start) & -pageSize;
    MemorySegment range = pages.asSlice(first, lead + end - first);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment flags = arena.allocate(Math.ceilDiv(range.byteSize(), pageSize));
      if (Posix.mincore(range, flags) != 0) {
        return true;
      }
      for (long page = 0; page < flags.byteSize(); page++) {
        if ((flags.get(ValueLayout.JAVA_BYTE, page) & 1) == 0) {
          return false;
        }
      }
      return true;
    }
  }

  /// Counts the pages in physical memory.
  Residency residency() {
    long pageSize = Posix.pageSize();
    long first = lead & -pageSize;
    long size = data.byteSize() == 0 ? 0 : lead + data.byteSize() - first;
    int chunk = Posix.isEnabled() ? MINCORE_PAGES : FALLBACK_PAGES;
    long resident = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment flags = arena.allocate(chunk, Long.BYTES);
      for (long done = 0; done < size; done += chunk * pageSize) {
        MemorySegment part = pages.asSlice(first + done, Math.min(chunk * pageSize, size - done));
        resident +=
            Posix.mincore(part, flags.fill((byte) 0)) == 0 ? marked(flags) : loaded(part, pageSize);
      }
    }
    return new Residency(Math.ceilDiv(size, pageSize), resident, (int) pageSize);
  }

  private static long marked(MemorySegment flags) {
    long count = 0;
    for (long at = 0; at < flags.byteSize(); at += Long.BYTES) {
      count += Long.bitCount(flags.get(ValueLayout.JAVA_LONG, at) & 0x0101_0101_0101_0101L);
    }
    return count;
  }

  private static long loaded(MemorySegment part, long pageSize) {
    if (part.isLoaded()) {
      return Math.ceilDiv(part.byteSize(), pageSize);
    }
    long count = 0;
    for (long at = 0; at < part.byteSize(); at += pageSize) {
      if (part.asSlice(at, Math.min(pageSize, part.byteSize() - at)).isLoaded()) {
        count++;
      }
    }
    return count;
  }
}
