package io.ndmap.power;

import io.ndmap.power.WriteLog.Entry;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Creates disks as power cuts leave them: with all writes before the last flush, and a random part
/// of the later ones. Cuts are in the order of the log.
final class PowerCut implements AutoCloseable {

  /// The unit that a disk writes atomically.
  private static final int SECTOR = 512;

  /// The fate of unflushed writes.
  private enum Fate {
    /// All are on the disk.
    WRITTEN,
    /// Some are.
    PARTLY_WRITTEN,
    /// Some of their sectors are.
    TORN
  }

  private final FileChannel log;
  private final WriteLog writes;
  private final Path disk;
  private final FileChannel flushed;
  private int next;

  private PowerCut(FileChannel log, WriteLog writes, Path disk, FileChannel flushed) {
    this.log = log;
    this.writes = writes;
    this.disk = disk;
    this.flushed = flushed;
  }

  /// Begins with an empty disk.
  ///
  /// @param disk a file for the flushed writes
  static PowerCut of(Path log, Path disk, long diskBytes) throws IOException, InterruptedException {
    FileChannel channel = FileChannel.open(log, StandardOpenOption.READ);
    FileChannel flushed =
        FileChannel.open(disk, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    Commands.require("truncate", "-s", Long.toString(diskBytes), disk.toString());
    return new PowerCut(channel, WriteLog.read(channel), disk, flushed);
  }

  /// The entries before which a power cut loses most: the flushes.
  List<Integer> flushes() {
    return IntStream.range(0, writes.entries().size())
        .filter(i -> writes.entries().get(i).flush())
        .boxed()
        .toList();
  }

  /// Cuts the power.
  ///
  /// @param end the number of entries of the log before the cut, at least that of the last cut
  /// @param random selects the entries since the last flush that survive
  /// @param into the disk, a new file
  void at(int end, Random random, Path into) throws IOException, InterruptedException {
    int flush = end;
    while (flush > next && !writes.entries().get(flush - 1).flush()) {
      flush--;
    }
    for (; next < flush; next++) {
      write(writes.entries().get(next), flushed);
    }
    Commands.require("cp", "--sparse=always", disk.toString(), into.toString());
    try (FileChannel cut = FileChannel.open(into, StandardOpenOption.WRITE)) {
      Fate fate = Fate.values()[random.nextInt(Fate.values().length)];
      for (Entry entry : writes.entries().subList(next, end)) {
        if (entry.forced() || fate == Fate.WRITTEN) {
          write(entry, cut);
        } else if (fate == Fate.TORN) {
          tear(entry, random, cut);
        } else if (random.nextBoolean()) {
          write(entry, cut);
        }
      }
    }
  }

  private void write(Entry entry, FileChannel to) throws IOException {
    copy(entry.source(), entry.length(), entry.at(), to);
  }

  private void tear(Entry entry, Random random, FileChannel to) throws IOException {
    for (long done = 0; done < entry.length(); done += SECTOR) {
      if (random.nextBoolean()) {
        copy(entry.source() + done, SECTOR, entry.at() + done, to);
      }
    }
  }

  private void copy(long from, long count, long at, FileChannel to) throws IOException {
    for (long done = 0; done < count; ) {
      done += log.transferTo(from + done, count - done, to.position(at + done));
    }
  }

  @Override
  public void close() throws IOException {
    log.close();
    flushed.close();
    Files.delete(disk);
  }
}
