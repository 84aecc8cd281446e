package io.ndmap.mmap;

import java.lang.foreign.Arena;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A shared arena for the mappings of files that are opened for reading in quick succession.
///
/// To close a shared arena the JVM performs a thread-local handshake: tens of microseconds, more
/// than all else that opening and closing a file takes. So small files that come in quick
/// succession share an arena, which is closed when the last of them is and no other may join. Their
/// views end at once nevertheless ([MappedBacking#close]); only the memory of the closed ones stays
/// for a while: at most [#BYTES] a group, for [#AGE_NANOS] and as long as files are open that were
/// opened within that time.
///
/// A file that was written to has its own arena: after closing it the caller may want to move,
/// replace or unmount what it is mounted on.
///
/// The state of all groups is guarded by the class; arenas are closed outside the lock.
final class MappingGroup {

  /// The most bytes of a group. A larger file has a group of its own, and its memory goes when it
  /// is closed.
  static final long BYTES = 64L << 20;

  /// The most files of a group.
  static final int FILES = 32;

  /// How long files may join a group.
  static final long AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(2 * AGE_NANOS, TimeUnit.NANOSECONDS);

  /// The one that may be joined.
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

  /// A group for one mapping alone, whose memory goes when it leaves.
  static MappingGroup alone() {
    MappingGroup group = new MappingGroup();
    group.open = 1;
    return group;
  }

  /// The group for a new mapping, which must [#leave] it in the end.
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

  /// Lets no other join the current group.
  ///
  /// @return the arena, if no caller is left to close it
  private static @Nullable MappingGroup abandon() {
    MappingGroup group = current;
    current = null;
    return group != null && group.open == 0 ? group : null;
  }

  /// Owns the mappings.
  Arena arena() {
    return arena;
  }

  /// The same group for a part of a mapping of it, which must [#leave] it, too.
  MappingGroup again() {
    synchronized (MappingGroup.class) {
      open++;
    }
    return this;
  }

  /// Takes over a mapping that [MappingCount] counts.
  void count(long size) {
    MappingCount.OF_PROCESS.addBytes(size);
    synchronized (MappingGroup.class) {
      mapped++;
      mappedBytes += size;
    }
  }

  /// Gives a mapping back, whose memory must not be accessed any more.
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

  /// Has the current group closed if no file comes that would do it.
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
      arena.close();
      // Nobody joins any more.
      MappingCount.OF_PROCESS.remove(mapped);
      MappingCount.OF_PROCESS.addBytes(-mappedBytes);
    } catch (IllegalStateException e) {
      // A channel or a native call still works on the memory: the JDK keeps it mapped.
      LATER.execute(this::close);
    }
  }
}
