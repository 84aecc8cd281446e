package io.ndmap.benchmarks.race;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.NpyHeaderCodec;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import org.apache.commons.io.file.PathUtils;

/// The files of a run, in a temporary directory that [#close] removes. A file is created when a row
/// first needs it. Its random elements are the same in every run.
final class RaceFiles implements AutoCloseable {

  private static final int BLOCK = 4 << 20;
  private static final DType BIG_FLOAT64 = DType.FLOAT64.withByteOrder(ByteOrder.BIG_ENDIAN);

  private final Path directory;
  private final Scale scale;
  private final PrintStream log;
  private volatile boolean closed;

  private RaceFiles(Path directory, Scale scale, PrintStream log) {
    this.directory = directory;
    this.scale = scale;
    this.log = log;
  }

  /// Creates the directory.
  ///
  /// @param parent the parent of the directory
  /// @param scale the size of the data
  /// @param log receives messages about written files
  /// @return the files, none of which exists yet
  /// @throws IOException if the directory cannot be created
  static RaceFiles in(Path parent, Scale scale, PrintStream log) throws IOException {
    return new RaceFiles(
        Files.createTempDirectory(parent, "ndmap-race").toAbsolutePath(), scale, log);
  }

  Path directory() {
    return directory;
  }

  Path path(String name) {
    return directory.resolve(name + ".npy");
  }

  /// Returns the size of the elements of a file, which need not exist yet.
  ///
  /// @param name the name of the file
  /// @return the size in bytes
  long bytes(String name) {
    Content content = content(name);
    return Math.multiplyExact(content.shape.itemCount(), content.dtype.itemsize());
  }

  /// Creates a file if it does not exist yet, and forces it to the disk, so that nothing is written
  /// back during the timed laps.
  ///
  /// @param name the name of the file
  /// @throws IOException if the file cannot be written
  void make(String name) throws IOException {
    Path path = path(name);
    if (Files.exists(path)) {
      return;
    }
    if (closed) {
      throw new IOException("the run has ended");
    }
    Content content = content(name);
    if (bytes(name) > BLOCK) {
      log.printf("writing %s.npy, %s MiB%n", name, bytes(name) >> 20);
    }
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK).order(content.order);
    // The seed is derived from the name: the elements differ between files, but not between runs.
    SplittableRandom random = new SplittableRandom(name.hashCode());
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      write(channel, ByteBuffer.wrap(NpyHeaderCodec.encode(content.dtype, Order.C, content.shape)));
      for (long left = bytes(name); left > 0; left -= block.limit()) {
        block.clear().limit((int) Math.min(BLOCK, left));
        while (block.hasRemaining()) {
          content.item.put(block, random);
        }
        write(channel, block.flip());
      }
      channel.force(true);
    }
  }

  private static void write(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /// Generates a random element.
  private interface Item {
    void put(ByteBuffer block, SplittableRandom random);
  }

  private record Content(DType dtype, Shape shape, ByteOrder order, Item item) {
    static Content of(DType dtype, Item item, long... shape) {
      return new Content(dtype, Shape.of(shape), ByteOrder.LITTLE_ENDIAN, item);
    }
  }

  private Content content(String name) {
    long rows = scale.rows();
    int columns = Scale.COLUMNS;
    int small = Scale.SMALL;
    Item doubles = (block, random) -> block.putDouble(random.nextDouble());
    Item floats = (block, random) -> block.putFloat((float) random.nextInt(1 << 24) / (1 << 24));
    Item ints = (block, random) -> block.putInt(random.nextInt());
    Item bytes = (block, random) -> block.put((byte) random.nextInt());
    return switch (name) {
      case "f8", "f8-too", "cold-sum" -> Content.of(DType.FLOAT64, doubles, rows, columns);
      case "be" -> new Content(BIG_FLOAT64, Shape.of(rows, columns), ByteOrder.BIG_ENDIAN, doubles);
      case "f4" -> Content.of(DType.FLOAT32, floats, 2 * rows, columns);
      case "i4" -> Content.of(DType.INT32, ints, 2 * rows, columns);
      case "i8" ->
          Content.of(
              DType.INT64, (block, random) -> block.putLong(random.nextLong()), rows, columns);
      case "matrix-f8" -> Content.of(DType.FLOAT64, doubles, Scale.MATRIX, Scale.MATRIX);
      case "matrix-f4" -> Content.of(DType.FLOAT32, floats, Scale.MATRIX, Scale.MATRIX);
      case "u1" -> Content.of(DType.UINT8, bytes, 2 * rows, columns);
      case "f2" ->
          Content.of(
              DType.FLOAT16,
              (block, random) ->
                  block.putShort(Float.floatToFloat16((float) random.nextInt(1 << 12) / (1 << 11))),
              2 * rows,
              columns);
      case "small-f4" -> Content.of(DType.FLOAT32, floats, small / Float.BYTES);
      case "small-i4" -> Content.of(DType.INT32, ints, small / Integer.BYTES);
      case "small-i2" ->
          Content.of(
              DType.INT16,
              (block, random) -> block.putShort((short) random.nextInt()),
              small / Short.BYTES);
      case "small-u1" -> Content.of(DType.UINT8, bytes, small);
      case "small-b1" ->
          Content.of(DType.BOOL, (block, random) -> block.put((byte) random.nextInt(2)), small);
      case "hundred" -> Content.of(DType.FLOAT64, doubles, 100);
      case "square" -> Content.of(DType.FLOAT64, doubles, Scale.SQUARE, Scale.SQUARE);
      case "items" -> Content.of(DType.INT64, below(rows * columns), Scale.GATHERED);
      case "rows" -> Content.of(DType.INT64, below(rows), Scale.TAKEN);
      case "cold" -> Content.of(DType.FLOAT64, doubles, scale.coldFileRows(), Scale.COLD_COLUMNS);
      case "cold-rows" ->
          Content.of(DType.INT64, below(scale.coldFileRows()), Scale.SETS, scale.coldRows());
      default -> throw new IllegalArgumentException("no such file: " + name);
    };
  }

  private static Item below(long bound) {
    return (block, random) -> block.putLong(random.nextLong(bound));
  }

  /// Removes the directory and its contents, even while another thread creates files.
  @Override
  public void close() {
    closed = true;
    // Twice, because the thread that creates files may have been about to create one.
    for (int attempt = 0; attempt < 2 && Files.exists(directory); attempt++) {
      try {
        PathUtils.deleteDirectory(directory);
      } catch (IOException e) {
        log.println("could not remove " + directory + ": " + e);
      }
    }
  }
}
