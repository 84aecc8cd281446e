package io.ndmap.serve.tree;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// The open files, with one mapping per file. A file stays open while it is in use and for a short
/// time afterwards.
final class OpenFiles {

  /// The maximum number of files that stay open without being in use.
  static final int MOST_IDLE = 256;

  /// How far the number of open files may exceed [#MOST_IDLE] before the files with the longest
  /// idle time are closed.
  private static final int MORE = 16;

  /// How long a file stays open without being in use.
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Map<Path, ServedFile> files = new ConcurrentHashMap<>();

  /// Opens a file.
  interface Opening {
    ServedFile open() throws IOException;
  }

  /// Returns an open file, which is in use until [ServedFile#release]. A file that has changed
  /// since it was opened is opened again.
  ServedFile acquire(Path file, FileState now, Opening opening) throws IOException {
    ServedFile there = files.get(file);
    if (there != null) {
      if (there.identity().equals(now) && there.acquire()) {
        return there;
      }
      retire(file, there);
    }
    ServedFile opened = opening.open();
    opened.acquire();
    ServedFile before = files.put(file, opened);
    if (before != null) {
      before.retire();
    }
    if (files.size() > MOST_IDLE + MORE) {
      retireOldest();
    }
    return opened;
  }

  /// A file that is not in use, and for how many nanoseconds it has been idle. The time is a copy,
  /// because a sort key must not change while other threads use the file.
  private record Idle(Path path, ServedFile file, long nanos) {}

  /// Closes files that were not used for 10 seconds. If more than [#MOST_IDLE] files are open,
  /// closes the files with the longest idle time.
  void sweep() {
    long now = System.nanoTime();
    files.forEach(
        (path, file) -> {
          long since = file.idleSince();
          if (since != Long.MAX_VALUE && now - since > IDLE_NANOS) {
            retire(path, file);
          }
        });
    if (files.size() > MOST_IDLE) {
      retireOldest();
    }
  }

  /// Closes all files that are not in use.
  void retireIdle() {
    files.forEach(
        (path, file) -> {
          if (file.idleSince() != Long.MAX_VALUE) {
            retire(path, file);
          }
        });
  }

  private void retireOldest() {
    long now = System.nanoTime();
    List<Idle> idle = new ArrayList<>();
    files.forEach(
        (path, file) -> {
          long since = file.idleSince();
          if (since != Long.MAX_VALUE) {
            idle.add(new Idle(path, file, now - since));
          }
        });
    idle.sort(Comparator.comparingLong(Idle::nanos).reversed());
    idle.stream()
        .limit(Math.max(0, files.size() - MOST_IDLE))
        .forEach(oldest -> retire(oldest.path(), oldest.file()));
  }

  private void retire(Path path, ServedFile file) {
    if (files.remove(path, file)) {
      file.retire();
    }
  }

  int count() {
    return files.size();
  }

  void close() {
    files.forEach(this::retire);
  }
}
