package io.ndmap.mmap;

import io.ndmap.memory.SharedArenas;
import java.lang.foreign.Arena;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A shared arena for the mappings of files that are opened for reading in quick succession.
///
/// Closing a shared arena takes two handshakes of the JVM with all threads ([SharedArenas]). Each
/// handshake takes some tens of microseconds, more than the rest of opening and closing a file. So
/// small files that are opened in quick succession share an arena. The arena is closed when all
/// files of the group are closed and no further file may join. Closing a file still ends the use of
/// its views at once ([MappedBacking#close]), but its memory stays mapped until the arena is
/// closed: at most [#BYTES] per group.
///
/// A writable file has its own arena: once the file is closed, the caller may want to move or
/// replace it, or to unmount its file system.
///
/// The state of all groups is guarded by the lock of the class; arenas are closed without this
/// lock.
final class MappingGroup {

  /// The maximum bytes of all files of a group together. A file of more bytes has its own group,
  /// and is unmapped when it is closed.
  static final long BYTES = 64L << 20;

  /// The maximum number of files of a group.
  static final int FILES = 32;

  /// The time during which files may join a group, from its creation.
  static final long AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /// Runs a task after 20 ms. By then, no file may join a group that exists now.
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(2 * AGE_NANOS, TimeUnit.NANOSECONDS);

  /// The group that new files may join, or null.
  private static @Nullable MappingGroup current;

  /// Whether a [#sweep] is scheduled.
  private static boolean sweepDue;

  private final Arena arena = Arena.ofShared();
  private final long born = System.nanoTime();

  /// The bytes of all mappings that have joined the group.
  private long bytes;

  /// The number of mappings that have joined the group.
  private int joined;

  /// The number of mappings, and of parts of mappings ([Mapping#part]), that have not left the
  /// group.
  private int open;

  /// The number of mappings of files in the arena. Not included: mappings of no bytes, and file
  /// ranges that were read into memory instead of being mapped.
  private int mapped;

  /// The bytes of the mappings in the arena.
  private long mappedBytes;

  private MappingGroup() {}

  /// Returns a group for a single mapping. The mapping is unmapped when it and all its parts have
  /// left the group.
  static MappingGroup alone() {
    MappingGroup group = new MappingGroup();
    group.open = 1;
    return group;
  }

  /// Returns the group for a new mapping of `size` bytes. The mapping must [#leave] the group in
  /// the end.
  static MappingGroup join(long size) {
    if (size > BYTES) {
      return alone();
    }
    MappingGroup group;
    MappingGroup left;
    synchronized (MappingGroup.class) {
      left = current != null && !current.admits(size) ? abandon() : null;
      group = current == null ? new MappingGroup() : current;
      group.bytes += size;
      group.joined++;
      group.open++;
      current = group.bytes < BYTES && group.joined < FILES ? group : null;
    }
    if (left != null) {
      left.close();
    }
    return group;
  }

  private boolean admits(long size) {
    return size <= BYTES - bytes && !isAged();
  }

  private boolean isAged() {
    return System.nanoTime() - born > AGE_NANOS;
  }

  /// Closes the current group to new mappings.
  ///
  /// @return the group if the caller must close its arena, otherwise null
  private static @Nullable MappingGroup abandon() {
    MappingGroup group = current;
    current = null;
    return group != null && group.open == 0 ? group : null;
  }

  /// The arena of the mappings.
  Arena arena() {
    return arena;
  }

  /// Adds a part of a mapping to this group. The part must [#leave] the group too.
  MappingGroup again() {
    synchronized (MappingGroup.class) {
      open++;
    }
    return this;
  }

  /// Adds the bytes of a mapping that was created in the arena to [MappingCount]. Closing the arena
  /// removes the mapping and its bytes from there.
  void count(long size) {
    MappingCount.OF_PROCESS.addBytes(size);
    synchronized (MappingGroup.class) {
      mapped++;
      mappedBytes += size;
    }
  }

  /// Removes a mapping or a part from this group. The memory of the mapping or part must not be
  /// accessed any more. After the last one has left, the arena is closed: at once, or by a [#sweep]
  /// if further files may still join.
  void leave() {
    boolean last;
    synchronized (MappingGroup.class) {
      open--;
      last = open == 0;
      if (last && current == this) {
        if (isAged()) {
          current = null;
        } else {
          last = false;
          sweepLater();
        }
      }
    }
    if (last) {
      close();
    }
  }

  /// Schedules a [#sweep]: the current group has no open file, but may still be joined. If no file
  /// joins, nothing else would close its arena.
  private static void sweepLater() {
    if (!sweepDue) {
      sweepDue = true;
      LATER.execute(MappingGroup::sweep);
    }
  }

  /// Closes the current group if it has no open file and is too old to be joined. If it can still
  /// be joined, schedules another sweep.
  private static void sweep() {
    MappingGroup left = null;
    synchronized (MappingGroup.class) {
      sweepDue = false;
      if (current != null && current.open == 0) {
        if (current.isAged()) {
          left = abandon();
        } else {
          sweepLater();
        }
      }
    }
    if (left != null) {
      left.close();
    }
  }

  private void close() {
    try {
      SharedArenas.close(arena);
      // The counts are read without the lock: no mapping joins or leaves the group any more.
      MappingCount.OF_PROCESS.remove(mapped);
      MappingCount.OF_PROCESS.addBytes(-mappedBytes);
    } catch (IllegalStateException e) {
      // A channel or a native call still uses the memory, so the arena stays open: try again later.
      LATER.execute(this::close);
    }
  }
}
