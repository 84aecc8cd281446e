package io.ndmap.serve.tree;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Files that are open, one mapping for each: while they are used, and for a little while after.
final class OpenFiles {

  /// How many files stay open that nobody uses.
  static final int MOST_IDLE = 256;

  /// How many more there may be before the oldest are looked for.
  private static final int MORE = 16;

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Map<Path, ServedFile> files = new ConcurrentHashMap<>();

  /// Opens a file.
  interface Opening {
    ServedFile open() throws IOException;
  }

  /// A file, in use until it is released. One that has changed since it was opened is opened anew.
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

  /// A file and when its last use ended, as it was when this was looked at: it changes meanwhile,
  /// and nothing can be sorted by what changes.
  private record Idle(Path path, ServedFile file, long nanos) {}

  /// Closes files that nobody has used for a while, and those that are too many.
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

  /// Closes all files that nobody uses.
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
