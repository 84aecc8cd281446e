package io.ndmap.spark;

import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.spark.column.NpySourceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/// Rows of a `.npy` file in a file system that only Hadoop knows, read block by block. A block is
/// an array of its own, with the file's dtype and order.
final class RangedRows implements RowSource {

  /// Bytes of a block: what object stores like to be asked for at once.
  private static final long BLOCK = 8 << 20;

  /// The most bytes of an array of Java.
  private static final int MOST = Integer.MAX_VALUE - 8;

  private static final int HEADER_BUFFER = 512;

  private final String name;
  private final FSDataInputStream in;
  private final ArrayRows array;
  private byte[] memory = new byte[0];
  private NdView<?> block;
  private long blockStart;
  private long blockEnd;

  private RangedRows(String name, FSDataInputStream in, ArrayRows array) {
    this.name = name;
    this.in = in;
    this.array = array;
    this.block = view(0);
  }

  static RangedRows open(Path path, Configuration hadoop, int axis) throws IOException {
    FileSystem files = path.getFileSystem(hadoop);
    FileStatus status = files.getFileStatus(path);
    FSDataInputStream in = files.open(path);
    try {
      String name = path.toString();
      // Reads ahead, and what it has read is not needed again.
      NpyHeader header =
          NpyHeaderCodec.read(
              new BufferedInputStream(in, HEADER_BUFFER), name, HeaderLimits.DEFAULT);
      NpyHeaderCodec.requireData(header, status.getLen() - header.dataOffset(), name);
      return new RangedRows(name, in, ArrayRows.of(header, axis, name));
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
    for (int k = 0; k < array.runs(); k++) {
      long offset = array.header().dataOffset() + (k * array.rows() + start) * array.runBytes();
      readFully(offset, k * run, run);
    }
    block = view(rows);
    blockStart = start;
    blockEnd = end;
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
  public String name() {
    return name;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
