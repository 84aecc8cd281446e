package io.ndmap.mmap;

import io.ndmap.memory.SharedArenas;
import java.lang.foreign.Arena;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A shared arena for the mappings of files that are opened for reading in quick succession.
///
/// To close a shared arena takes two thread-local handshakes ([SharedArenas]), each some tens of
/// microseconds, more than the rest of opening and closing a file. So small files opened in quick
/// succession share an arena, which is closed with the last of them, once no other may join. Their
/// views end at once nevertheless ([MappedBacking#close]); only the memory of closed files stays
/// mapped for a while: at most [#BYTES] a group, for [#AGE_NANOS] and as long as files opened
/// within that time stay open.
///
/// A writable file has its own arena: the caller may want to move or replace it, or to unmount its
/// file system, once it is closed.
///
/// The state of all groups is guarded by the class; arenas are closed outside the lock.
final class MappingGroup {

  /// The maximum bytes of a group. A larger file has its own group, and is unmapped when it is
  /// closed.
  static final long BYTES = 64L << 20;

  /// The maximum number of files of a group.
  static final int FILES = 32;

  /// How long files may join a group.
  static final long AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(2 * AGE_NANOS, TimeUnit.NANOSECONDS);

  /// The group that may be joined.
  private static @Nullable MappingGroup current;

  private static boolean sweepDue;

  private final Arena arena = Arena.ofShared();
  private final long born = System.nanoTime();
  private long bytes;
  private int joined;
  private int open;
  private int mapped;
  private long mappedBytes;

  private MappingGroup() {}

  /// A group for one mapping alone, which is unmapped when it leaves.
  static MappingGroup alone() {
    MappingGroup group = new MappingGroup();
    group.open = 1;
    return group;
  }

  /// Returns the group for a new mapping, which must [#leave] it in the end.
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
  /// @return the group, if the caller must close its arena
  private static @Nullable MappingGroup abandon() {
    MappingGroup group = current;
    current = null;
    return group != null && group.open == 0 ? group : null;
  }

  /// The arena of the mappings.
  Arena arena() {
    return arena;
  }

  /// Joins a part of a mapping of this group, which must [#leave] it too.
  MappingGroup again() {
    synchronized (MappingGroup.class) {
      open++;
    }
    return this;
  }

  /// Adds a mapping that [MappingCount] counts.
  void count(long size) {
    MappingCount.OF_PROCESS.addBytes(size);
    synchronized (MappingGroup.class) {
      mapped++;
      mappedBytes += size;
    }
  }

  /// Removes a mapping, whose memory must not be accessed any more.
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

  /// Schedules the closing of the current group, for the case that no later file does it.
  private static void sweepLater() {
    if (!sweepDue) {
      sweepDue = true;
      LATER.execute(MappingGroup::sweep);
    }
  }

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
      // No mapping joins any more.
      MappingCount.OF_PROCESS.remove(mapped);
      MappingCount.OF_PROCESS.addBytes(-mappedBytes);
    } catch (IllegalStateException e) {
      // A channel or a native call still uses the memory: the JDK keeps it mapped.
      LATER.execute(this::close);
    }
  }
}
