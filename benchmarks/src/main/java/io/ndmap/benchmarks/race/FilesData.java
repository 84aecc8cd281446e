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

/// The files that the race of files reads. Each file is created when a row first needs it. NumPy
/// writes the archives, except the archive of 5 GiB, which ndmap writes as a sparse file.
///
/// @param directory the directory of the files
/// @param bytes the size of the array in bytes, a multiple of [#BLOCK]
record FilesData(Path directory, long bytes) {

  /// The number of bytes that are appended at once, and the size of the array in `small.npz`.
  static final int BLOCK = 1 << 20;

  /// The number of elements of a row.
  static final int COLUMNS = 1024;

  /// The number of elements of the archive member of 5 GiB.
  static final long HUGE = 5L << 27;

  /// The index of the element that is read from the archive member of 5 GiB.
  static final long ITEM = HUGE / 2;

  /// Creates a file if it does not exist yet. A created file is in the page cache and on the disk.
  ///
  /// @param name the name of the file, such as `stored.npz`
  /// @param numpy the process that writes archives
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

  /// Writes simulated sensor readings: a daily wave, a yearly wave and noise, rounded to tenths.
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
