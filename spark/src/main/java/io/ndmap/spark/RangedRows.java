package io.ndmap.spark;

import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM;

import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.spark.column.NpySourceException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/// Rows of a `.npy` file in a file system that only Hadoop can access, read block by block. A block
/// is held in memory as an array with the file's dtype and order.
final class RangedRows implements RowSource {

  /// The number of bytes of a block, unless a request or a row needs more. Requests of this size
  /// suit object stores.
  private static final long BLOCK = 8 << 20;

  /// The maximum length of a Java array.
  private static final int MOST = Integer.MAX_VALUE - 8;

  /// The maximum number of runs that are requested at a time, which bounds the memory for pending
  /// responses.
  private static final int TOGETHER = 1024;

  /// The size of most headers in bytes. Only this much is read at first, so that an object store
  /// can continue the request with the data.
  private static final int HEADER = 128;

  private final String name;
  private final FileStatus file;
  private final FSDataInputStream in;
  private final ArrayRows array;
  private byte[] memory = new byte[0];
  private NdView<?> block;

  // The rows in `block`: the index of the first row, and the index after the last row.
  private long blockStart;
  private long blockEnd;

  private RangedRows(String name, FileStatus file, FSDataInputStream in, ArrayRows array) {
    this.name = name;
    this.file = file;
    this.in = in;
    this.array = array;
    this.block = view(0);
  }

  /// Opens a file.
  ///
  /// @param file the status of the file, so that it need not be requested again
  static RangedRows open(FileStatus file, Configuration hadoop, int axis) throws IOException {
    Path path = file.getPath();
    // Without this read policy, Hadoop would assume a sequential read and request the whole file
    // from S3.
    FSDataInputStream in =
        FutureIO.awaitFuture(
            path.getFileSystem(hadoop)
                .openFile(path)
                .withFileStatus(file)
                .opt(FS_OPTION_OPENFILE_READ_POLICY, FS_OPTION_OPENFILE_READ_POLICY_RANDOM)
                .build());
    try {
      String name = path.toString();
      NpyHeader header =
          NpyHeaderCodec.read(
              new BufferedInputStream(new Start(in), HEADER), name, HeaderLimits.DEFAULT);
      NpyHeaderCodec.requireData(header, file.getLen() - header.dataOffset(), name);
      return new RangedRows(name, file, in, ArrayRows.of(header, axis, name));
    } catch (Throwable e) {
      in.close();
      throw e;
    }
  }

  ArrayRows array() {
    return array;
  }

  @Override
  public NdView<?> noRows() {
    return view(0);
  }

  @Override
  public long size() {
    return array.rows();
  }

  @Override
  public NdView<?> rows(long start, long end, long last) throws IOException {
    if (start < blockStart || end > blockEnd) {
      long most = Math.max(end - start, BLOCK / Math.max(1, array.rowBytes()));
      read(start, Math.min(last, start + most));
    }
    return block.slice(0, start - blockStart, end - blockStart);
  }

  /// Reads a range of rows into `block`.
  private void read(long start, long end) throws IOException {
    long rows = end - start;
    if (rows > MOST / Math.max(1, array.rowBytes())) {
      throw new NpySourceException(
          name
              + ": a row has "
              + array.rowBytes()
              + " bytes, expected less than 2 GiB; larger ones are read from local file systems"
              + " only");
    }
    int size = (int) (rows * array.rowBytes());
    if (memory.length < size) {
      memory = new byte[size];
    }
    int run = (int) (rows * array.runBytes());
    if (array.runs() == 1 || run == 0) {
      readFully(array.header().dataOffset() + start * array.runBytes(), 0, run);
    } else {
      for (long k = 0; k < array.runs(); k += TOGETHER) {
        readRuns(start, run, (int) k, (int) Math.min(array.runs(), k + TOGETHER));
      }
    }
    block = view(rows);
    blockStart = start;
    blockEnd = end;
  }

  /// Reads several runs of a range of rows with one vectored read: object stores send ranges
  /// concurrently, and merge ranges that are close to each other.
  private void readRuns(long start, int run, int first, int end) throws IOException {
    List<FileRange> ranges = new ArrayList<>();
    for (long k = first; k < end; k++) {
      long offset = array.header().dataOffset() + (k * array.rows() + start) * array.runBytes();
      ranges.add(FileRange.createFileRange(offset, run));
    }
    try {
      in.readVectored(ranges, ByteBuffer::allocate);
      for (int k = first; k < end; k++) {
        var _ = FutureIO.awaitFuture(ranges.get(k - first).getData()).get(memory, k * run, run);
      }
    } catch (EOFException e) {
      throw new NpySourceException(
          name + ": the file ends before the rows from " + start + " on are complete", e);
    }
  }

  private void readFully(long offset, int at, int length) throws IOException {
    for (int done = 0; done < length; ) {
      int count = in.read(offset + done, memory, at + done, length - done);
      if (count < 0) {
        throw new TruncatedDataException(name, offset, "the file's range of rows", length, done);
      }
      done += count;
    }
  }

  private NdView<?> view(long rows) {
    return ArrayRows.first(
        NdView.of(
            MemorySegment.ofArray(memory),
            array.header().dtype(),
            array.block(rows),
            array.header().order()),
        array.axis());
  }

  @Override
  public boolean isPrivate() {
    return true;
  }

  @Override
  public FileVersion version() {
    return FileVersion.of(file);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /// A stream over the file from its first byte that uses positioned reads. With a sequential read,
  /// HDFS would send everything up to the end of a block.
  private static final class Start extends InputStream {

    private final FSDataInputStream in;
    private long position;

    Start(FSDataInputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int at, int length) throws IOException {
      int count = in.read(position, bytes, at, length);
      position += Math.max(0, count);
      return count;
    }
  }
}
