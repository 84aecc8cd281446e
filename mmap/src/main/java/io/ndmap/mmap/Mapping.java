package io.ndmap.mmap;

import io.ndmap.layout.Strided;
import io.ndmap.memory.Alias;
import io.ndmap.op.Backing;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.Addresses;
import io.ndmap.posix.Disk;
import io.ndmap.posix.Posix;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Cleaner;
import java.lang.ref.Cleaner.Cleanable;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The memory of a range of a file, and the system calls on this memory. The range is mapped, or
/// read into memory if the file system does not support mapping.
final class Mapping {

  // Mappings begin at a multiple of this number of bytes in the file, the largest base page size of
  // Linux. So they begin at a page boundary in memory too, as `madvise` and `mincore` require.
  private static final long GRANULE = 64 * 1024;

  /// Unmaps unreachable mappings that were not closed.
  private static final Cleaner CLEANER = Cleaner.create();

  /// The value of `MADV_POPULATE_READ`, which exists since Linux 5.14.
  private static final int POPULATE_READ = 22;

  @SuppressWarnings("UnusedVariable") // keeps the compiler from eliminating reads
  private static volatile byte touched;

  /// The number of pages per call of `mincore`, which reports each page in one byte.
  private static final int MINCORE_PAGES = 1 << 18;

  /// The number of pages per call of [MemorySegment#isLoaded], which replaces `mincore` without
  /// native access. If some of these pages are not loaded, each page is checked.
  private static final int FALLBACK_PAGES = 512;

  /// The result of [#offsetOf] for memory outside this mapping.
  static final long ELSEWHERE = -1;

  /// The memory from a page boundary to the end of the data.
  private final MemorySegment pages;

  private final MemorySegment data;
  private final @Nullable Alias alias;

  /// The number of bytes in `pages` before the data.
  private final long lead;

  private final boolean mapped;

  /// The group that owns the arena; null in a caller's arena.
  private final @Nullable MappingGroup group;

  /// Removes this mapping from the group; null in a caller's arena.
  private final @Nullable Cleanable release;

  private Mapping(
      MemorySegment pages, long lead, long size, boolean mapped, @Nullable MappingGroup group) {
    this.pages = pages;
    this.mapped = mapped;
    this.group = group;
    this.data = pages.asSlice(lead, size);
    this.lead = lead;
    // The cleaner observes `data`, because everything that may use the memory references `data`:
    // the file, its views through their backing, and the segment of the view of the whole array.
    this.alias = group == null ? null : Alias.of(data);
    this.release = group == null ? null : CLEANER.register(data, group::leave);
  }

  /// Maps a range of a file. The file must contain the whole range. If the file system does not
  /// support mapping, and stores need not reach the file, the range is read into memory instead
  /// ([ReadInstead]).
  ///
  /// @param arena the caller's arena that owns the mapping; or null: the mapping is then in the
  ///   arena of a [MappingGroup], and [#close] removes it from the group
  /// @throws IOException if the range cannot be mapped; the message suggests a remedy
  static Mapping of(
      Path path, FileChannel channel, OpenMode mode, long offset, long size, @Nullable Arena arena)
      throws IOException {
    try {
      return onlyMapped(path, channel, mode, offset, size, arena);
    } catch (MappingRefusedException e) {
      if (mode == OpenMode.READ_WRITE || !e.isByFileSystem()) {
        throw e;
      }
      return grouped(
          mode,
          size,
          arena,
          (owner, group) -> {
            MemorySegment read = ReadInstead.read(path, channel, offset, size, owner, e);
            MemorySegment data = mode == OpenMode.READ_ONLY ? read.asReadOnly() : read;
            return new Mapping(data, 0, size, false, group);
          });
    }
  }

  /// Maps a range of a file, and never reads it into memory instead.
  ///
  /// @throws MappingRefusedException if the system does not map the range
  /// @throws IOException if the process has too many mappings, or the channel is closed
  static Mapping onlyMapped(
      Path path, FileChannel channel, OpenMode mode, long offset, long size, @Nullable Arena arena)
      throws IOException {
    return grouped(
        mode, size, arena, (owner, group) -> of(path, channel, mode, offset, size, owner, group));
  }

