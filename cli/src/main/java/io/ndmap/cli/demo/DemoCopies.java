package io.ndmap.cli.demo;

import io.ndmap.cli.output.QuantityText;
import io.ndmap.dtype.DType;
import io.ndmap.grow.NpyAppender;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.NpyFollower;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.DoubleView;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzRepair;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import java.io.IOException;

/// The steps of the demo that write rows of the array into an archive and into a growing file.
///
/// @param rows the array's first rows
record DemoCopies(DoubleView rows, DemoFiles files, DemoReport report) {

  static final String STORED = "rows";
  static final String DEFLATED = "first";

  private static final int APPENDS = 4;

  void run() throws IOException {
    archive();
    member();
    append();
  }

  private long bytes() {
    return rows.size(0) * DemoArray.ROW_BYTES;
  }

  private void archive() throws IOException {
    long begin = System.nanoTime();
    try (NpzWriter writer = NpzWriter.create(files.archive())) {
      writer.add(STORED, rows);
      writer.publish();
    }
    NpzWriteOptions deflated = NpzWriteOptions.DEFAULT.withDeflated(6);
    try (NpzWriter writer = NpzWriter.append(files.archive(), deflated)) {
      writer.add(DEFLATED, rows.index(0, 0));
      writer.publish();
    }
    long nanos = System.nanoTime() - begin;
    report.step(
        "archive",
        "a[:" + rows.size(0) + "] stored in an archive, and its first row deflated",
        nanos,
        QuantityText.bytesPerSecond(bytes(), nanos),
        NpzRepair.verify(files.archive()).isSound());
  }

  /// Changes an element of the stored member, and restores it.
  private void member() throws IOException {
    boolean right;
    long begin = System.nanoTime();
    try (NpzFile archive = NpzFile.open(files.archive(), OpenMode.READ_WRITE)) {
      DoubleView stored = archive.view(STORED, DoubleView.class);
      right = stored.get(0, 1) == DemoArray.value(0, 1);
      stored.set(0, 1, -1);
    }
    long nanos = System.nanoTime() - begin;
    right &= NpzRepair.verify(files.archive()).isSound();
    try (NpzFile archive = NpzFile.open(files.archive(), OpenMode.READ_WRITE)) {
      DoubleView stored = archive.view(STORED, DoubleView.class);
      right &= stored.get(0, 1) == -1;
      stored.set(0, 1, DemoArray.value(0, 1));
      DoubleView first = archive.view(DEFLATED, DoubleView.class);
      right &= first.contentEquals(rows.index(0, 0));
    }
    report.step(
        "member",
        "mapped in the archive, an element changed, its CRC set right",
        nanos,
        QuantityText.bytesPerSecond(bytes(), nanos),
        right);
  }

  private void append() throws IOException {
    NpyFile.create(files.grown(), DType.FLOAT64, Shape.of(0, DemoArray.COLUMNS), Order.C).close();
    long count = rows.size(0);
    boolean right = true;
    long nanos = 0;
    try (NpyFollower follower = NpyFollower.open(files.grown());
        NpyAppender appender = NpyAppender.open(files.grown())) {
      for (long part = 0; part < APPENDS; part++) {
        long from = count * part / APPENDS;
        long end = count * (part + 1) / APPENDS;
        long begin = System.nanoTime();
        appender.append(rows.slice(0, from, end, 1));
        nanos += System.nanoTime() - begin;
        right &= follower.refresh() == end > from && follower.length() == end;
      }
      right &= follower.view(DoubleView.class).contentEquals(rows);
    }
    report.step(
        "append",
        "the same rows appended to a file in "
            + APPENDS
            + " parts, while a reader follows the file",
        nanos,
        QuantityText.bytesPerSecond(bytes(), nanos),
        right);
  }
}
