package io.ndmap.mmap;

import io.ndmap.nd.LongView;
import io.ndmap.sync.AtomicLongs;
import io.ndmap.sync.PublicationCell;
import java.io.IOException;
import java.nio.file.Path;

/// Writes or reads a row of a table, all of whose elements are the row's version.
///
/// Word 0 is the cell of row 0, word 1 tells the writer to stop.
final class PublicationChild {

  /// The number of reads in which a reader must see one new version, on average.
  private static final int READS_PER_VERSION = 50;

  /// The factor by which the reads may be extended for that.
  private static final int MOST_REPETITIONS = 1000;

  /// About 30 microseconds.
  private static final int PAUSE = 1000;

  private final NpyFile table;
  private final NpyFile words;

  private PublicationChild(NpyFile table, NpyFile words) {
    this.table = table;
    this.words = words;
  }

  /// Runs.
  ///
  /// @param arguments the role, the table, the words, the number of reads
  public static void main(String[] arguments) throws IOException {
    boolean writes = arguments[0].startsWith("write");
    OpenMode mode = writes ? OpenMode.READ_WRITE : OpenMode.READ_ONLY;
    try (NpyFile table = NpyFile.open(Path.of(arguments[1]), mode);
        NpyFile words = NpyFile.open(Path.of(arguments[2]), mode)) {
      PublicationChild child = new PublicationChild(table, words);
      int times = Integer.parseInt(arguments[3]);
      System.out.println("ready");
      switch (arguments[0]) {
        case "write" -> child.write();
        case "write-and-hang" -> child.writeAndHang();
        case "read" -> child.read(times);
        case "read-carelessly" -> child.readCarelessly(times);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  private LongView row() {
    return table.view(LongView.class).index(0, 0);
  }

  private PublicationCell<LongView> cell() {
    return PublicationCell.of(row(), words.view(LongView.class), 0);
  }

  private static void fill(LongView row, long value) {
    for (int i = 0; i < (int) row.size(0); i++) {
      row.set(i, value);
    }
  }

  private void write() {
    PublicationCell<LongView> cell = cell();
    AtomicLongs flags = AtomicLongs.of(words.view(LongView.class));
    LongView next = row().copy();
    while (flags.getAcquire(1) == 0) {
      fill(next, cell.version() + 1);
      var _ = cell.publish(next);
      long version = cell.version() + 1;
      var _ = cell.update(row -> fill(row, version));
      // A writer that never pauses starves its readers, as documented.
      for (int i = 0; i < PAUSE; i++) {
        Thread.onSpinWait();
      }
    }
    System.out.println("published " + cell.version());
  }

  private void writeAndHang() {
    long version = cell().version() + 1;
    var _ =
        cell()
            .update(
                row -> {
                  fill(row.slice(0, 0, row.size(0) / 2, 1), version);
                  System.out.println("in the middle");
                  try {
                    Thread.sleep(Long.MAX_VALUE);
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
  }

  private void read(int times) {
    PublicationCell<LongView> cell = cell();
    LongView mine = row().copy();
    int wanted = times / READS_PER_VERSION;
    int versions = 0;
    long last = -1;
    for (int i = 0; i < times || (versions < wanted && i / MOST_REPETITIONS < times); i++) {
      long version = cell.read(mine);
      if (firstOther(mine, version) >= 0) {
        System.out.println("torn " + version + " " + mine);
        return;
      }
      if (version < last) {
        System.out.println("older " + last + " " + version);
        return;
      }
      versions += version > last ? 1 : 0;
      last = version;
    }
    System.out.println(versions < wanted ? "saw only " + versions : "whole");
  }

  /// Reads without the cell: the control, which must see torn rows.
  private void readCarelessly(int times) {
    LongView row = row();
    LongView mine = row.copy();
    for (int i = 0; i < times; i++) {
      row.copyTo(mine);
      if (firstOther(mine, mine.get(0)) >= 0) {
        System.out.println("torn");
        return;
      }
    }
    System.out.println("whole");
  }

  private static int firstOther(LongView row, long value) {
    for (int i = 0; i < (int) row.size(0); i++) {
      if (row.get(i) != value) {
        return i;
      }
    }
    return -1;
  }
}