  /// Creates a mapping in an arena. The group is null if the arena is the caller's.
  private interface Making {
    Mapping in(Arena owner, @Nullable MappingGroup group) throws IOException;
  }

  private static Mapping grouped(OpenMode mode, long size, @Nullable Arena arena, Making making)
      throws IOException {
    if (arena != null) {
      return making.in(arena, null);
    }
    MappingGroup group =
        mode == OpenMode.READ_ONLY ? MappingGroup.join(size) : MappingGroup.alone();
    try {
      return making.in(group.arena(), group);
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
      // Do not call `map`: an empty mapping at the end of a writable channel could extend the file.
      MemorySegment nothing = arena.allocate(0);
      MemorySegment data = mode == OpenMode.READ_ONLY ? nothing.asReadOnly() : nothing;
      return new Mapping(data, 0, 0, true, group);
    }
    long lead = offset % GRANULE;
    MemorySegment pages = counted(path, channel, mode, offset - lead, lead + size, arena, group);
    return new Mapping(pages, lead, size, true, group);
  }

  /// Returns a part of this mapping. The memory stays mapped as long as the part is open.
  ///
  /// @param offset the byte offset of the part in the data of this mapping
  Mapping part(long offset, long size) {
    long partLead = (lead + offset) % GRANULE;
    MemorySegment part = pages.asSlice(lead + offset - partLead, partLead + size);
    return new Mapping(part, partLead, size, mapped, group == null ? null : group.again());
  }

