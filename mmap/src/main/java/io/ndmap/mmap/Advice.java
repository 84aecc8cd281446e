package io.ndmap.mmap;

/// Advice to the kernel about the use of a mapping: the constants of `madvise(2)`.
public enum Advice {
  /// No particular use; ends [#RANDOM] and [#SEQUENTIAL].
  NORMAL(0),
  /// Random access to single elements: the kernel does not read ahead. If pages are not cached,
  /// this makes a single access cheap, but reading many neighbours slow.
  RANDOM(1),
  /// From start to end: the kernel reads far ahead.
  SEQUENTIAL(2),
  /// All of it is needed soon: the kernel prefetches it.
  WILLNEED(3),
  /// None of it is needed soon: the pages leave this process's resident memory. Stored elements
  /// keep their values. Not for [OpenMode#COPY_ON_WRITE], whose changes it would drop.
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
