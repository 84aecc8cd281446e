package io.ndmap.mmap;

/// Advice to the kernel about the use of a mapping: the constants of `madvise(2)`.
public enum Advice {
  /// No particular use; cancels [#RANDOM] and [#SEQUENTIAL].
  NORMAL(0),
  /// Random access to single elements: the kernel does not read ahead. If pages are not cached,
  /// this makes a single access cheap, but reading many neighbours slow.
  RANDOM(1),
  /// Access from start to end: the kernel reads far ahead.
  SEQUENTIAL(2),
  /// All pages are needed soon: the kernel prefetches them.
  WILLNEED(3),
  /// No page is needed soon: the pages leave this process's resident memory. Stored elements keep
  /// their values. [NpyFile#advise] refuses it with [OpenMode#COPY_ON_WRITE], because the stores
  /// would be lost.
  DONTNEED(4),
  /// Huge pages, where the file system supports them (tmpfs, and read-only files with
  /// `CONFIG_READ_ONLY_THP_FOR_FS`).
  HUGEPAGE(14);

  private final int code;

  Advice(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