  /// Maps pages of a file, and counts the mapping in [MappingCount] until it is unmapped.
  private static MemorySegment counted(
      Path path,
      FileChannel channel,
      OpenMode mode,
      long from,
      long size,
      Arena arena,
      @Nullable MappingGroup group)
      throws IOException {
    MappingCount count = MappingCount.OF_PROCESS;
    count.add(path.toString());
    // Whether the mapping stays counted. Without native access, a mapping in a caller's arena is
    // not counted: nothing would remove it from the count when the arena is closed.
    boolean kept = false;
    try {
      MemorySegment pages = map(path, channel, mode, from, size, arena);
      if (group != null) {
        group.count(size);
        kept = true;
      } else {
        kept =
            Addresses.whenClosed(
                arena,
                () -> {
                  count.remove(1);
                  count.addBytes(-size);
                });
        count.addBytes(kept ? size : 0);
      }
      return pages;
    } finally {
      if (!kept) {
        count.remove(1);
      }
    }
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
    } catch (ClosedChannelException e) {
      throw e;
    } catch (UnsupportedOperationException | IOException e) {
      if (e.getCause() instanceof OutOfMemoryError) {
        throw new MappingRefusedException(
            path
                + ": the system does not map "
                + size
                + " bytes more into this process; check its address space (ulimit -v), its number"
                + " of mappings (sysctl vm.max_map_count)"
                + (mode == OpenMode.COPY_ON_WRITE
                    ? " and, for COPY_ON_WRITE, the memory it may promise (sysctl"
                        + " vm.overcommit_memory)"
                    : "")
                + ", or read it in blocks (NpyReader, ndmap with - as the file)",
            false,
            e);
      }
      throw new MappingRefusedException(
          path
              + ": its file system does not map files into memory"
              + (mode == OpenMode.READ_WRITE ? " for writing" : "")
              + " ("
              + e.getMessage()
              + "); copy it to one that does (ext4, xfs, btrfs, tmpfs)"
              + (mode == OpenMode.READ_WRITE
                  ? ", open it READ_ONLY, which reads it into memory, or write a new one by"
                      + " NpyFile.write, which needs no mapping"
                  : ""),
          true,
          e);
    }
  }

  /// Whether the data are the mapped file, not a copy in memory.
  boolean isMapped() {
    return mapped;
  }

  /// The bytes of the range. (The mapping itself may begin before the range, at a page boundary.)
  MemorySegment data() {
    return data;
  }

  /// The data as a segment of the global scope, which loops access without liveness checks; null
  /// without native access, and if the data are in the caller's arena, which may be closed at any
  /// moment.
  @Nullable Alias alias() {
    return alias;
  }

  /// Finds the offset of a segment in the data. The segment's arena must be open.
  ///
  /// @return the byte offset, or [#ELSEWHERE]
  long offsetOf(MemorySegment memory) {
    long offset = memory.address() - data.address();
    return memory.isNative() && offset >= 0 && offset <= data.byteSize() - memory.byteSize()
        ? offset
        : ELSEWHERE;
  }

  /// Whether the arena of the memory is open.
  boolean isAlive() {
    return pages.scope().isAlive();
  }

  /// Removes this mapping from its group, so that the memory is unmapped now or when the group is
  /// closed ([MappingGroup]). Does nothing for memory of a caller's arena. The memory must not be
  /// accessed any more.
  void close() {
    if (release != null) {
      release.clean();
    }
  }

  /// Writes changed pages to the disk and waits for completion.
  void force(Path path) throws IOException {
    if (data.byteSize() > 0) {
      Disk.force(pages, path);
    }
  }

  /// Checks whether an earlier access of this thread has faulted. Compiled code may not have
  /// reported the fault yet.
  ///
  /// @throws MappingFaultException if an access has faulted
  void barrier(Backing backing) {
    try {
      backing.barrier();
    } catch (InternalError e) {
      throw new MappingFaultException(backing.name(), e);
    }
  }

  /// Advises the kernel on all of the data.
  ///
  /// @return whether the kernel accepted the advice
  boolean advise(Advice advice) {
    return advise(0, data.byteSize(), advice);
  }

  /// Advises the kernel on the pages of a range of the data.
  ///
  /// @param start byte offset in the data
  /// @param end byte offset after the last byte
  /// @return whether the kernel accepted the advice
  boolean advise(long start, long end, Advice advice) {
    if (!mapped) {
      // The data are a copy in anonymous memory, whose pages DONTNEED would zero.
      return false;
    }
    if (start == end) {
      return Posix.isEnabled();
    }
    long first = (lead + start) & -Posix.pageSize();
    return Posix.madvise(pages.asSlice(first, lead + end - first), advice.code()) == 0;
  }

  /// Starts to read the pages that contain the elements of a layout.
  ///
  /// @param layout the layout, with byte offsets in the data
  /// @return whether the kernel accepted the advice
  boolean prefetch(Strided layout, int itemsize) {
    boolean[] taken = {mapped && Posix.isEnabled()};
    if (taken[0]) {
      var _ =
          PageRuns.visit(
              layout,
              itemsize,
              (int) Posix.pageSize(),
              (start, end) -> taken[0] &= advise(start, end, Advice.WILLNEED));
    }
    return taken[0];
  }

  /// Faults in the pages of a range of the data.
  ///
  /// @param start byte offset in the data
  /// @param end byte offset after the last byte
  /// @return false if a page cannot be read
  boolean populate(long start, long end) {
    long first = (lead + start) & -Posix.pageSize();
    MemorySegment range = pages.asSlice(first, lead + end - first);
    int errno = Posix.madvise(range, POPULATE_READ);
    // EINVAL: Linux before 5.14; ENOSYS: no native access. Then one byte of each page is read.
    return errno == 0 || ((errno == Posix.EINVAL || errno == Posix.ENOSYS) && touch(range));
  }

  private static boolean touch(MemorySegment range) {
    byte some = 0;
    try {
      for (long at = 0; at < range.byteSize(); at += Posix.pageSize()) {
        some |= range.get(ValueLayout.JAVA_BYTE, at);
      }
      touched = some;
      // If a read has faulted, this call throws the InternalError at the latest, see
      // MappedBacking.barrier.
      var _ = Runtime.getRuntime().totalMemory();
      return true;
    } catch (InternalError e) {
      return false;
    }
  }

  /// Whether all pages of a range of the data are in physical memory; true if that is not known:
  /// without native access, and if the data were read into memory or `mincore` fails.
  boolean isResident(long start, long end) {
    if (!mapped || !Posix.isEnabled()) {
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
    if (!mapped) {
      long all = Math.ceilDiv(size, pageSize);
      return new Residency(all, all, (int) pageSize);
    }
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
