package io.ndmap.power;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The writes and flushes of a disk, in order. Read from a file in the format of the device
/// mapper's log-writes target, as written by `blklogwrites` of QEMU: a superblock, and then
/// entries, each in a separate sector, followed by the written bytes.
///
/// @param entries the writes and flushes
record WriteLog(List<Entry> entries) {

  private static final long MAGIC = 0x6a736677736872L;
  private static final int SUPERBLOCK_BYTES = 28;
  private static final int ENTRY_BYTES = 32;
  private static final int DATA_UNIT = 512;
  private static final long FLUSH = 1;
  private static final long FUA = 2;
  private static final long DISCARD = 4;

  /// A write, a flush, or both, in which case the flush comes first.
  ///
  /// @param at the offset on the disk
  /// @param length the number of bytes written
  /// @param source their offset in the log
  /// @param flush whether all earlier writes are durable
  /// @param forced whether these bytes are durable too
  record Entry(long at, long length, long source, boolean flush, boolean forced) {}

  /// The number of entries of a log that is being written, from its superblock, which each flush
  /// updates: so the entries include the last flush.
  static long count(Path log) throws IOException {
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
      return superblock(channel).getLong(16);
    }
  }

  /// Reads a log to its end.
  static WriteLog read(FileChannel log) throws IOException {
    ByteBuffer superblock = superblock(log);
    long count = superblock.getLong(16);
    int sector = superblock.getInt(24);
    List<Entry> entries = new ArrayList<>();
    long at = sector;
    for (long i = 0; i < count; i++) {
      ByteBuffer entry = bytes(log, at, ENTRY_BYTES);
      long flags = entry.getLong(16);
      long length = (flags & DISCARD) == 0 ? entry.getLong(8) * sector : 0;
      entries.add(
          new Entry(
              entry.getLong(0) * sector,
              length,
              at + sector,
              (flags & FLUSH) != 0,
              (flags & FUA) != 0));
      at += sector + length;
    }
    return new WriteLog(List.copyOf(entries));
  }

  private static ByteBuffer superblock(FileChannel log) throws IOException {
    ByteBuffer bytes = bytes(log, 0, SUPERBLOCK_BYTES);
    if (bytes.getLong(0) != MAGIC || bytes.getInt(24) != DATA_UNIT) {
      throw new IOException("no log of writes in sectors of " + DATA_UNIT + " bytes");
    }
    return bytes;
  }

  private static ByteBuffer bytes(FileChannel log, long at, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    if (log.read(bytes, at) < count) {
      throw new IOException("the log of writes ends at " + log.size());
    }
    return bytes.flip();
  }
}
