package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Contender;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.DoubleView;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/// The files that the race of files reads, each made when a row first needs it. Archives are
/// numpy's; the one of 5 GiB is ndmap's, because it takes no disk space.
///
/// @param directory where
/// @param bytes of the array, a multiple of [#BLOCK]
record FilesData(Path directory, long bytes) {

  /// Bytes of what is appended at once, and of the small archive's array.
  static final int BLOCK = 1 << 20;

  /// Elements of a row.
  static final int COLUMNS = 1024;

  /// Elements of the member of 5 GiB, and where the one that is read is.
  static final long HUGE = 5L << 27;

  static final long ITEM = HUGE / 2;

  /// Makes a file if it is not there yet, in memory and on the disk.
  ///
  /// @param name such as `stored.npz`
  /// @param numpy makes archives
  void make(String name, Contender numpy) throws IOException {
    Path path = directory.resolve(name);
    if (Files.exists(path)) {
      return;
    }
    switch (name) {
      case "data.npy" -> writeMeasurements(path);
      case "big.npz" -> writeHuge(path);
      default -> {
        make("data.npy", numpy);
        var _ = numpy.check("make " + name, 0);
      }
    }
  }

  /// Sensor readings: a daily and a yearly wave and noise, in tenths.
  private void writeMeasurements(Path path) throws IOException {
    SplittableRandom random = new SplittableRandom(26);
    long rows = bytes / COLUMNS / Double.BYTES;
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      var _ =
          channel.write(
              ByteBuffer.wrap(
                  NpyHeaderCodec.encode(DType.FLOAT64, Order.C, Shape.of(rows, COLUMNS))));
      for (long i = 0; i < bytes / Double.BYTES; ) {
        for (block.clear(); block.hasRemaining(); i++) {
          double waves = 10 * Math.sin(i / 229.0) + 15 * Math.sin(i / 83_700.0);
          block.putDouble(Math.round(10 * (waves + random.nextGaussian())) / 10.0);
        }
        block.flip();
        while (block.hasRemaining()) {
          var _ = channel.write(block);
        }
      }
      channel.force(true);
    }
  }

  private static void writeHuge(Path path) throws IOException {
    try (NpzWriter writer = NpzWriter.create(path, NpzWriteOptions.DEFAULT.withoutReserving())) {
      writer.addZeros("a", DType.FLOAT64, Shape.of(HUGE), Order.C);
      writer.publish();
    }
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_WRITE)) {
      archive.view("a", DoubleView.class).set(ITEM, 7.5);
    }
  }
}
